import { type Json, jsonOf } from './json.ts';

/** Nobody reads more. */
const MAX_FIELDS = 50;
/** Known to the business's program alone. */
const UNSAID = new Set(['flow_token']);

/** What somebody filled in where there is no chat, a line a field; '' for what is no object of fields. */
export const answersOf = (json: string | null | undefined): string => linesOfFields(jsonOf(json));

/** An object of fields as lines. */
export const linesOfFields = (fields: Json): string =>
  Object.entries(fields)
    .filter(([name, value]) => !UNSAID.has(name) && ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
