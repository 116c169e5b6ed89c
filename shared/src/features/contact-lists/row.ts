import { z } from 'zod';
import { id } from '../../contract/fields.ts';

/** People to whom a company writes of its own accord. They themselves are read page by page. */
export const contactList = z.object({
  id,
  name: z.string(),
  contactsCount: z.int(),
  /** Those whom WhatsApp knows. */
  validCount: z.int(),
  /** Those about whom WhatsApp is still to be asked. */
  pendingCount: z.int(),
});
export type ContactListRow = z.output<typeof contactList>;
