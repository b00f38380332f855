// The record of a game that is over, as a file.
import type {ComponentChildren} from 'preact';
import {askRecord} from '../api';
import {isLocal} from '../local/which';
import {saveFile} from './saving';

export function RecordLink({table, game, look, children}: {table: string; game: string; look: string; children: ComponentChildren}) {
    const name = `${game}.jsonl`;
    const save = async (event: MouseEvent) => {
        event.preventDefault();
        saveFile(new File([await askRecord(table)], name, {type: 'application/jsonl'}));
    };
    if (!isLocal(table)) return <a class={look} href={`/api/tables/${table}/record`} download={name}>{children}</a>;
    return <a class={look} href="#record" download={name} onClick={(event) => void save(event)}>{children}</a>; // of no server: it is made here
}
