// Asks for what the page needs first, the words and the list of games, while the rest of the script is on its way: it is a
// small part of the script that comes before the others.
import {address} from './address';
import {askGames} from './api';
import {settings} from './settings';
import {speak} from './text/text';

// main.tsx asks for the same again, and says so if there is no answer.
speak(settings.get().language).catch(() => undefined);
if (/^\/(new\/|$)/.test(address().path)) askGames().catch(() => undefined);
