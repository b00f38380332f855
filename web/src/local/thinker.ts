// The worker that thinks, with an instance of its own: it gets a job as its seat sees the table, never the table; or the
// record of a game that is over, to analyse.
import {compiled, Engine} from './engine';

export type Thought =
    | {module: WebAssembly.Module; job: Uint8Array}
    | {record: string; decisions: number};

export type Found = {job: Uint8Array} | {analysis: string} | {done: number; of: number};

let engine: Engine | undefined;

const tell = (found: Found) => postMessage(found);

function progress(done: number, of: number): number {
    if (of > 0) tell({done, of});
    return 0;
}

async function think(thought: Thought): Promise<void> {
    engine ??= await Engine.of('job' in thought ? thought.module : await compiled(), progress);
    if ('job' in thought) {
        engine.desk = thought.job;
        engine.calls.do_job();
        tell({job: engine.desk});
        return;
    }
    engine.put(thought.record);
    engine.calls.open_record();
    tell({analysis: engine.text(engine.calls.analysis(thought.decisions))});
}

onmessage = ({data}: MessageEvent<Thought>) => void think(data);
