// What a table shows beside its cards and at the end, and other things that nobody needs before the first cards: a part
// of the script that is loaded once they lie there.
export {generic, GenericPicture} from '../games/generic';
export {Learn} from '../pages/Learn';
export {Settings} from '../pages/SettingsDialog';
export {OptionFields} from '../pages/TableOptions';
export {WhoDialog} from '../pages/WhoDialog';
export {Aside} from './Aside';
export {Coach} from './Coach';
export {Over} from './Over';
export {Floating, ReactButton} from './reactions';
