import type { ChannelFeatures, IdentityKind } from '@balcao/shared/features/connections/channel.ts';
import type { Blank } from '@balcao/shared/features/message-templates/template-text.ts';
import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';

/**
 * The port between conversations and whatever carries their messages, in the words of WhatsApp's Cloud API. Nothing
 * here knows jids, protobufs or HTTP: a provider translates. The providers are listed in `kinds.ts`.
 */

/**
 * A name by which the provider knows a person. Phone numbers are digits with country code, in the provider's spelling.
 * One kind and value is one person in the whole company: where an account's names mean nothing to another account, the
 * provider puts the account's own id before them (`<account>/<person>`).
 */
export interface Identity {
  kind: IdentityKind;
  value: string;
}

/** A chat of two, or a group; every name that is known for it, the preferred one first. */
export interface ChatAddress {
  kind: 'direct' | 'group';
  identities: readonly [Identity, ...Identity[]];
}

export interface MediaContent {
  kind: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  /** The caption; for documents only what its sender wrote. */
  text: string;
  /** The type the sender claims; the stored file's type comes from its bytes. */
  mime: string;
  fileName: string;
  size: number | null;
  sha256: Uint8Array | null;
  width: number | null;
  height: number | null;
  seconds: number | null;
  /** A voice note, not an attached sound. */
  voice: boolean;
  /** 64 loudness values (0 to 100) of a voice note; null when the sender gave none. */
  waveform: Uint8Array | null;
  /** An opaque reference that only `openMedia` can read. */
  source: Uint8Array;
  /** What the file is a picture of: an article, an offer. */
  card?: MessageCard;
}

/** What people may choose. */
export interface Answers {
  options: string[];
  /** What `readVote` needs. */
  secret: Uint8Array | null;
}

export type InboundContent =
  /**
   * The text holds the words of the card too; empty, when that has none. `tap`: the id behind what was tapped, which
   * the text names; a stranger wrote it, in MAX_TAP_CHARS at most. `said`: what its author answers us with, where the
   * text holds more, as the subject of a mail. `page`: how it looks.
   */
  | {
      kind: 'text';
      text: string;
      card?: MessageCard;
      answers?: Answers;
      tap?: string;
      said?: string;
      page?: MailPage;
    }
  | MediaContent
  | {
      kind: 'location';
      latitude: number;
      longitude: number;
      /** Name or address of the place. */
      text: string;
      /** A small JPEG of the map. */
      thumbnail: Uint8Array | null;
      /** What the place is sent about. */
      card?: MessageCard;
    }
  /** The vCards, unchanged. */
  | { kind: 'contacts'; vcards: string[] }
  | ({ kind: 'poll'; question: string } & Answers)
  /** View-once: may be opened once, on the phone, so nothing else of it is stored. */
  | { kind: 'viewOnce'; of: 'image' | 'video' | 'audio' | null }
  /** A missed call; `refused`: because the company does not accept calls. */
  | { kind: 'call'; video: boolean; refused: boolean }
  /** Came, but cannot be read yet: `message.received` with the same id brings the content. */
  | { kind: 'unavailable' }
  /** A kind we do not know, with the words that were found in it; `raw` keeps the original, cut at a maximum size. */
  | { kind: 'unsupported'; type: string; text?: string; raw: Uint8Array };

/** How a mail looks, without anything that runs or asks somebody. */
export interface MailPage {
  html: string;
  /** Addresses of pictures that lie outside; the page names them by their place. */
  pictures: string[];
}

/** The longest ids behind buttons that messengers take. */
export const MAX_TAP_CHARS = 256;

/** Unique within connection, chat, author and direction, and only there. */
export interface MessageRef {
  id: string;
  fromMe: boolean;
  /** The author inside a group, opaque; empty in a chat of two. */
  participant: string;
}

