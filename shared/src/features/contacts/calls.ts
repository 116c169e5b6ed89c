import { z } from 'zod';
import { route } from '../../contract/call.ts';
import {
  flag,
  id,
  idText,
  instant,
  pageNumber,
  placeByName,
  placeByTime,
  searchParam,
  uuid,
} from '../../contract/fields.ts';
import { digitsOf } from '../../phone/digits.ts';
import { CHANNELS } from '../connections/channel.ts';
import { message } from '../messages/row.ts';
import { tag } from '../tags/row.ts';
import { ticketView } from '../tickets/calls.ts';
import { CONTACT_NUMBER } from './limits.ts';
import { contact, contactFreeFields, contactName } from './row.ts';

/**
 * Contacts of a company. Admins and supervisors see all of them, agents those that they added, and the people
 * behind the tickets that they see.
 */

/** Typed in any way; kept as digits with country code. */
export const contactNumber = z
  .string()
  .max(100)
  .transform(digitsOf)
  .pipe(z.string().min(CONTACT_NUMBER.min).max(CONTACT_NUMBER.max));

/** A contact in a list. `/tickets/{uuid}` and `GET /tickets/u/{uuid}` open the newest conversation with it. */
export const contactItem = contact
  .pick({
    id: true,
    name: true,
    number: true,
    channels: true,
    email: true,
    profilePicUrl: true,
    isGroup: true,
    blocked: true,
    blockExceptions: true,
    botDisabled: true,
  })
  .extend({ uuid });
export type ContactItem = z.output<typeof contactItem>;

/** One of a page: also when the newest conversation that the caller sees was last spoken in, and what it carries. */
const listedContact = contactItem.extend({
  lastMessageAt: instant.nullable(),
  tags: z.array(tag.pick({ id: true, name: true, color: true })),
});
export type ListedContact = z.output<typeof listedContact>;

export const contactView = contact.extend({
  uuid,
  createdAt: instant,
  /** Counts the tickets that the caller sees, closed ones too. */
  ticketCount: z.int(),
});
export type ContactView = z.output<typeof contactView>;

const params = z.object({ contactId: idText });

const linked = flag.optional();

/**
 * Sorted by name; searched by words of the name or parts of the number, narrowed to those whom one can be reached by on a
 * channel, and to those of whose conversations that the caller sees one carries a tag. Pages are counted, or
 * follow one another by `after`: then each costs the same, however far down it is, and none misses a row because
 * another has come or gone.
 */
export const listContacts = route({
  method: 'GET',
  path: '/contacts',
  access: 'session',
  tool: true,
  screen: true,
  noted: 'document',
  query: z.object({
    searchParam,
    tagId: idText.optional(),
    channel: z.enum(CHANNELS).optional(),
    pageNumber,
    after: placeByName,
  }),
  response: z.object({
    contacts: z.array(listedContact),
    hasMore: z.boolean(),
    /** The `after` of the next page; null behind the last one. */
    next: z.string().nullable(),
  }),
});

/** The choices of a select: the first ones by name. */
export const listContactChoices = route({
  method: 'GET',
  path: '/contacts/list',
  access: 'session',
  noted: 'document',
  query: z.object({ searchParam }),
  response: z.array(contact.pick({ id: true, name: true, number: true })),
});

/** A contact that the caller sees, with its fields. */
export const getContact = route({
  method: 'GET',
  path: '/contacts/:contactId',
  access: 'session',
  tool: true,
  screen: true,
  params,
  response: contactView,
  errors: ['ERR_NO_CONTACT_FOUND'],
});

/**
 * The number is looked up on WhatsApp when a connection is up; without one it is saved as it is, `numberUnchecked`. Who
 * has none is known by the address of e-mail. Of a number or such an address that the company has already, but not for
 * the caller, the answer is that contact: it is the caller's as well.
 */
export const createContact = route({
  method: 'POST',
  path: '/contacts',
  access: 'session',
  tool: true,
  screen: true,
  waitsFor: 'outside',
  body: contactFreeFields.extend({ name: contactName, number: contactNumber.optional() }),
  response: contactView,
  status: 201,
  errors: ['ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_CHECK_CONTACT'],
});

