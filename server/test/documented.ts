import type { RouteContract } from '@balcao/shared/contract/call.ts';
import { NAMED_ROUTES, type NamedRoute } from '@balcao/shared/routes.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import { describeApi, type OpenApi } from '../src/modules/openapi/document.ts';
import type { JsonSchema } from '../src/modules/openapi/json-schema.ts';
import type { Operation, Parameter } from '../src/modules/openapi/operation.ts';

/** The REST interface as its OpenAPI document describes it: what tests make input from, and hold answers against. */

const ABOUT = { version: '0', url: null };
const document = describeApi(NAMED_ROUTES, ABOUT);

interface Place {
  document: OpenApi;
  path: string;
  operation: Operation;
}

const places = new Map<RouteContract, Place>();
note(document, NAMED_ROUTES);

function note(described: OpenApi, routes: readonly NamedRoute[]): void {
  const byId = new Map(
    Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.values(operations).map((operation) => [operation.operationId, { path, operation }] as const),
    ),
  );
  for (const { name, contract } of routes) {
    const found = byId.get(name);
    if (!found) throw new Error(`the document has no ${name}`);
    places.set(contract, { document: described, ...found });
  }
}

/** A test's own route has a document of its own. */
function placeOf(contract: RouteContract): Place {
  if (!places.has(contract)) {
    const routes = [{ area: 'system', name: 'own', contract }];
    note(describeApi(routes, ABOUT), routes);
  }
  return places.get(contract) as Place;
}

export type InputPart = 'params' | 'query' | 'body';

/** What a call may be given, by the names that its contract has for them. */
export function documentedInput(contract: RouteContract): Partial<Record<InputPart, JsonSchema>> {
  const { operation } = placeOf(contract);
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const own = [...contract.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const body = operation.requestBody?.content?.['application/json']?.schema;
  return {
    params: objectOf(inPath.map((parameter, index) => ({ ...parameter, name: own[index] ?? '' }))),
    query: objectOf(operation.parameters.filter((parameter) => parameter.in === 'query')),
    ...(body ? { body } : {}),
  };
}

const objectOf = (parameters: readonly Parameter[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

/** What is wrong with an answer by the document: a status, a code or a field that it does not tell of. */
export function undocumented(contract: RouteContract, response: LightMyRequestResponse): string | null {
  const { document: described, path, operation } = placeOf(contract);
  if (described !== document) return null;
  const { statusCode: status, headers } = response;
  const answer = operation.responses[status];
  const name = `${contract.method} ${contract.path} ${status}`;
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (!answer) return `${name}: ${isJson ? response.json().error : 'no such status'}`;
  if (!isJson || !answer.content?.['application/json']) return null;
  const pointer = ['paths', path, contract.method.toLowerCase(), 'responses', status, 'content']
    .concat('application/json', 'schema')
    .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const body = response.json();
  const validate = ajv.getSchema(`openapi#/${pointer}`);
  if (!validate) throw new Error(`${name} has no schema`);
  if (validate(body)) return null;
  if (status >= 400) return `${name}: ${body.error}`;
  return `${name}: ${ajv.errorsText(validate.errors)}`;
}
