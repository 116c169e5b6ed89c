import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';

/**
 * The port between conversations and whatever carries their messages, in the words of WhatsApp's Cloud API. Nothing
 * here knows jids, protobufs or HTTP: a provider translates (`whatsapp/` is the first one).
 */

/** A name that the provider knows somebody by. Phone numbers are digits with country code, as the provider spells them. */
export interface Identity {
  kind: 'phone' | 'lid' | 'group';
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
  /** As the sender says; the stored file's type comes from its bytes. */
  mime: string;
  fileName: string;
  size: number | null;
  sha256: Uint8Array | null;
  width: number | null;
  height: number | null;
  seconds: number | null;
  /** A voice note, not an attached sound. */
  voice: boolean;
  /** Of a voice note: 64 loudnesses from 0 to 100; null when they did not come. */
  waveform: Uint8Array | null;
  /** What `openMedia` needs; meaningless to everybody else. */
  source: Uint8Array;
}

export type InboundContent =
  | { kind: 'text'; text: string }
  | MediaContent
  | {
      kind: 'location';
      latitude: number;
      longitude: number;
      /** Name or address of the place. */
      text: string;
      /** A small JPEG of the map. */
      thumbnail: Uint8Array | null;
    }
  /** vCards as they came. */
  | { kind: 'contacts'; vcards: string[] }
  /** `secret` is what `readVote` needs. */
  | { kind: 'poll'; question: string; options: string[]; secret: Uint8Array | null }
  /** May be looked at once, on the phone: whatever else it holds is not taken. */
  | { kind: 'viewOnce'; of: 'image' | 'video' | 'audio' | null }
  /** Nobody took it; `refused`: because we do not take calls. */
  | { kind: 'call'; video: boolean; refused: boolean }
  /** Came, but cannot be read yet: `message.received` with the same id brings the content. */
  | { kind: 'unavailable' }
  /** Nothing that we know; `raw` keeps it, cut at a size. */
  | { kind: 'unsupported'; type: string; raw: Uint8Array };

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
  /** What the author calls himself; empty when unknown. */
  authorName: string;
  content: InboundContent;
  quotedId: string | null;
  /** What the quote itself shows of the message; empty when it quotes nothing. */
  quotedText: string;
  forwarded: boolean;
  /** The provider's time, whole seconds. */
  at: Date;
}

/** Who reacts or votes. */
export interface Person {
  /** `me`, the author inside a group, or empty for the other one in a chat of two. */
  key: string;
  /** What he calls himself; empty when unknown. */
  name: string;
}

/** What happens to an earlier message. */
export type MessageChange =
  | { kind: 'edit'; text: string }
  | { kind: 'delete' }
  /** An empty emoji takes back what `by` has given before. */
  | { kind: 'react'; by: Person; emoji: string }
  /** All that `by` has chosen from now on; `vote` is for `readVote`. */
  | { kind: 'vote'; by: Person; vote: Uint8Array };

export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'played';

/** Why a provider did not do what it was asked. The provider maps its own codes to these. */
const CHANNEL_ERRORS = {
  /** No connection now: the same again later. */
  not_connected: 'later',
  /** Nobody knows whether it arrived: the same id again. */
  not_accepted_in_time: 'later',
  rate_limited: 'later',
  media_upload_failed: 'later',
  recipient_not_found: 'never',
  account_restricted: 'never',
  contact_restricted: 'never',
  stale_session: 'once',
  invalid_content: 'never',
  media_expired: 'never',
  unsupported: 'never',
} as const satisfies Record<string, 'later' | 'once' | 'never'>;
export type ChannelErrorCode = keyof typeof CHANNEL_ERRORS;

export class ChannelError extends Error {
  readonly code: ChannelErrorCode;

  constructor(code: ChannelErrorCode, message: string = code, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ChannelError';
    this.code = code;
  }

  /** Whether the same request may succeed later, once more, or never. */
  get retry(): 'later' | 'once' | 'never' {
    return CHANNEL_ERRORS[this.code];
  }
}

/** Somebody in the address book of a linked phone. */
export interface BookEntry {
  /** As the provider spells it. */
  number: string;
  lid: string | null;
  /** As the phone's owner calls them, else as they call themselves; empty when unknown. */
  name: string;
}

