import { z } from 'zod';
import { id } from '../../fields.ts';
import { contactFreeFields } from '../../model/contact.ts';
import { command } from './command.ts';

export const contactMutations = {
  /** The last writer wins. */
  'contact.update': command({
    args: z.object({ contactId: id, change: contactFreeFields }),
    project(view, { contactId, change }) {
      const row = view.get('contact', String(contactId));
      if (!row) return;
      const changed = Object.entries(change).filter(([, value]) => value !== undefined);
      view.put('contact', { ...row, ...Object.fromEntries(changed) });
    },
  }),
} as const;
