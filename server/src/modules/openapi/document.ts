import { readFileSync } from 'node:fs';
import type { TokenClass } from '@balcao/shared/contract/call.ts';
import { KEY_AREAS } from '@balcao/shared/contract/key-areas.ts';
import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts';
import { KEY_PREFIX } from '@balcao/shared/features/api-keys/rules.ts';
import { API_RATE } from '@balcao/shared/features/messages-api/rules.ts';
import { WEBHOOK_EVENTS } from '@balcao/shared/features/webhooks/event.ts';
import type { NamedRoute } from '@balcao/shared/routes.ts';
import { ANNOUNCEMENT_EVENT, LIVE_EVENT_NAMES } from '@balcao/shared/sync/live-events.ts';
import { readComments } from './comments.ts';
import type { JsonSchema } from './json-schema.ts';
import { describeOperation, type Operation, pathOf } from './operation.ts';
import { SENTENCES } from './refusals.ts';
import { describeAnswers, refTo } from './schemas.ts';
import { dashed, inWords } from './words.ts';

/** The REST interface as OpenAPI 3.1, made from its contracts: the same ones give the same document, to the byte. */

export interface OpenApi {
  openapi: '3.1.0';
  info: object;
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, object>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: object };
  'x-live-events': string[];
}

/** @param about `url` is where others reach the server; null: where the document came from */
export function describeApi(
  routes: readonly NamedRoute[],
  about: { version: string; url: string | null },
): OpenApi {
  const answers = describeAnswers(routes);
  const addresses = addressesOf(routes);
  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    const { method, path } = route.contract;
    const address = addresses.get(shapeOf(path)) ?? path;
    const place = pathOf(address);
    paths[place] = { ...paths[place], [method.toLowerCase()]: describeOperation(route, address, answers) };
  }
  const document: OpenApi = {
    openapi: '3.1.0',
    info: {
      title: 'Balcão',
      version: about.version,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
      description: guide(),
    },
    servers: [{ url: about.url ?? '.' }],
    tags: tagsOf(routes),
    paths: sorted(paths),
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, webhookOf(event)])),
    components: {
      schemas: { ...answers.components, ...refusalSchemas(routes) },
      securitySchemes: securitySchemes(),
      headers: HEADERS,
    },
    'x-live-events': [...LIVE_EVENT_NAMES.map((name) => `company-{id}-${name}`), ANNOUNCEMENT_EVENT],
  };
  return withoutUnused(document);
}

const shapeOf = (path: string): string => path.replace(/:\w+/g, ':');

/**
 * Each address once: what differs in the names of its parameters alone is one, and what its calls call differently is
 * an `id` there.
 */
function addressesOf(routes: readonly NamedRoute[]): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const { contract } of routes) {
    const shape = shapeOf(contract.path);
    const known = (addresses.get(shape) ?? contract.path).split('/');
    const parts = contract.path.split('/').map((part, place) => (part === known[place] ? part : ':id'));
    addresses.set(shape, parts.join('/'));
  }
  return addresses;
}

/** The same text that lies beside the server for programmers, without its title. */
function guide(): string {
  return readFileSync(new URL('../../../API.md', import.meta.url), 'utf8').replace(/^# .*\n+/, '');
}

function tagsOf(routes: readonly NamedRoute[]): OpenApi['tags'] {
  const areas = [...new Set(routes.map(({ area }) => area))];
  return areas.map((area) => ({
    name: inWords(area),
    ...describedBy(readComments(`api/${dashed(area)}.ts`).file),
  }));
}

const describedBy = (description: string) => (description ? { description } : {});

function webhookOf(event: string): object {
  return {
    post: {
      operationId: `hear ${event}`.replace(/[ .](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: event,
      description:
        'Told to the addresses that wish it. Signed as Standard Webhooks; told again until it is answered.',
      tags: [inWords('webhooks')],
      security: [],
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema: refTo('WebhookEvent') } } },
      responses: {
        '2XX': { description: 'Heard. What the answer says does not matter.' },
        '4XX': { description: 'Not heard: it is told again.' },
      },
    },
  };
}

/** One shape for every refusal, and a schema for each code that says when it comes. */
function refusalSchemas(routes: readonly NamedRoute[]): Record<string, JsonSchema> {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).map((code) => [
    code,
    {
      description: `${SENTENCES[code]}${ERRORS[code].retryable ? ' The same call may succeed later.' : ''}`,
      allOf: [refTo('Refusal'), { type: 'object', properties: { error: { const: code } } }],
    },
  ]);
  return routes.length === 0 ? {} : { Refusal: REFUSAL, ...Object.fromEntries(codes) };
}

const REFUSAL: JsonSchema = {
  type: 'object',
  description: 'Why a call was refused.',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string', description: 'A code, for programs.' },
    message: { type: 'string', description: 'An English sentence, for whoever reads it by eye.' },
    requestId: { type: 'string', format: 'uuid', description: 'As in the log of the server.' },
    details: {
      type: 'array',
      description: 'Which fields are wrong.',
      items: {
        type: 'object',
        required: ['location', 'code'],
        properties: {
          location: { type: 'string', description: 'For example `body.email`.' },
          code: { type: 'string' },
        },
      },
    },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } as unknown },
  },
};

function securitySchemes(): Record<string, object> {
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
  const of: Record<TokenClass, string> = {
    ticketToken: 'Of one ticket, for one answer within a day: it comes with what an integration is told.',
    connectionToken: `Of one connection, for sending through it. ${API_RATE.burst} calls at once, ${API_RATE.perMinute} a minute.`,
    companyKey: `Of a company (\`${KEY_PREFIX}…\`), for the areas that it names, each to read or to write; whoever may write may read: ${KEY_AREAS.map((area) => `\`${area}\``).join(', ')}. Each call says which one it needs, as \`contacts:read\`. ${API_RATE.burst} calls at once, ${API_RATE.perMinute} a minute.`,
  };
  return {
    session: bearer('The access token of `POST /auth/login`, for 15 minutes.'),
    ...Object.fromEntries(Object.entries(of).map(([name, description]) => [name, bearer(description)])),
  };
}

const seconds = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });
const HEADERS = {
  RetryAfter: seconds('Seconds until the next try.'),
  RateLimitLimit: seconds('Calls that the token may make at once.'),
  RateLimitRemaining: seconds('Calls that may follow at once.'),
  RateLimitReset: seconds('Seconds until all are free again.'),
};

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Leaves out what nothing leads to. */
function withoutUnused(document: OpenApi): OpenApi {
  const { schemas, ...others } = document.components;
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow([document.paths, document.webhooks]);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { schemas: sorted(Object.fromEntries(kept)), ...others } };
}
