import { z } from 'zod';
import { CONTACT_LINKS_MAX } from '../../constants.ts';
import { id } from '../../contract/fields.ts';
import { messageKey } from '../../sync/frames.ts';
import { messageHit } from '../messages/calls.ts';
import { searchFilter } from '../ticket-list/bridge.ts';

/** The search in messages: the calls of the bridge. */

const text = z.string().trim().min(1).max(200);
const find = {
  input: z.object({ contactIds: z.array(id).min(1).max(CONTACT_LINKS_MAX), text }),
  output: z.object({ hits: z.array(messageKey), complete: z.boolean() }),
};

export const SEARCH_METHODS = {
  /** Messages of the conversations in the cache, newest first. The server's search finds the rest. */
  'messages.search': {
    input: z.object({ text, limit: z.int().min(1).max(100), filter: searchFilter.prefault({}) }),
    output: z.object({ hits: z.array(messageHit), hasMore: z.boolean() }),
  },
  /**
   * Messages of these contacts with all of these words, each as it begins, newest first; accents and case do not matter. From
   * the cache: `complete` tells whether that is everything.
   */
  'messages.find': find,
  /** The same from the server, as far as it can be reached. */
  'messages.findAtServer': find,
};
