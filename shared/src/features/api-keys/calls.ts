import { z } from 'zod';
import { NAME } from '../../constants.ts';
import { route } from '../../contract/call.ts';
import { id, idText, instant } from '../../contract/fields.ts';
import { KEY_AREAS, KEY_RIGHTS } from './key-areas.ts';

/** Keys by which programs work in the company: each has a name, and opens areas to read or to write. */

const common = { access: 'apiKeys:manage', plan: 'useExternalApi', screen: true } as const;

const scopes = z.partialRecord(z.enum(KEY_AREAS), z.enum(KEY_RIGHTS));

const apiKey = z.object({
  id,
  name: z.string(),
  scopes,
  /** Null: it is valid until somebody revokes it. */
  expiresAt: instant.nullable(),
  /** Exact to a minute; null: never. */
  lastUsedAt: instant.nullable(),
  createdAt: instant,
});
export type ApiKey = z.output<typeof apiKey>;

const fields = z.object({
  name: z.string().trim().min(NAME.min).max(NAME.max),
  /** At least one area. */
  scopes: scopes.refine((areas) => Object.keys(areas).length > 0),
  /** To come. */
  expiresAt: instant.nullable().optional(),
});
export type ApiKeyFields = z.output<typeof fields>;

/** In the order in which they were made; `after` is the id of the last one seen. */
export const listApiKeys = route({
  ...common,
  method: 'GET',
  path: '/api-keys',
  query: z.object({ after: idText.optional() }),
  response: z.object({ apiKeys: z.array(apiKey), hasMore: z.boolean(), next: z.string().nullable() }),
});

/** `key` is what the program sends as its bearer token: shown here, and never again. */
export const createApiKey = route({
  ...common,
  method: 'POST',
  path: '/api-keys',
  body: fields,
  response: apiKey.extend({ key: z.string() }),
  status: 201,
  errors: ['ERR_API_KEY_NAME_TAKEN', 'ERR_TOO_MANY_API_KEYS'],
});

/** Revokes it: from the next call on it opens nothing, at any of the server's processes. */
export const deleteApiKey = route({
  ...common,
  method: 'DELETE',
  path: '/api-keys/:apiKeyId',
  params: z.object({ apiKeyId: idText }),
  status: 204,
  errors: ['ERR_NO_API_KEY_FOUND'],
});
