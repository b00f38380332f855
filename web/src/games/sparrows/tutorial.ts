import type {Tutorial} from '../game';

export const tutorial: Tutorial | undefined = undefined;
