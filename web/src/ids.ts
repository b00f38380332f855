// The form of a table's id and of a seat's token: 128 bits in URL-safe base64. What
// comes from an address, from storage or from the server is held against it before it
// becomes part of another address or is sent anywhere.
export function isId(text: unknown): text is string {
    return typeof text === 'string' && /^[A-Za-z0-9_-]{21}[AQgw]$/.test(text);
}
