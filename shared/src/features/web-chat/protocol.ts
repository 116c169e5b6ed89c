import { z } from 'zod';
import { instant, uuid } from '../../contract/fields.ts';
import { TYPING_STATES } from '../../sync/ephemeral.ts';
import { CHAT_LIMITS } from './line.ts';

/**
 * What a visitor of a shop's page and the server say to one another. The visitor's script imports the types alone:
 * addresses and limits are in `line.ts`, without a schema.
 *
 * A visitor says `hello`, is told `welcome`, and from then on both say what is new. Whatever the visitor says may be said
 * again: messages have ids of the visitor's making, and a second time changes nothing. A message is the server's from the
 * moment of `stored`; until then the script keeps it, and says it again on the next line.
 */

/** A name of something that is shown as it is: one line, bounded. */
const line = (most: number) => z.string().max(most);

/** What is known of the page on which the chat is open. Everything of it is said by a stranger. */
export const pageFacts = z.object({
  url: line(2_000),
  title: line(300),
  /** Where the visitor came from to the first page: `document.referrer` of then. */
  referrer: line(2_000),
  /** The parameters of the first page's address that name a campaign: `utm_source`, `gclid` and the like. */
  campaign: z.record(line(40), line(200)).refine((all) => Object.keys(all).length <= 20),
});
export type PageFacts = z.output<typeof pageFacts>;

/**
 * Who the visitor is at the shop. Its server has made `hash`: HMAC-SHA-256 over `id` with the secret of the chat, in hex.
 * Only with a right hash is anything of this believed.
 */
const provenUser = z.object({
  id: z
    .string()
    .min(1)
    .max(200)
    .refine((id) => !/[\0\p{Cs}]/u.test(id)),
  hash: z.string().regex(/^[\da-fA-F]{64}$/),
  name: line(200).optional(),
  email: line(254).optional(),
  phone: line(40).optional(),
});
export type ProvenUser = z.output<typeof provenUser>;

/**
 * Always the first frame. The script keeps `token` in the page's storage and shows the one of the newest `welcome`; null:
 * it has none. A token that is not taken (`isNew` of the welcome) is replaced by one of a new visitor.
 */
const hello = z.object({
  type: z.literal('hello'),
  protocol: z.int(),
  token: z.string().max(2_000).nullable(),
  user: provenUser.nullable(),
  /** `position` of the last frame that had one; null: everything is told anew. */
  position: z.string().max(100).nullable(),
  page: pageFacts,
  /** The language of the page or of the browser: `pt-BR`. */
  language: line(35),
  /** What the browser's clock is ahead of UTC, in minutes: the agent sees the visitor's local time. */
  utcOffset: z.int().min(-900).max(900),
});
export type HelloFrame = z.output<typeof hello>;

/** What the visitor has filled in before the conversation begins. */
const about = z.object({
  name: line(200).optional(),
  email: line(254).optional(),
  phone: line(40).optional(),
  /** What was agreed to by a tick in the form. */
  consent: z.boolean().optional(),
});
export type AboutVisitor = z.output<typeof about>;

/**
 * A message of the visitor's: words, or an uploaded file with words beside it, or a tapped answer (`tap` and `text` of one
 * of the `choices` of a message). Answered by `stored` or `refused` with its id.
 */
const sayMessage = z.object({
  type: z.literal('message'),
  /** Made by the visitor: UUIDv7, so that they are in order. */
  id: uuid,
  text: z.string().max(CHAT_LIMITS.textChars),
  /** The id under which its file was uploaded. */
  file: uuid.nullable(),
  tap: z.string().min(1).max(256).nullable(),
  /** The id of the message that it answers. */
  quoted: uuid.nullable(),
  /** The form, with the first message of all. */
  about: about.nullable(),
});
export type SayMessageFrame = z.output<typeof sayMessage>;

/** The visitor writes or records; repeated while it lasts. May be lost. */
const sayTyping = z.object({ type: z.literal('typing'), state: z.enum(TYPING_STATES) });

/** The shop's messages that have come, or that were seen in the open chat. Forward only. */
const tick = z.object({
  type: z.literal('tick'),
  ids: z.array(z.string().min(1).max(100)).min(1).max(CHAT_LIMITS.tickIds),
  status: z.enum(['delivered', 'read']),
});

/** The visitor is on another page, while the chat is open. Only where the design says `followsPages`. */
const sayPage = z.object({ type: z.literal('page'), page: pageFacts });

/** Messages before this place: `before` of the oldest page that is known. Answered by `earlier`. */
const askEarlier = z.object({ type: z.literal('earlier'), before: z.string().max(100) });

/** The visitor goes on on WhatsApp. Answered by `whatsapp`. */
const askWhatsApp = z.object({ type: z.literal('whatsapp') });

export const visitorFrame = z.discriminatedUnion('type', [
  hello,
  sayMessage,
  sayTyping,
  tick,
  sayPage,
  askEarlier,
  askWhatsApp,
]);
export type VisitorFrame = z.output<typeof visitorFrame>;

export const CHAT_MESSAGE_KINDS = [
  'text',
  'image',
  'video',
  'audio',
  'file',
  'sticker',
  'location',
  'other',
] as const;

