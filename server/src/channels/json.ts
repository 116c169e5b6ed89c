const MAX_JSON_CHARS = 64 * 1024;

export type Json = Record<string, unknown>;

/** An object that a stranger's program has written; none for anything else. */
export function jsonOf(text: string | null | undefined): Json {
  if (!text || text.length > MAX_JSON_CHARS) return {};
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

export const objectOf = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};

/** The objects of a list, the first ones. */
export const objectsOf = (value: unknown, most: number): Json[] =>
  Array.isArray(value) ? value.slice(0, most).map(objectOf) : [];
