// Returns where a file of the page is. A server has them at its root; the static site (docs/web.md) may be below any path.
export function fileUrl(name: string): string {
    return new URL(`../${name}`, import.meta.url).href; // scripts are in assets/
}