/** A message as the visitor sees it. */
const chatMessage = z.object({
  /** Of the visitor's own messages the one that the visitor made. */
  id: z.string(),
  from: z.enum(['visitor', 'shop']),
  /** The agent's name; null: nobody in particular, or the visitor. */
  by: z.string().nullable(),
  at: instant,
  /** `other` has nothing but its words. */
  kind: z.enum(CHAT_MESSAGE_KINDS),
  /** With our marks: *bold*, _italic_, ~struck~, `code`. */
  text: z.string(),
  file: z
    .object({
      /**
       * Beside the script's own address, signed and for some time: a file that cannot be fetched any more has another
       * address after the next hello without a position. Null: it is not there yet (the message comes again), or not any more.
       */
      url: z.string().nullable(),
      mime: z.string(),
      name: z.string(),
      size: z.int().nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      seconds: z.int().nullable(),
      /** A voice note, not an attached sound; `waveform`: 64 bytes in base64, each a loudness from 0 to 100. */
      voice: z.boolean(),
      waveform: z.string().nullable(),
    })
    .nullable(),
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /**
   * What may be tapped below it: the choices of a bot's menu, or of the question how it was. `lead` is its words without
   * the lines that name them. They are shown below the newest message only.
   */
  menu: z
    .object({ lead: z.string(), choices: z.array(z.object({ tap: z.string(), label: z.string() })) })
    .nullable(),
  quoted: z.object({ id: z.string(), from: z.enum(['visitor', 'shop']), text: z.string() }).nullable(),
  /** How far a message of the visitor's is: `stored` here, or `read` by an agent. Of the shop's what the visitor has told. */
  tick: z.enum(['stored', 'delivered', 'read']),
  isEdited: z.boolean(),
  /** Its words and its file are gone. */
  isDeleted: z.boolean(),
  /** Emoji of the shop's. */
  reactions: z.array(z.string()),
});
export type ChatMessage = z.output<typeof chatMessage>;

/** Whether people are there, by the hours of the shop. */
const presence = z.object({
  isOpen: z.boolean(),
  /** When they are back; null: open, or not known. */
  opensAt: instant.nullable(),
});
export type ShopPresence = z.output<typeof presence>;

const welcome = z.object({
  type: z.literal('welcome'),
  /** To be kept instead of the one that was shown. */
  token: z.string(),
  /** It is another visitor than before: what the script knows of the past is forgotten, what it has not sent is sent. */
  isNew: z.boolean(),
  /** `messages` are all that is new since the position that was named. Else they replace what the script has. */
  goesOn: z.boolean(),
  /** In their order. A message that is known already is the same in a newer state. */
  messages: z.array(chatMessage),
  /** For `earlier`; null: there is nothing before. Only where it does not go on. */
  before: z.string().nullable(),
  position: z.string(),
  shop: presence,
  /** What the visitor was asked before the conversation begins is known already, or the conversation has begun. */
  isKnown: z.boolean(),
});
export type WelcomeFrame = z.output<typeof welcome>;

/** New ones, and others in a newer state. */
const messages = z.object({
  type: z.literal('messages'),
  messages: z.array(chatMessage),
  position: z.string(),
});

const earlier = z.object({
  type: z.literal('earlier'),
  messages: z.array(chatMessage),
  before: z.string().nullable(),
});

/** The message is the server's: it need not be kept any more. It comes back in `messages` soon. */
const stored = z.object({ type: z.literal('stored'), id: uuid });

/**
 * Something was not done. `id`: the message. `retryMs`: the same may be said again after so long; null: never, and the
 * visitor is told in words (`ERR_…` of the script's texts).
 */
const refused = z.object({
  type: z.literal('refused'),
  id: uuid.nullable(),
  code: z.string(),
  retryMs: z.int().nullable(),
});

/** Somebody of the shop writes. Ends by `paused`, a message of the shop's, or after `CHAT_LIMITS.typingMs`. */
const typing = z.object({ type: z.literal('typing'), state: z.enum(TYPING_STATES) });

/**
 * Leads to WhatsApp, with a code in the words that are there already: sending them joins the two as one person. An empty code:
 * the visitor has said nothing yet, and there is nothing to join.
 */
const whatsapp = z.object({ type: z.literal('whatsapp'), url: z.string(), code: z.string() });

const shop = z.object({ type: z.literal('shop'), shop: presence });

export const serverFrame = z.discriminatedUnion('type', [
  welcome,
  messages,
  earlier,
  stored,
  refused,
  typing,
  whatsapp,
  shop,
]);
export type ServerFrame = z.output<typeof serverFrame>;

/**
 * A line for the time of one request: what is said is done, and what is new comes back, at once. Every one begins with
 * `hello`, which names the position of the one before; its `welcome` brings what has happened since. Frames that are lost with
 * an answer come again with the next. `CHAT_LIMITS.exchangeMs` says how often; who writes is not told this way.
 */
export const exchangeQuestion = z.object({
  frames: z.array(visitorFrame).min(1).max(20),
});
export type ExchangeQuestion = z.output<typeof exchangeQuestion>;

export const exchangeAnswer = z.object({
  frames: z.array(serverFrame),
  /** The line has ended with this code (`CHAT_CLOSE`); null: it may go on. */
  close: z.int().nullable(),
});
export type ExchangeAnswer = z.output<typeof exchangeAnswer>;
