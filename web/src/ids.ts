// The form of a table's id and of a seat's token: 128 bits in URL-safe base64. The page
// checks what comes from an address, from storage or from the server against it, before it
// puts it into another address or sends it anywhere.
export function isId(text: unknown): text is string {
    return typeof text === 'string' && /^[A-Za-z0-9_-]{21}[AQgw]$/.test(text);
}
