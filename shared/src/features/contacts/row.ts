import { z } from 'zod';
import { email, id, instant } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';
import { CHANNELS } from '../connections/channel.ts';
import { CONTACT_FIELDS_MAX, CONTACT_NAME, CONTACT_NOTES_MAX } from './limits.ts';

export const contact = z.object({
  id,
  name: z.string(),
  /** Digits with country code; empty while only other names of messengers are known. */
  number: z.string(),
  /** The messengers on which the contact is known. */
  channels: z.array(z.enum(CHANNELS)),
  /** WhatsApp could not be queried yet whether the number exists. */
  numberUnchecked: z.boolean(),
  email: z.string(),
  profilePicUrl: z.string().nullable(),
  isGroup: z.boolean(),
  /** The agents' extra fields, in their order. */
  extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
  notes: z.string(),
  /** Blocked on WhatsApp: the contact's messages do not arrive. */
  blocked: z.boolean(),
  /** Connections on which it is the other way round: WhatsApp refused it there. */
  blockExceptions: z.array(id),
  /** Bots stay silent for this person. */
  botDisabled: z.boolean(),
  /** Since when no campaign writes to this person; null: campaigns may. */
  optedOutAt: instant.nullable(),
  /** Who said so: the contact, by answering a campaign, or one of the company's people. */
  optedOutBy: z.enum(['contact', 'person']).nullable(),
  /** Contacts with the same one are one person, as one of the company's people has said; null: linked to nobody. */
  personId: z.guid().nullable(),
});
export type ContactRow = z.output<typeof contact>;

export const contactName = z.string().trim().min(CONTACT_NAME.min).max(CONTACT_NAME.max);

export const contactEmail = z.union([z.literal(''), email]);

/** Contacts that a merge may have joined: their fields together can be reduced, not increased. */
const MERGED = 10;

/** Half a character fits into no JSON of PostgreSQL. */
const whole = (text: string) => text.toWellFormed();

export const extraInfo = z
  .array(
    z.object({
      name: z.string().trim().min(1).max(100).overwrite(whole),
      value: z.string().trim().max(1_000).overwrite(whole),
    }),
  )
  .max(MERGED * CONTACT_FIELDS_MAX);

/**
 * What people write of a contact, in REST, in the bridge and in the command `contact.update`. None needs a check of the
 * server: they may be changed offline, the last writer wins.
 */
export const contactFreeFields = z.object({
  name: contactName.optional(),
  email: contactEmail.optional(),
  extraInfo: extraInfo.optional(),
  notes: z
    .string()
    .max(MERGED * CONTACT_NOTES_MAX)
    .optional(),
  botDisabled: z.boolean().optional(),
  /** Whether campaigns leave the contact out. */
  optedOut: z.boolean().optional(),
});
export type ContactFreeFields = z.output<typeof contactFreeFields>;

/** What people write of a contact, as its row has it. */
export type WrittenFields = Pick<ContactRow, Exclude<keyof ContactFreeFields, 'optedOut'>>;

/** A contact of whom nobody has written anything. */
export const BLANK_FIELDS: WrittenFields = {
  name: '',
  email: '',
  extraInfo: [],
  notes: '',
  botDisabled: false,
};

export const WRITTEN_FIELDS = Object.keys(BLANK_FIELDS) as (keyof WrittenFields)[];

/** Of a contact only what people write. */
export const writtenFields = (contact: WrittenFields): WrittenFields =>
  Object.assign({}, ...WRITTEN_FIELDS.map((field) => ({ [field]: contact[field] })));

export const contactRow = feedRow('contact', contact, { id: 'number', live: ['contact'], path: 'contacts' });
