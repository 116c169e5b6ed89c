import type { RouteContract } from '@balcao/shared/contract/call.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { v7 as uuidv7 } from 'uuid';
import type { JsonSchema } from '../src/modules/openapi/json-schema.ts';
import { documentedInput, type InputPart } from './documented.ts';
import { PASSWORD } from './fixtures.ts';

/** Input made from the description of the REST interface alone, so that a new route is tested without being named. */

export const mayCarryBody = ({ method }: RouteContract) => method !== 'GET';
export const routeName = ({ method, path }: RouteContract) => `${method} ${path}`;

/** What a part of a call may be; of a call without that part: nothing. */
export const inputOf = (contract: RouteContract, part: InputPart): JsonSchema =>
  documentedInput(contract)[part] ?? {};

export const fieldsOf = (contract: RouteContract, part: InputPart): Record<string, JsonSchema> =>
  inputOf(contract, part).properties ?? {};

let made = 0;

/** Values that no schema describes. */
const BY_NAME: Record<string, (schema: JsonSchema) => unknown> = {
  cause: () => ({ kind: 'message' }),
  conditions: () => ({ match: 'all', items: [] }),
  effects: () => [{ kind: 'note', text: 'sample' }],
  /** The name of a setting, and its value: text, or a number in a plan. */
  key: () => 'userRating',
  value: ({ type }) => (type === 'string' ? 'enabled' : 1),
  password: () => PASSWORD,
  currentPassword: () => PASSWORD,
  /** A number in a plan. */
  schedules: ({ type }) => (type === 'array' ? DEFAULT_BUSINESS_HOURS : 1),
  zipcode: () => '01310-100',
  pixKey: () => 'caixa@sample.test',
  /** A code, where it is none of ours alone. */
  language: ({ enum: known }) => known?.[0] ?? 'pt',
  color: () => `#${(0x100000 + ++made).toString(16)}`,
  timezone: () => 'America/Bahia',
  /** The shortcut must be one word. */
  shortcode: () => `sample${++made}`,
  emoji: () => '👍',
  /** Where no call leaves this machine. */
  baseUrl: () => 'http://127.0.0.1:9/v1',
  voiceRegion: () => 'brazilsouth',
  video: () => 'dQw4w9WgXcQ',
  /** The fields of an integration: an address, and a word without spaces. */
  urlN8N: () => 'https://sample.test/',
  /** The first one of what is kept; a number in a body, digits in an address. */
  version: ({ type }) => (type === 'string' ? '1' : 1),
  url: () => 'https://sample.test/',
  logoUrl: () => 'https://sample.test/',
  colour: () => '#1f6f54',
  /** The areas of a company's key: no area at all opens nothing. */
  scopes: () => ({ contacts: 'read' }),
  /** As many as every kind of thing may be kept. */
  months: ({ type }) => (type === 'string' ? '24' : 24),
  /** Why one may write to the people of a list. */
  basis: () => ({ kind: 'customer' }),
  tagListBasis: () => ({ kind: 'customer' }),
  /** What an AI is tried on. */
  questions: () => ({ from: 'file', lines: ['sample'] }),
  headerName: () => 'x-sample',
  /** A campaign that has no time yet, at any hour, and where it is tried out. */
  scheduledAt: () => null,
  window: () => null,
  numbers: () => ['5511970000000'],
  /** Ids in an address are JSON. */
  campaignIds: () => '[1]',
  /** The number of a contact or a phone. */
  number: ({ type }) => (type === 'string' ? `55119${String(70_000_000 + ++made)}` : 1),
};

/** A value that fits, and another one each time where it may differ. */
export function sample(name: string, schema: JsonSchema): unknown {
  const known = BY_NAME[name];
  if (known) return known(schema);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(name, schema.anyOf.find(({ type }) => type !== 'null') ?? {});
  // Of what may be null, too, the other thing.
  switch ([schema.type].flat().find((type) => type !== 'null') ?? schema.type) {
    case 'null':
      return null;
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 1;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(name, schema.items ?? {}));
    case 'object':
      return sampleObject(schema);
    default:
      return sampleText(schema);
  }
}

function sampleText({ format, minLength = 0 }: JsonSchema): string {
  made += 1;
  if (format === 'email') return `sample${made}@generated.test`;
  if (format === 'uuid') return uuidv7();
  if (format === 'date') return '2030-01-31';
  if (format === 'date-time') return '2030-01-31T12:00:00Z';
  return `sample ${made}`.padEnd(minLength, 'x');
}

/** Picks the required fields; without any, the name, the text, or the first field. */
export function sampleObject(schema: JsonSchema): Record<string, unknown> {
  const fields = schema.properties ?? {};
  const fallback = ['name', 'body', ...Object.keys(fields)].find((name) => name in fields);
  const wanted = schema.required?.length ? schema.required : fallback ? [fallback] : [];
  return Object.fromEntries(wanted.map((name) => [name, sample(name, fields[name] ?? {})]));
}
