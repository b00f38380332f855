// Asks for what the page needs first, the words and the table, while the rest of the script is on its way: it is a small
// part of the script that comes before the others.
import {address} from './address';
import {settings} from './settings';
import {loadTable} from './table/load';
import {speak} from './text/text';

// Those who need it ask for the same again, and say so if there is no answer.
const quietly = (what: Promise<unknown>) => void what.catch(() => undefined);
const words = speak(settings.get().language);
const [page] = address().path.slice(1).split('/');

quietly(words);
if (page === '') quietly(words.then(loadTable)); // the games are to be in sight first
else if (page === 'new' || page === 'table' || page === 'tutorial') quietly(loadTable());
