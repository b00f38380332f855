// Style that comes with a part of the script: the bundler makes calls of this from the style sheets of games.
export function wear(css: string): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
