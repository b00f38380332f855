// WebAssembly of the server's own C: fetched, made and read.
import {Unreachable} from './refused';

export interface Module {
    memory: WebAssembly.Memory;
}

// What `file` is fetches it.
export async function instantiated<Exports extends Module>(file: () => Promise<Response>): Promise<Exports> {
    try {
        const bytes = await (await file()).arrayBuffer(); // not as a stream: a static host may not know what type it is of
        return (await WebAssembly.instantiate(bytes)).instance.exports as unknown as Exports;
    } catch (error) {
        throw new Unreachable(String(error));
    }
}

export function textAt({memory}: Module, at: number): string {
    const bytes = new Uint8Array(memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

export function put({memory}: Module, at: number, bytes: Uint8Array): void {
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
}
