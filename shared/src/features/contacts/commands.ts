import { z } from 'zod';
import { commandOn, type RowView } from '../../contract/command.ts';
import { id, uuid } from '../../contract/fields.ts';
import { given } from '../../contract/given.ts';
import { optOutAfter } from './opt-out.ts';
import type { ContactRow } from './row.ts';
import { contactFreeFields } from './row.ts';

const command = commandOn<RowView<{ contact: ContactRow }>>();

export const contactMutations = {
  /** The last writer wins. */
  'contact.update': command({
    args: z.object({ contactId: id, change: contactFreeFields }),
    project(view, { contactId, change: { optedOut, ...fields } }, { at }) {
      const row = view.get('contact', String(contactId));
      if (!row) return;
      const { optedOutAt, optedOutBy } = optOutAfter(optedOut, row, at);
      view.put('contact', { ...row, ...given(fields), optedOutAt, optedOutBy });
    },
  }),
  /** Both are one person from now on; `personId` is how that person is called when neither is linked to anybody yet. */
  'contact.link': command({
    args: z.object({ contactId: id, otherId: id, personId: uuid }),
    project(view, { contactId, otherId, personId }) {
      const rows = [contactId, otherId].map((one) => view.get('contact', String(one)));
      const known = rows.flatMap((row) => row?.personId ?? []);
      if (known.length > 1) return;
      const [person = personId] = known;
      for (const row of rows) if (row) view.put('contact', { ...row, personId: person });
    },
  }),
  'contact.unlink': command({
    args: z.object({ contactId: id }),
    project(view, { contactId }) {
      const row = view.get('contact', String(contactId));
      if (row) view.put('contact', { ...row, personId: null });
    },
  }),
} as const;
