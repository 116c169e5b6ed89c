import { z } from 'zod';
import { MAX_MENTIONS_READ } from '../../constants.ts';
import { command } from '../../contract/command.ts';
import { uuid } from '../../contract/fields.ts';

export const mentionMutations = {
  /** The one who is meant has seen them. Those of others, and those that are gone, are passed over. */
  'mention.read': command({
    args: z.object({ ids: z.array(uuid).min(1).max(MAX_MENTIONS_READ) }),
    project(view, { ids }, { at }) {
      for (const id of ids) {
        const row = view.get('mention', id);
        if (row && row.readAt === null) view.put('mention', { ...row, readAt: at });
      }
    },
  }),
} as const;
