import { z } from 'zod';
import { optOutAfter } from '../../domain/opt-out.ts';
import { id } from '../../fields.ts';
import { contactFreeFields } from '../../model/contact.ts';
import { command } from './command.ts';

export const contactMutations = {
  /** The last writer wins. */
  'contact.update': command({
    args: z.object({ contactId: id, change: contactFreeFields }),
    project(view, { contactId, change: { optedOut, ...fields } }, { at }) {
      const row = view.get('contact', String(contactId));
      if (!row) return;
      const changed = Object.entries(fields).filter(([, value]) => value !== undefined);
      const { optedOutAt, optedOutBy } = optOutAfter(optedOut, row, at);
      view.put('contact', { ...row, ...Object.fromEntries(changed), optedOutAt, optedOutBy });
    },
  }),
} as const;
