/* The search of the site runs in a Worker. Pages that were opened as files may not start one, so it runs in a hidden
 * frame there: same messages, same thread. The theme looks for `IFrameWorker` by that name. */
if (location.protocol === 'file:') {
    const inside = `
        postMessage = parent.postMessage.bind(parent);
        importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise(resolve => {
            const script = document.createElement('script');
            script.src = url;
            script.onload = resolve;
            document.body.appendChild(script);
        })), Promise.resolve());`;
    window.Worker = window.IFrameWorker = class extends EventTarget {
        constructor(url) {
            super();
            this.frame = document.createElement('iframe');
            this.frame.hidden = true;
            document.body.appendChild(this.frame);
            const page = this.frame.contentWindow.document;
            page.open();
            page.write(`<!DOCTYPE html><body><script>${inside}</script><script src="${url}"></script></body>`);
            page.close();
            this.loaded = new Promise(resolve => this.frame.addEventListener('load', resolve));
            addEventListener('message', event => {
                if (event.source === this.frame.contentWindow)
                    this.dispatchEvent(new MessageEvent('message', {data: event.data}));
            });
        }

        postMessage(data) {
            this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent('message', {data})));
        }
    };
}