export interface InboundMessage {
  chat: ChatAddress;
  ref: MessageRef;
  /** The author's own display name; empty when unknown. */
  authorName: string;
  /** What a new contact is called until a name is known; absent: by the number. */
  otherName?: string;
  content: InboundContent;
  quotedId: string | null;
  /** The snippet the quote itself carries; empty when it quotes nothing. */
  quotedText: string;
  forwarded: boolean;
  /** What led the author to us; null: nothing, or the provider does not say. */
  referral: MessageReferral | null;
  /** A program wrote it, an absence or a list: nothing answers it by itself. */
  isAutomatic?: boolean;
  /** The provider's time, whole seconds. */
  at: Date;
  /** When it came to this process, in milliseconds since 1970; absent: just now. */
  arrivedAt?: number;
}

/** A message that is changed. Null where the provider does not say whose it was: then its id is one message of the chat. */
export type ChangedRef = Omit<MessageRef, 'fromMe'> & { fromMe: boolean | null };

/** The person who reacts or votes. */
export interface Person {
  /** `me`, the author inside a group, or empty for the other person in a chat of two. */
  key: string;
  /** The person's own display name; empty when unknown. */
  name: string;
}

/** A change to an earlier message. */
export type MessageChange =
  | { kind: 'edit'; text: string }
  | { kind: 'delete' }
  /** An empty emoji removes the earlier reaction of `by`. */
  | { kind: 'react'; by: Person; emoji: string }
  /** Replaces every earlier choice of `by`; `vote` is for `readVote`. */
  | { kind: 'vote'; by: Person; vote: Uint8Array };

export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'played';

/** Why a provider's command failed. The provider maps its own codes to these. */
const CHANNEL_ERRORS = {
  /** There is no connection now: repeat the same request later. */
  not_connected: 'later',
  /**
   * Delivery is unknown: repeat with the same id. Where the provider chooses the ids nobody repeats it, because it could
   * arrive twice: an agent is told.
   */
  not_accepted_in_time: 'later',
  rate_limited: 'later',
  media_upload_failed: 'later',
  recipient_not_found: 'never',
  account_restricted: 'never',
  contact_restricted: 'never',
  /** Too long ago that the customer wrote: the messenger takes no free words any more. */
  outside_service_window: 'never',
  /** An approved text that the provider does not send: it was paused, changed or taken away. */
  template_refused: 'never',
  /** The customer does not want to hear from us any more. */
  blocked_by_contact: 'never',
  /** A text or a file that the provider takes from nobody. */
  too_large: 'never',
  /** A type of file that the messenger does not carry. */
  file_not_taken: 'never',
  stale_session: 'once',
  invalid_content: 'never',
  media_expired: 'never',
  unsupported: 'never',
} as const satisfies Record<string, 'later' | 'once' | 'never'>;
export type ChannelErrorCode = keyof typeof CHANNEL_ERRORS;

export class ChannelError extends Error {
  readonly code: ChannelErrorCode;
  /** How long the provider wants to be left alone, in milliseconds; null: it did not say. */
  readonly waitMs: number | null;

  constructor(
    code: ChannelErrorCode,
    message: string = code,
    { waitMs = null, ...options }: { cause?: unknown; waitMs?: number | null } = {},
  ) {
    super(message, options);
    this.name = 'ChannelError';
    this.code = code;
    this.waitMs = waitMs;
  }

  /** Whether the same request may succeed later, once more, or never. */
  get retry(): 'later' | 'once' | 'never' {
    return CHANNEL_ERRORS[this.code];
  }
}

/** An entry in the address book of a linked phone. */
export interface BookEntry {
  /** The number in the provider's spelling. */
  number: string;
  lid: string | null;
  /** The name in the owner's address book, else the person's own display name; empty when unknown. */
  name: string;
}

