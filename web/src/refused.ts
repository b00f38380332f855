// Why something that was asked for did not come.
import type {Problem} from './protocol';

// A refusal of the server, over HTTP or WebSocket.
export class Refused extends Error {
    constructor(readonly problem: Problem) {
        super(problem.text);
    }
}

// Nobody answers.
export class Unreachable extends Error {}
