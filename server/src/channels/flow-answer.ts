import { type Json, jsonOf } from './json.ts';

/** Nobody reads more. */
const MAX_FIELDS = 50;
/** A list in a field, or an object of lists. */
const MAX_DEPTH = 2;
/** Enough to see what was meant. */
const MAX_UNREAD_CHARS = 1_000;
/** Known to the business's program alone. */
const UNSAID = new Set(['flow_token', 'wa_flow_response_params']);

/** What somebody filled in where there is no chat, a line a field; '' for what is no object of fields. */
export const answersOf = (json: string | null | undefined): string => linesOfFields(jsonOf(json));

/** An object of fields as lines. */
export const linesOfFields = (fields: Json): string =>
  Object.entries(fields)
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => [name, UNSAID.has(name) ? '' : wordsOf(value, 0)])
    .filter(([, words]) => words !== '')
    .map((field) => field.join(': '))
    .join('\n');

/** The start of an answer that is no object of fields, or longer than is read; '' where there are no words in it. */
export const unreadFields = (json: string | null | undefined): string =>
  json && Object.keys(jsonOf(json)).length === 0 && /\p{L}/u.test(json)
    ? json.slice(0, MAX_UNREAD_CHARS)
    : '';

/** Several choices, and the parts of an address, stand beside one another. */
function wordsOf(value: unknown, depth: number): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return '';
  const parts = Object.values(value).slice(0, MAX_FIELDS);
  return parts
    .map((part) => wordsOf(part, depth + 1))
    .filter(Boolean)
    .join(', ');
}
