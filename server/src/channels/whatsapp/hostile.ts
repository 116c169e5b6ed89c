/** Makes values that a stranger chose fit for a column. */

/** Text without the NUL that PostgreSQL refuses, cut at a length. Anything other than text becomes empty. */
export function clean(value: unknown, maxChars: number): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, maxChars) : '';
}

/** A whole number from 1 to `max`, also out of the library's 64-bit type; null for everything else. */
export function count(value: unknown, max: number): number | null {
  const number = Number(typeof value === 'object' ? String(value) : value);
  return Number.isInteger(number) && number > 0 && number <= max ? number : null;
}

/** Ids and names inside WhatsApp are short and plain; others would not fit into an index. */
export function isName(value: unknown, maxChars = 128): value is string {
  return typeof value === 'string' && value.length <= maxChars && /^[\x21-\x7e]+$/.test(value);
}

export function nothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
