import { z } from 'zod';
import { MAX_MENTIONS_READ } from '../../constants.ts';
import { route } from '../../contract/call.ts';
import { pageNumber, uuid } from '../../contract/fields.ts';
import { mention } from './row.ts';

/** Where colleagues have named the caller, as far as the caller still sees the tickets. */

/** Newest first. */
export const listMentions = route({
  method: 'GET',
  path: '/mentions',
  access: 'session',
  query: z.object({ pageNumber }),
  response: z.object({ mentions: z.array(mention), hasMore: z.boolean() }),
});

/** Those of others, and those that are gone, are passed over. */
export const readMentions = route({
  method: 'POST',
  path: '/mentions/read',
  access: 'session',
  body: z.object({ mentionIds: z.array(uuid).min(1).max(MAX_MENTIONS_READ) }),
  status: 204,
});