export type ChannelEvent =
  | { kind: 'message.received'; message: InboundMessage }
  /**
   * What one chat said before this connection was linked, oldest first. Not news: it notifies no agent and triggers no
   * reply. May contain messages that are already stored.
   */
  | { kind: 'chat.history'; chat: ChatAddress; messages: InboundMessage[] }
  /** Forward only, and possibly before the message itself. */
  | {
      kind: 'message.status_changed';
      /** Null: the provider names the messages alone, whose ids are then unique within the connection. */
      chat: ChatAddress | null;
      ids: string[];
      status: DeliveryStatus;
      at: Date;
      /** The group member whose device sent the receipt; empty in a chat of two. */
      participant: string;
    }
  /** The provider had accepted messages of ours, and could not bring them. Possibly before `send` has resolved. */
  | { kind: 'message.failed'; ids: string[]; code: ChannelErrorCode }
  /** The author in `ref` may be missing for a reaction or a vote: providers name the same author inconsistently. */
  | { kind: 'message.changed'; chat: ChatAddress; ref: ChangedRef; change: MessageChange }
  /** The provider was asked what a card shows besides what its message brought: its content is this from now on. */
  | { kind: 'message.completed'; chat: ChatAddress; ref: MessageRef; text: string; card: MessageCard }
  /** It rings. */
  | { kind: 'call.offered'; chat: ChatAddress; id: string; video: boolean; at: Date }
  /** Two names belong to one person. */
  | { kind: 'contact.identity_linked'; chat: ChatAddress }
  /** A person has other names from now on: another number. May be told again. */
  | { kind: 'contact.moved'; from: ChatAddress; to: ChatAddress; at: Date }
  /** People of the phone's address book, a part of it or all. */
  | { kind: 'phone_book.told'; entries: BookEntry[] }
  /** The subject of a group. */
  | { kind: 'contact.renamed'; chat: ChatAddress; name: string };

export interface OutgoingFile {
  kind: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  open(): Promise<NodeJS.ReadableStream>;
  mime: string;
  /** Bytes; null: not known. */
  size: number | null;
  fileName: string;
  text: string;
  width: number | null;
  height: number | null;
  seconds: number | null;
  /** The same values as in `MediaContent`. */
  voice: boolean;
  waveform: Uint8Array | null;
  /** Where anybody may fetch it for an hour; null: this server has no address that others reach. */
  link: string | null;
  /** Where the provider already stores this file: `MediaContent.source`, or an earlier result of `prepare`. */
  known: { source: Uint8Array } | { prepared: Uint8Array } | null;
}

/** What a text offers to tap. A messenger shows it its own way; where it has none, or it does not fit, the text says all. */
export interface OfferedMenu {
  /** The words above the choices, without the lines of the text that name them. */
  lead: string;
  /** What opens the choices where they are a list. */
  button: string;
  /** `tap` comes back with what is tapped. */
  choices: readonly { tap: string; label: string }[];
}

export interface Quoted {
  ref: MessageRef;
  text: string;
}

/** What a message goes on with, where messages have a subject. */
export interface Thread {
  /** The customer's last message. */
  id: string;
  subject: string;
  /** Who had a copy of it. */
  cc: string[];
  /** What that answered. */
  before: string | null;
}

/** Subject and copies that somebody has chosen. */
export interface Letterhead {
  subject: string;
  cc: string[];
  bcc: string[];
}

/** How whoever gets what a company sends to many says that they want no more of it. */
export interface Unsubscribe {
  /** Where one click says so; null where no page of ours is reached. */
  link: string | null;
  /** What an answer says. */
  word: string;
  /** This stands below the words, for people. */
  line: string;
}

export interface OutgoingMessage {
  chat: ChatAddress;
  content:
    | { kind: 'text'; text: string; menu?: OfferedMenu }
    | OutgoingFile
    | { kind: 'location'; latitude: number; longitude: number; text: string }
    | { kind: 'contacts'; vcards: string[] }
    /** An approved text, with what fills its blanks, in their order. */
    | {
        kind: 'template';
        name: string;
        language: string;
        blanks: readonly Blank[];
        parameters: readonly string[];
      }
    /** A change of ours to an earlier message: it travels like a message, under its own id. */
    | { kind: 'edit'; of: MessageRef; text: string }
    | { kind: 'delete'; of: MessageRef }
    | { kind: 'react'; of: MessageRef; emoji: string };
  quoted: Quoted | null;
  forwarded: boolean;
  /** Absent where the customer has not written in this conversation yet, and where there are no `threads`. */
  thread?: Thread;
  /** Absent: the thread's. */
  mail?: Letterhead;
  /** No person says it. */
  isAutomatic?: boolean;
  /** Files that go with it, where a message takes several. */
  attached?: readonly OutgoingFile[];
  /** It goes to many. */
  unsubscribe?: Unsubscribe;
}

