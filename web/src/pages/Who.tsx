// Who you are: the name and the emblem that others at a table see. You are asked once, when you first sit down with
// others, and can change both later.
import {useState} from 'preact/hooks';
import {later} from '../later';
import {settings} from '../settings';
import {loadBeside} from '../table/load';

export interface Who {
    name: string;
    look: number;
}

// Goes on with a name and an emblem; a text says why that did not work.
type Then = (who: Who) => Promise<string | undefined>;

export interface Wanted {
    then: Then;
    taken?: ReadonlyMap<number, string>; // emblems of others at the table, and their names
    verb: string; // on the button
}

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

// What is known already; undefined if you have to be asked. A name without an emblem is from a time when everybody was
// called Guest.
export function knownWho(): Who | undefined {
    const {name, look} = settings.get();
    return name && look !== undefined ? {name, look} : undefined;
}

const WhoDialog = later(() => loadBeside().then((part) => part.WhoDialog));

// The dialog, where it is to be drawn, and the way to open it.
export function useWho() {
    const [wanted, setWanted] = useState<Wanted>();
    const dialog = wanted && <WhoDialog wanted={wanted} onClose={() => setWanted(undefined)} />;
    return [dialog, setWanted] as const;
}
