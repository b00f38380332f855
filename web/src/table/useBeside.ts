// What is shown beside the cards, as soon as it is there.
import {useEffect, useState} from 'preact/hooks';
import {loadBeside} from './load';

type Beside = typeof import('./beside');

let beside: Beside | undefined;

const again = 3000; // milliseconds until it is asked for once more

export function useBeside(): Beside | undefined {
    const [tries, setTries] = useState(0);
    const [, setArrived] = useState(beside);
    useEffect(() => {
        if (beside) return undefined;
        let timer = 0;
        loadBeside().then(
            (part) => setArrived((beside = part)),
            () => {
                timer = setTimeout(() => setTries(tries + 1), again) as unknown as number;
            },
        );
        return () => clearTimeout(timer);
    }, [tries]);
    return beside;
}
