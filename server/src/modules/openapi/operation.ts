import { isTokenClass, type RouteContract } from '@balcao/shared/contract/call.ts';
import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts';
import { ACTIONS, type Action } from '@balcao/shared/permissions.ts';
import { keyNeeds } from '@balcao/shared/program-calls.ts';
import type { NamedRoute } from '@balcao/shared/routes.ts';
import { type Comments, fileDeclaring, readComments } from './comments.ts';
import type { JsonSchema } from './json-schema.ts';
import { refusalsOf, SENTENCES, takesKey } from './refusals.ts';
import { type Answers, inputSchema, refTo } from './schemas.ts';
import { inWords } from './words.ts';

/** One call of the REST interface. */

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

interface Content {
  description?: string;
  headers?: object;
  content?: Record<string, { schema?: JsonSchema }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { description: string }>;
}

/** `/tickets/:ticketId` as `/tickets/{ticketId}`. */
export const pathOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** @param path as the call's place names its parameters */
export function describeOperation(
  { area, name, contract }: NamedRoute,
  path: string,
  answers: Answers,
): Operation {
  const comments = readComments(fileDeclaring(area, name));
  const body = bodyOf(contract, comments);
  return {
    operationId: name,
    summary: inWords(name),
    description: [comments.call(name), ...conditionsOf(contract)].filter(Boolean).join('\n\n'),
    tags: [inWords(area)],
    security: securityOf(contract),
    parameters: parametersOf(contract, path, comments),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [contract.status ?? 200]: answerOf(contract, answers),
      ...refusalsByStatus(contract),
    },
  };
}

/** What a caller must have, and may rely on. */
function conditionsOf(contract: RouteContract): string[] {
  const { access, plan, query } = contract;
  const needs = needsOfKey(contract);
  const roles = access in ACTIONS ? ACTIONS[access as Action] : [];
  const fields = Object.keys(query?.shape ?? {});
  return [
    roles.length > 0 ? `For ${roles.map((role) => `\`${role}\``).join(', ')}.` : '',
    needs ? `With a company's key that opens \`${needs.area}\` to \`${needs.right}\`.` : '',
    plan ? `The company's plan must include \`${plan}\`.` : '',
    access !== 'public' && contract.openWhileOverdue ? 'Open while the company is overdue.' : '',
    fields.includes('pageNumber') ? 'In pages, from 1 on, until `hasMore` is false.' : '',
    fields.includes('after') ? 'A page goes on behind the `after` that it is given.' : '',
    takesKey(contract)
      ? 'Repeated under the same `Idempotency-Key` it is done once, and answered as the first time.'
      : '',
  ];
}

function securityOf(contract: RouteContract): Operation['security'] {
  const { access } = contract;
  if (access === 'public') return [];
  const own = { [isTokenClass(access) ? access : 'session']: [] };
  const needs = needsOfKey(contract);
  return needs ? [own, { companyKey: [`${needs.area}:${needs.right}`] }] : [own];
}

/** What a company's key must open; null where none is let in. A key may what an admin may, and an operator's calls never. */
function needsOfKey(contract: RouteContract): ReturnType<typeof keyNeeds> {
  const { access } = contract;
  const isForAdmins =
    !(access in ACTIONS) || (ACTIONS[access as Action] as readonly string[]).includes('admin');
  return isForAdmins ? keyNeeds(contract) : null;
}

const KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Made by the caller, another one for each thing that is to be done.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

function parametersOf(contract: RouteContract, path: string, comments: Comments): Parameter[] {
  const inPath = contract.params ? comments.describe(inputSchema(contract.params)) : {};
  const inQuery = contract.query ? comments.describe(inputSchema(contract.query)) : {};
  const names = namesIn(path);
  return [
    ...namesIn(contract.path).map((own, place) => ({
      ...(names[place] === own ? {} : { description: inWords(own) }),
      ...parameter(names[place] ?? own, inPath.properties?.[own] ?? { type: 'string' }),
      in: 'path' as const,
      required: true,
    })),
    ...Object.entries(inQuery.properties ?? {}).map(([name, schema]) => ({
      ...parameter(name, schema),
      in: 'query' as const,
      required: inQuery.required?.includes(name) ?? false,
    })),
    ...(takesKey(contract) ? [KEY] : []),
  ];
}

const namesIn = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const parameter = (name: string, { description, ...schema }: JsonSchema) => ({
  name,
  ...(description ? { description } : {}),
  schema,
});

const FILE: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

function bodyOf(contract: RouteContract, comments: Comments): Operation['requestBody'] {
  const { rawBody, uploadField, form, body } = contract;
  if (rawBody) {
    const files: JsonSchema = uploadField === 'files' ? { type: 'array', items: FILE } : FILE;
    return {
      required: true,
      content: {
        'application/octet-stream': { schema: FILE },
        ...(uploadField ? { 'multipart/form-data': { schema: withFile({}, uploadField, files) } } : {}),
      },
    };
  }
  if (!body) return undefined;
  const schema = comments.describe(inputSchema(body));
  const files = form && withFile(schema, form.files, { type: 'array', items: FILE, maxItems: form.most });
  return {
    // A body of which nothing is needed may be left out only where the contract fills it in.
    required: !body.safeParse(undefined).success,
    content: {
      'application/json': { schema },
      ...(files ? { 'multipart/form-data': { schema: files } } : {}),
    },
  };
}

const withFile = (schema: JsonSchema, field: string, file: JsonSchema): JsonSchema => ({
  ...schema,
  type: 'object',
  properties: { ...schema.properties, [field]: file },
});

function answerOf(contract: RouteContract, answers: Answers): Content & { description: string } {
  const { response, method, access, status } = contract;
  const headers = access === 'connectionToken' ? { headers: RATE_HEADERS } : {};
  if (response)
    return {
      description: 'Done.',
      ...headers,
      content: { 'application/json': { schema: answers.refTo(response) } },
    };
  if (status === 303) return { description: 'The browser of a person goes on from here.' };
  if (method === 'GET')
    return { description: 'The bytes of a file.', content: { 'application/octet-stream': { schema: FILE } } };
  return { description: 'Done.', ...headers };
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const RATE_HEADERS = {
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
};

function refusalsByStatus(contract: RouteContract): Operation['responses'] {
  const byStatus = Map.groupBy(refusalsOf(contract), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `- \`${code}\`: ${SENTENCES[code]}`).join('\n'),
        ...(status === 429 || status === 503 ? { headers: { 'Retry-After': header('RetryAfter') } } : {}),
        content: { 'application/json': { schema: schemaOf(codes) } },
      },
    ]),
  );
}

const schemaOf = (codes: readonly ErrorCode[]): JsonSchema => {
  const [first, ...more] = codes.map(refTo);
  return first && more.length === 0 ? first : { anyOf: codes.map(refTo) };
};
