import { z } from 'zod';
import { instant } from '../../contract/fields.ts';

/**
 * What a message is that came as more than words. Some carry no words at all: the kind says what they are, in the
 * reader's language. None has the name of a message's type.
 */
export const CARD_KINDS = [
  'buttons',
  'list',
  'template',
  'order',
  'product',
  'pix',
  'payment',
  'paymentRequest',
  'paymentDeclined',
  'paymentCancelled',
  'paymentInvite',
  'invoice',
  'appointment',
  'cancelledAppointment',
  'scheduledCall',
  'phoneCall',
  'videoCall',
  'groupInvite',
  'channelInvite',
  'stickerPack',
  'animatedSticker',
  'pollResult',
  'numberRequest',
  /** Something that was shown for a day, and is handed on. */
  'story',
  /** Somebody opened the conversation and wrote nothing yet. */
  'arrival',
  /** An e-mail: its subject is the title. */
  'mail',
] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** What can be copied: the kinds of Pix keys, and what else a business sends to be typed elsewhere. */
export const CARD_KEYS = [
  'pix',
  'pixCpf',
  'pixCnpj',
  'pixEmail',
  'pixPhone',
  'pixRandom',
  'pixCode',
  'boleto',
  'phone',
  'code',
] as const;
export type CardKeyKind = (typeof CARD_KEYS)[number];

/** Nobody reads more. A stranger wrote all of it. */
export const CARD_LIMITS = {
  title: 300,
  text: 10_000,
  footer: 1_000,
  name: 300,
  detail: 500,
  place: 500,
  label: 120,
  /** Of an e-mail. */
  quoted: 10_000,
  signature: 2_000,
  address: 320,
  addresses: 20,
  /** A Pix code of the longest kind. */
  key: 600,
  url: 2_000,
  items: 50,
  keys: 5,
  actions: 20,
  parts: 10,
  count: 1_000_000,
} as const;
const LIMITS = CARD_LIMITS;

/** Thousandths of a unit of the currency (ISO 4217), which is empty where none was said: 39900 in BRL is R$ 39,90. */
const money = z.object({
  amount: z.int().nonnegative(),
  currency: z.string().regex(/^([A-Z]{3})?$/),
});
export type CardMoney = z.output<typeof money>;

const cardItem = z.object({
  /** Stands above this one and those that follow; empty: goes on. */
  heading: z.string().max(LIMITS.title),
  name: z.string().max(LIMITS.name),
  detail: z.string().max(LIMITS.detail),
  /** Null: not counted. */
  quantity: z.int().positive().max(LIMITS.count).nullable(),
  /** Of one. */
  price: money.nullable(),
});
export type CardItem = z.output<typeof cardItem>;

const cardKey = z.object({
  kind: z.enum(CARD_KEYS),
  /** Whose it is, or what for. */
  label: z.string().max(LIMITS.label),
  value: z.string().min(1).max(LIMITS.key),
});
export type CardKey = z.output<typeof cardKey>;

/** A button. It is pressed on the customer's or the business's phone alone; a link opens anywhere. */
const cardAction = z.object({
  label: z.string().max(LIMITS.label),
  url: z
    .string()
    .max(LIMITS.url)
    .regex(/^https?:\/\//i)
    .nullable(),
});
export type CardAction = z.output<typeof cardAction>;

const cardPart = z.object({
  title: z.string().max(LIMITS.title),
  text: z.string().max(LIMITS.text),
  footer: z.string().max(LIMITS.footer),
  items: z.array(cardItem).max(LIMITS.items),
  /** How many there are, also of those that are not listed; null: not said. */
  itemCount: z.int().positive().max(LIMITS.count).nullable(),
  total: money.nullable(),
  keys: z.array(cardKey).max(LIMITS.keys),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  place: z.string().max(LIMITS.place),
  seconds: z.int().positive().max(LIMITS.count).nullable(),
  actions: z.array(cardAction).max(LIMITS.actions),
});
export type CardPart = z.output<typeof cardPart>;

/** What there is to say of an e-mail that its words do not show. */
const MAIL_NOTES = [
  /** Nobody but the program of its reader opens it: it is a file. */
  'encrypted',
  'invitation',
  /** Outlook has packed its files into one, `winmail.dat`. */
  'winmail',
  /** Longer, or with more files, than is kept. */
  'cut',
  /** A program wrote it: an absence, a mailing list. Nothing answers it by itself. */
  'automatic',
  /** It could not be read: the mailbox has it. */
  'unreadable',
] as const;
export type MailNote = (typeof MAIL_NOTES)[number];

const mailFacts = z.object({
  /** Who wrote it, where that is not the contact; else empty. */
  from: z.string().max(LIMITS.address),
  /** Who else has it. */
  to: z.array(z.string().max(LIMITS.address)).max(LIMITS.addresses),
  cc: z.array(z.string().max(LIMITS.address)).max(LIMITS.addresses),
  /** Of a mail of ours: who has it without the others' knowledge. */
  bcc: z.array(z.string().max(LIMITS.address)).max(LIMITS.addresses).optional(),
  /** What was written before, which it repeats. */
  quoted: z.string().max(LIMITS.quoted),
  signature: z.string().max(LIMITS.signature),
  notes: z.array(z.enum(MAIL_NOTES)).max(MAIL_NOTES.length),
  /** It looks like more than its words: `mailPage` shows it. */
  hasPage: z.boolean().optional(),
});
export type MailFacts = z.output<typeof mailFacts>;

/** What a message shows besides plain words, which stand in its `body` too. `parts` lie beside one another. */
export const messageCard = cardPart.extend({
  kind: z.enum(CARD_KINDS),
  parts: z.array(cardPart).max(LIMITS.parts),
  /** Of an e-mail alone. */
  mail: mailFacts.optional(),
});
export type MessageCard = z.output<typeof messageCard>;
