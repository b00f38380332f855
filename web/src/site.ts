// The static site, made by `parlor site`: there is no server, all tables are on this device, and addresses are behind the #.
export const onSite = 'site' in document.documentElement.dataset;