export type ChannelEvent =
  | { kind: 'message.received'; message: InboundMessage }
  /**
   * What one chat said before this connection was linked, oldest first. No news: nobody is told, nothing answers. May
   * hold messages that are known.
   */
  | { kind: 'chat.history'; chat: ChatAddress; messages: InboundMessage[] }
  /** Forward only, and possibly before the message itself. */
  | {
      kind: 'message.status_changed';
      chat: ChatAddress;
      ids: string[];
      status: DeliveryStatus;
      at: Date;
      /** Whose device says so, inside a group; empty in a chat of two. */
      participant: string;
    }
  /** Of a reaction or a vote the author in `ref` may be missing: providers do not agree with themselves on his name. */
  | { kind: 'message.changed'; chat: ChatAddress; ref: MessageRef; change: MessageChange }
  /** It rings. */
  | { kind: 'call.offered'; chat: ChatAddress; id: string; video: boolean; at: Date }
  /** Two names of one person. */
  | { kind: 'contact.identity_linked'; chat: ChatAddress }
  /** People of the phone's address book, a part of it or all. */
  | { kind: 'phone_book.told'; entries: BookEntry[] }
  /** The subject of a group. */
  | { kind: 'contact.renamed'; chat: ChatAddress; name: string };

export interface OutgoingFile {
  kind: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  open(): Promise<NodeJS.ReadableStream>;
  mime: string;
  fileName: string;
  text: string;
  width: number | null;
  height: number | null;
  seconds: number | null;
  /** As in `MediaContent`. */
  voice: boolean;
  waveform: Uint8Array | null;
  /** Where the provider has this file already: `MediaContent.source`, or what `prepare` made of it before. */
  known: { source: Uint8Array } | { prepared: Uint8Array } | null;
}

export interface Quoted {
  ref: MessageRef;
  text: string;
}

export interface OutgoingMessage {
  chat: ChatAddress;
  content:
    | { kind: 'text'; text: string }
    | OutgoingFile
    | { kind: 'location'; latitude: number; longitude: number; text: string }
    | { kind: 'contacts'; vcards: string[] }
    /** What we do to an earlier message: like a message of its own, with an id of its own. */
    | { kind: 'edit'; of: MessageRef; text: string }
    | { kind: 'delete'; of: MessageRef }
    | { kind: 'react'; of: MessageRef; emoji: string };
  quoted: Quoted | null;
  forwarded: boolean;
}

/** The commands of one connection. Each may throw `ChannelError`. */
export interface ChannelSession {
  readonly companyId: number;
  readonly connectionId: number;
  readonly capabilities: Capabilities;
  /** Whether `send` and `markRead` make sense right now. */
  isReady(): boolean;
  /** An id for a message that is going to be sent. It is stored first, so that a crash cannot send it twice. */
  newMessageId(): string;
  /** Uploads what must be uploaded. The result may be sent again, also later and by another process. */
  prepare(message: OutgoingMessage): Promise<Uint8Array>;
  /**
   * Resolves when the provider has accepted the message. Sending the same id again is harmless.
   *
   * @returns members of the group that it went to, without ourselves; null in a chat of two
   */
  send(chat: ChatAddress, id: string, prepared: Uint8Array): Promise<number | null>;
  /** Shows the customer that somebody writes to him. Best effort. */
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
  /** Whoever has this number, in one of its spellings; null when nobody has. */
  findPerson(spellings: readonly string[]): Promise<ChatAddress | null>;
  /** The profile picture; null when there is none, or not for us. */
  openPicture(chat: ChatAddress): Promise<AsyncIterable<Uint8Array> | null>;
  /** What a group calls itself. */
  groupName(chat: ChatAddress): Promise<string>;
}

export interface Capabilities {
  /** The caller chooses the ids of its messages. */
  clientMessageIds: boolean;
  readReceipts: boolean;
  typing: boolean;
}

/** What a provider needs from the conversations. */
export interface ChannelListener {
  /**
   * Takes over an event; resolves when it is stored. Events of one chat are handled in the order of the calls,
   * whether or not the caller waits.
   */
  handle(session: ChannelSession, event: ChannelEvent): Promise<void>;
  /** The customer writes. May be dropped. */
  typing(session: ChannelSession, chat: ChatAddress, state: TypingState): void;
  /** What was prepared for a message that we sent to this chat, for the recipient's phone that asks again. */
  loadPrepared(session: ChannelSession, chat: ChatAddress, id: string): Promise<Uint8Array | null>;
}
