// As much Markdown as docs/rules is written in: headings, paragraphs, indented blocks,
// lists and tables; **strong**, *emphasis* and `notation`.
export interface Span {kind: 'plain' | 'strong' | 'em' | 'code'; text: string}

export type Block =
    | {kind: 'heading'; level: 1 | 2 | 3; text: string; anchor: string}
    | {kind: 'paragraph'; spans: Span[]; rule: string | undefined} // the id of the rule it begins
    | {kind: 'block'; text: string}
    | {kind: 'list'; ordered: boolean; items: Span[][]}
    | {kind: 'table'; head: Span[][]; rows: Span[][][]; right: boolean[]}; // which columns are numbers

const marks = /\*\*(\S(?:[^]*?\S)??)\*\*|\*(\S(?:[^]*?\S)??)\*|`([^`]+)`/g;
const item = /^(?:- |\d+\. )/;
const ruleId = /^\*\*([A-Z]{2}-\d+)\b/;

export function spansOf(text: string): Span[] {
    const spans: Span[] = [];
    let at = 0;
    for (const match of text.matchAll(marks)) {
        const [whole, strong, em, code] = match;
        if (match.index > at) spans.push({kind: 'plain', text: text.slice(at, match.index)});
        spans.push(strong ? {kind: 'strong', text: strong} : em ? {kind: 'em', text: em} : {kind: 'code', text: code!});
        at = match.index + whole.length;
    }
    if (at < text.length) spans.push({kind: 'plain', text: text.slice(at)});
    return spans;
}

export function anchorOf(heading: string): string {
    return heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

// Lines of a paragraph as one: with a blank between them, but not within Chinese, nor after its wide punctuation.
const withinChinese = /(?<=[\u3000-\u303f\uff00-\uffef]\**)\n|(?<=[\u3000-\u9fff]\**)\n(?=\**[\u3000-\u9fff\uff00-\uffef])/g;

function joined(lines: string[]): string {
    return lines.join('\n').replace(withinChinese, '').replaceAll('\n', ' ');
}

function headingOf(line: string): Block {
    const [, signs, text] = /^(#{1,3}) (.*)$/.exec(line)!;
    return {kind: 'heading', level: signs!.length as 1 | 2 | 3, text: text!, anchor: anchorOf(text!)};
}

function listOf(lines: string[]): Block {
    const items: string[] = [];
    for (const line of lines)
        if (item.test(line)) items.push(line.replace(item, ''));
        else items.push(joined([items.pop()!, line.trim()]));
    return {kind: 'list', ordered: /^\d/.test(lines[0]!), items: items.map(spansOf)};
}

function cellsOf(line: string): string[] {
    return line.split('|').slice(1, -1).map((cell) => cell.trim());
}

function tableOf([head, rule, ...rows]: string[]): Block {
    return {
        kind: 'table',
        head: cellsOf(head!).map(spansOf),
        rows: rows.map((row) => cellsOf(row).map(spansOf)),
        right: cellsOf(rule!).map((cell) => cell.endsWith(':')),
    };
}

function indented(line: string): boolean {
    return line.startsWith('    ') || line === '';
}

// An indented block goes on over blank lines; everything else ends with one.
function blockAt(lines: string[], at: number): {block: Block; end: number} {
    const first = lines[at]!;
    let end = at + 1;
    if (first.startsWith('#')) return {block: headingOf(first), end};
    if (first.startsWith('    ')) {
        while (end < lines.length && indented(lines[end]!)) end++;
        while (lines[end - 1] === '') end--;
        return {block: {kind: 'block', text: lines.slice(at, end).map((line) => line.slice(4)).join('\n')}, end};
    }
    const isList = item.test(first);
    while (end < lines.length && lines[end] !== '' && !lines[end]!.startsWith('#') && (isList || !item.test(lines[end]!))) end++;
    const part = lines.slice(at, end);
    if (isList) return {block: listOf(part), end};
    if (first.startsWith('|')) return {block: tableOf(part), end};
    const text = joined(part);
    return {block: {kind: 'paragraph', spans: spansOf(text), rule: ruleId.exec(text)?.[1]}, end};
}

export function blocksOf(text: string): Block[] {
    const lines = text.split('\n').map((line) => line.trimEnd());
    const blocks: Block[] = [];
    for (let at = 0; at < lines.length; ) {
        if (lines[at] === '') {
            at++;
            continue;
        }
        const {block, end} = blockAt(lines, at);
        blocks.push(block);
        at = end;
    }
    return blocks;
}
