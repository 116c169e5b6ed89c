import { z } from 'zod';
import { id, uuid } from '../../contract/fields.ts';
import { contactFile, MEDIA_KINDS } from './calls.ts';
import { contact, contactFreeFields } from './row.ts';

/** People who talk to the company: the bridge's calls of the contacts page and of the panel beside a conversation. */

const nothing = z.null();

const linkedContact = contact.pick({
  id: true,
  name: true,
  number: true,
  channels: true,
  profilePicUrl: true,
  notes: true,
});
export type LinkedContact = z.output<typeof linkedContact>;

export const CONTACT_METHODS = {
  /** Reads the cache, with waiting changes; loads a missing contact from the server. */
  'contacts.get': { input: z.object({ id }), output: contact, shows: ['contact', 'outbox'] },
  /**
   * The other contacts of the same person: those of the cache, with waiting changes, and with a network all of them,
   * whose newest conversations come into the cache.
   */
  'contacts.linked': {
    input: z.object({ id }),
    output: z.array(linkedContact),
    shows: ['contact', 'outbox'],
  },
  /** Contacts of the cache that have all of these words in name or number; names that begin so come first. */
  'contacts.search': {
    input: z.object({ text: z.string().trim().min(1).max(200), limit: z.int().min(1).max(100) }),
    output: z.array(
      contact
        .pick({ id: true, name: true, number: true, channels: true, profilePicUrl: true, isGroup: true })
        /** Names the newest ticket in the cache. */
        .extend({ ticketUuid: uuid.nullable() }),
    ),
  },
  /** How the further fields of the contacts in the cache are called, the commonest first. */
  'contacts.fieldNames': { input: nothing, output: z.array(z.string()), shows: ['contact', 'outbox'] },
  /** Files of a person, on all channels, newest first, with addresses for the screen. ERR_OFFLINE without a network. */
  'contacts.media': {
    input: z.object({ contactId: id, kind: z.enum(MEDIA_KINDS), after: z.guid().nullable() }),
    output: z.object({
      items: z.array(
        contactFile.omit({ mediaUrl: true }).extend({
          url: z.string(),
          /** A smaller picture of a picture; null for other files. */
          thumbnailUrl: z.string().nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
    shows: ['contact'],
  },
  /** All that one sees, as a file for spreadsheets, and where the screen finds it. ERR_OFFLINE without a network. */
  'contacts.export': {
    input: nothing,
    /** `leftOut`: how many people are not in it, because they have neither a number nor an e-mail. */
    output: z.object({ url: z.string(), name: z.string(), leftOut: z.int() }),
  },
  /** An empty spreadsheet for a contact list, and where the screen finds it. ERR_OFFLINE without a network. */
  'contacts.listTemplate': { input: nothing, output: z.object({ url: z.string(), name: z.string() }) },
  /** Seen at once, done on the server when it can be reached: as are the other two. */
  'contacts.link': { input: z.object({ contactId: id, otherId: id }), output: nothing },
  'contacts.unlink': { input: z.object({ contactId: id }), output: nothing },
  'contacts.update': { input: z.object({ contactId: id, change: contactFreeFields }), output: nothing },
} as const;
