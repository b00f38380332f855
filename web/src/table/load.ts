// Loads the parts of the script that show tables: first what the cards need; then, when they lie there, everything
// beside them. Each has a style, whose address is in the page.
import {speakOf} from '../text/text';

const worn = new Map<string, Promise<void>>();

function wearStyle(name: 'tableStyle' | 'besideStyle'): Promise<void> {
    const known = worn.get(name) ?? new Promise<void>((resolve, reject) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = document.documentElement.dataset[name]!;
        link.onload = () => resolve();
        link.onerror = () => {
            link.remove();
            worn.delete(name); // to be tried again
            reject(new Error(link.href));
        };
        document.head.append(link);
    });
    worn.set(name, known);
    return known;
}

export async function loadTable() {
    const [part] = await Promise.all([import('./part'), wearStyle('tableStyle')]);
    return part;
}

export async function loadBeside() {
    const [part] = await Promise.all([import('./beside'), loadTable(), wearStyle('besideStyle'), speakOf('beside')]);
    return part;
}