/** What became of a message that the provider has accepted. */
export interface Sent {
  /** Members of the group that it went to, without ourselves; null in a chat of two. */
  members: number | null;
  /** The provider's own id, where it chooses them: receipts and changes will name that. */
  id?: string;
}

/** The commands of one connection. Each may throw `ChannelError`. */
export interface ChannelSession {
  readonly companyId: number;
  readonly connectionId: number;
  readonly capabilities: Capabilities;
  /** Whether `send` and `markRead` make sense right now. */
  isReady(): boolean;
  /**
   * An id for a message that is going to be sent. It is stored first, so that a crash cannot send it twice. Where the
   * provider chooses the ids it only holds the place of that one.
   */
  newMessageId(): string;
  /**
   * Uploads the files of a message, where the provider takes them before the message. The result may be sent again, even
   * later and by another process.
   */
  prepare(message: OutgoingMessage): Promise<Uint8Array>;
  /**
   * Resolves when the provider has accepted the message. Sending the same id again is harmless with `clientMessageIds`;
   * without them every error but `not_accepted_in_time` says that it surely did not go out.
   *
   * @param file its file, for providers that take it together with the message
   * @param attached the files that go with it, as `prepare` was told
   */
  send(
    chat: ChatAddress,
    id: string,
    prepared: Uint8Array,
    file: OutgoingFile | null,
    attached: readonly OutgoingFile[],
  ): Promise<Sent>;
  /** Shows the customer that an agent is typing. Best effort. */
  setTyping(chat: ChatAddress, state: TypingState): Promise<void>;
  /** Ends the ringing on the customer's side. */
  rejectCall(chat: ChatAddress, id: string): Promise<void>;
  /** SHA-256 of the texts that were chosen; null when the vote cannot be read with this poll's secret. */
  readVote(vote: Uint8Array, secret: Uint8Array): Buffer[] | null;
  /** Shows the customer that messages were read. */
  markRead(chat: ChatAddress, messages: readonly MessageRef[]): Promise<void>;
  /** The file behind `MediaContent.source`. */
  openMedia(source: Uint8Array): Promise<AsyncIterable<Uint8Array>>;
  /** Whether this person may write to us and call us, under each of these names. */
  setBlocked(person: ChatAddress, blocked: boolean): Promise<void>;
  /** The person who has this number, in one of its spellings; null when there is none. */
  findPerson(spellings: readonly string[]): Promise<ChatAddress | null>;
  /** Those of many numbers, in whatever spelling, that somebody has: as the provider spells them. One question for all. */
  findNumbers(spellings: readonly string[]): Promise<string[]>;
  /** The profile picture; null when there is none, or not for us. */
  openPicture(chat: ChatAddress): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * What a notice says that came to the connection's public address (`webhooks.ts`); nothing for one that nobody
   * understands. Absent where nobody calls us. Events of one notice are handled in their order.
   *
   * @param at when it came
   */
  readNotice?(notice: Uint8Array, at: Date): ChannelEvent[];
  /** The group's subject. */
  groupName(chat: ChatAddress): Promise<string>;
}

/** What screens know of the connection's kind, and what only the conversation layer asks for. */
export interface Capabilities extends ChannelFeatures {
  /** The caller chooses the ids of its messages. */
  clientMessageIds: boolean;
  readReceipts: boolean;
  typing: boolean;
  /** Messages have a subject, and belong to what they answer. */
  threads?: boolean;
  /** The names that it can write to, those first that it prefers. */
  identities: readonly IdentityKind[];
}

/** The functions of the conversation layer that a provider calls. */
export interface ChannelListener {
  /**
   * Takes over an event; resolves when it is stored. Events of one chat are handled in the order of the calls,
   * whether or not the caller waits.
   */
  handle(session: ChannelSession, event: ChannelEvent): Promise<void>;
  /** The customer writes. May be dropped. */
  typing(session: ChannelSession, chat: ChatAddress, state: TypingState): void;
  /** The prepared form of a message that we sent to this chat, for a recipient's phone that requests it again. */
  loadPrepared(session: ChannelSession, chat: ChatAddress, id: string): Promise<Uint8Array | null>;
}
