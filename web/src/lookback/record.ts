// All rules and the table as WebAssembly (src/wasm/rules.c): the page asks them whether the deals of a record are true.
import {fileUrl} from '../base';
import {instantiated, put, textAt, type Module} from '../wasm';

interface Rules extends Module {
    record_buffer: (length: number) => number;
    record_fault: () => number;
}

let loading: Promise<Rules> | undefined;

function loaded(): Promise<Rules> {
    loading ??= instantiated<Rules>(() => fetch(fileUrl('parlor.wasm'))).catch((error: unknown) => {
        loading = undefined; // to be tried again
        throw error;
    });
    return loading;
}

// Returns what is wrong with a record, whose deals should come from its seed; empty if nothing is.
export async function faultOf(record: Uint8Array): Promise<string> {
    const rules = await loaded();
    const buffer = rules.record_buffer(record.length);
    if (!buffer) return 'the record is too long';
    put(rules, buffer, record);
    return textAt(rules, rules.record_fault());
}
