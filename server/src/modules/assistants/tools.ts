import { isWrite, type RouteContract } from '@balcao/shared/contract/call.ts';
import type { KeyScopes } from '@balcao/shared/contract/key-areas.ts';
import type { PlanFlag } from '@balcao/shared/contract/roles.ts';
import { keyNeeds } from '@balcao/shared/program-calls.ts';
import { NAMED_ROUTES, type NamedRoute } from '@balcao/shared/routes.ts';
import type { Tool as OfferedTool } from '@modelcontextprotocol/server';
import { fileDeclaring, readComments } from '../openapi/comments.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { takesKey } from '../openapi/refusals.ts';
import { inputSchema } from '../openapi/schemas.ts';
import { inWords } from '../openapi/words.ts';

/** A call of the REST interface as an assistant has it: one flat set of arguments, whatever part of the call each is. */
export interface Tool {
  offered: OfferedTool;
  contract: RouteContract;
}

/** What a tool's call becomes at the product's own door. */
export interface ToolRequest {
  method: RouteContract['method'];
  url: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  payload?: object;
}

const KEY_ARGUMENT: JsonSchema = {
  type: 'string',
  pattern: '^[\\x21-\\x7e]{1,255}$',
  description:
    'Another one for each thing that is to be done. Repeated with the same one it is done once, and answered as the first time.',
};

let made: readonly Tool[] | undefined;

/** Every call that is marked for assistants; made when it is first wanted. */
export function allTools(): readonly Tool[] {
  made ??= NAMED_ROUTES.filter(({ contract }) => contract.tool).map(toolOf);
  return made;
}

/** Those that a key opens in a company with this plan. */
export const toolsFor = (scopes: KeyScopes, flags: readonly PlanFlag[]): readonly Tool[] =>
  allTools().filter(({ contract }) => {
    const needs = keyNeeds(contract);
    const right = needs && scopes[needs.area];
    const isOpen = right !== null && (right === 'write' || right === needs?.right);
    return isOpen && (!contract.plan || flags.includes(contract.plan));
  });

/** @throws Error for two arguments of one name */
function toolOf({ area, name, contract }: NamedRoute): Tool {
  const comments = readComments(fileDeclaring(area, name));
  const parts = [contract.params, contract.query, contract.body].flatMap((schema) =>
    schema ? [comments.describe(inputSchema(schema))] : [],
  );
  const own = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  const properties = [...own, ...(takesKey(contract) ? [['idempotencyKey', KEY_ARGUMENT] as const] : [])];
  if (new Set(properties.map(([argument]) => argument)).size < properties.length)
    throw new Error(`${name} has two arguments of one name`);
  const offered = {
    name,
    title: inWords(name),
    description: `${inWords(name)}. ${comments.call(name)}`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(properties) as OfferedTool['inputSchema']['properties'],
      required: parts.flatMap(({ required = [] }) => required),
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: !isWrite(contract),
      destructiveHint: contract.method === 'DELETE',
      idempotentHint: contract.method !== 'POST',
    },
  } satisfies OfferedTool;
  return { offered, contract };
}

/** Where each argument belongs. What no part of the call knows goes into its body, whose schema refuses it. */
export function requestOf({ contract }: Tool, given: Record<string, unknown>): ToolRequest {
  const { idempotencyKey, ...args } = given;
  const { params, query, body, method } = contract;
  const url = contract.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(textOf(args[name])));
  const rest = Object.entries(args).filter(([name]) => !Object.hasOwn(params?.shape ?? {}, name));
  const isOfQuery = (name: string) => !body || Object.hasOwn(query?.shape ?? {}, name);
  const inQuery = rest.filter(([name]) => isOfQuery(name)).map(([name, value]) => [name, textOf(value)]);
  return {
    method,
    url,
    query: Object.fromEntries(inQuery),
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': textOf(idempotencyKey) },
    ...(body ? { payload: Object.fromEntries(rest.filter(([name]) => !isOfQuery(name))) } : {}),
  };
}

/** What stands in an address is text; a list there is written with commas. */
const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
