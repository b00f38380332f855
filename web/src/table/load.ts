// Loads the part of the script that shows tables, with its style, whose address is in the page.
let worn: Promise<void> | undefined;

function wearTable(): Promise<void> {
    worn ??= new Promise((resolve, reject) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = document.documentElement.dataset.tableStyle!;
        link.onload = () => resolve();
        link.onerror = () => {
            link.remove();
            worn = undefined; // to be tried again
            reject(new Error(link.href));
        };
        document.head.append(link);
    });
    return worn;
}

export async function loadTable() {
    const [part] = await Promise.all([import('./part'), wearTable()]);
    return part;
}