/** A name that comes back as WhatsApp gave it may be of any length; one that is changed keeps to `contactName`. */
export const updateContact = route({
  method: 'PUT',
  path: '/contacts/:contactId',
  access: 'session',
  tool: true,
  screen: true,
  waitsFor: 'outside',
  params,
  body: contactFreeFields.extend({
    name: z.string().trim().max(1_000).optional(),
    number: contactNumber.optional(),
  }),
  response: contactView,
  errors: [
    'ERR_NO_CONTACT_FOUND',
    'ERR_CONTACT_IS_GROUP',
    'ERR_DUPLICATED_CONTACT',
    'ERR_WAPP_INVALID_CONTACT',
    'ERR_WAPP_CHECK_CONTACT',
  ],
});

/** Tickets, messages and files of the contact go with it. */
export const deleteContact = route({
  method: 'DELETE',
  path: '/contacts/:contactId',
  access: 'contacts-page:deleteContact',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_ON_HOLD'],
});

/** Applies to every connection of the company, as soon as it is up. */
export const blockContact = route({
  method: 'PUT',
  path: '/contacts/:contactId/block',
  access: 'session',
  screen: true,
  params,
  body: z.object({ blocked: z.boolean() }),
  response: contactView,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_IS_GROUP', 'ERR_CHANNEL_CANNOT'],
});

/** `duplicateId` is the one that goes; what it has, this contact has then. The caller must see both. */
export const mergeContact = route({
  method: 'POST',
  path: '/contacts/:contactId/merge',
  access: 'session',
  screen: true,
  params,
  body: z.object({ duplicateId: id }),
  response: contactView,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_SAME_CONTACT', 'ERR_CONTACT_IS_GROUP'],
});

/** `ticketUuid` names the newest conversation that the caller sees; null: they see none. */
export const linkedContact = contactItem.extend({
  notes: contact.shape.notes,
  ticketUuid: uuid.nullable(),
});
export type LinkedContactItem = z.output<typeof linkedContact>;

/** The other contacts of the same person whom the caller sees, by name. Consoles link and unlink them. */
export const listLinkedContacts = route({
  method: 'GET',
  path: '/contacts/:contactId/linked',
  access: 'session',
  screen: true,
  params,
  response: z.array(linkedContact),
  errors: ['ERR_NO_CONTACT_FOUND'],
});

/**
 * Newest conversation first, of those that the caller sees; `after`: behind that one. `linked`: with those of the other
 * contacts of the same person.
 */
export const listContactTickets = route({
  method: 'GET',
  path: '/contacts/:contactId/tickets',
  access: 'session',
  tool: true,
  screen: true,
  params,
  query: z.object({ pageNumber, after: placeByTime, linked }),
  response: z.object({ tickets: z.array(ticketView), hasMore: z.boolean(), next: z.string().nullable() }),
  errors: ['ERR_NO_CONTACT_FOUND'],
});

export const MEDIA_KINDS = ['visual', 'audio', 'document'] as const;

export const contactFile = message
  .pick({ id: true, ticketId: true, contactId: true, mediaType: true, fromMe: true, createdAt: true })
  .extend({
    channel: z.enum(CHANNELS),
    media: message.shape.media.unwrap(),
    caption: z.string(),
    /** Opens the file without a token, for an hour at least; null while there is none. */
    mediaUrl: z.string().nullable(),
  });
export type ContactFile = z.output<typeof contactFile>;

/**
 * Files of the contact's messages, newest first, of the tickets that the caller sees; `after`: behind that one.
 * `linked`: with those of the other contacts of the same person.
 */
export const listContactMedia = route({
  method: 'GET',
  path: '/contacts/:contactId/media',
  access: 'session',
  params,
  query: z.object({ pageNumber, after: uuid.optional(), kind: z.enum(MEDIA_KINDS).optional(), linked }),
  response: z.object({
    items: z.array(contactFile),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  }),
  errors: ['ERR_NO_CONTACT_FOUND'],
});

/** Groups in which the contact has written, of those that the caller sees. */
export const listSharedGroups = route({
  method: 'GET',
  path: '/contacts/:contactId/groups',
  access: 'session',
  screen: true,
  params,
  response: z.array(contact.pick({ id: true, name: true, profilePicUrl: true })),
  errors: ['ERR_NO_CONTACT_FOUND'],
});
