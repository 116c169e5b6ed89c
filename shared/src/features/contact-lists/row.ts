import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { byName, feedRow } from '../../contract/row.ts';
import { statedBasis } from './basis.ts';

/** People to whom a company writes of its own accord. They themselves are read page by page. */
export const contactList = z.object({
  id,
  name: z.string(),
  contactsCount: z.int(),
  /** Those whom WhatsApp knows. */
  validCount: z.int(),
  /** Those about whom WhatsApp is still to be asked. */
  pendingCount: z.int(),
  /** Why the company may write to them; null: made before it was asked, and not stated since. */
  basis: statedBasis,
});
export type ContactListRow = z.output<typeof contactList>;

export const contactListRow = feedRow('contactList', contactList, {
  id: 'number',
  live: ['ContactList'],
  order: byName,
  path: 'contact-lists',
});
