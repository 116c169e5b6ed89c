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
  /** The provider's time, whole seconds. */
  at: Date;
}

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

export type ChannelEvent =
  | { kind: 'message.received'; message: InboundMessage }
  /**
   * What one chat said before this connection was linked, oldest first. No news: nobody is told, nothing answers. May
   * hold messages that are known.
   */
  | { kind: 'chat.history'; chat: ChatAddress; messages: InboundMessage[] }
  /** Forward only, and possibly before the message itself. */
  | { kind: 'message.status_changed'; chat: ChatAddress; ids: string[]; status: DeliveryStatus }
  | { kind: 'message.edited'; chat: ChatAddress; ref: MessageRef; text: string }
  | { kind: 'message.deleted'; chat: ChatAddress; ref: MessageRef }
  /** Two names of one person. */
  | { kind: 'contact.identity_linked'; chat: ChatAddress }
  /** The subject of a group. */
  | { kind: 'contact.renamed'; chat: ChatAddress; name: string };

export interface OutgoingFile {
  kind: 'image' | 'video' | 'audio' | 'document';
  open(): Promise<NodeJS.ReadableStream>;
  mime: string;
  fileName: string;
  text: string;
  width: number | null;
  height: number | null;
  seconds: number | null;
}

export interface Quoted {
  ref: MessageRef;
  text: string;
}

export interface OutgoingMessage {
  chat: ChatAddress;
  content: { kind: 'text'; text: string } | OutgoingFile;
  quoted: Quoted | null;
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
  /** Resolves when the provider has accepted the message. Sending the same id again is harmless. */
  send(chat: ChatAddress, id: string, prepared: Uint8Array): Promise<void>;
  /** Shows the customer that messages were read. */
  markRead(chat: ChatAddress, messages: readonly MessageRef[]): Promise<void>;
  /** The file behind `MediaContent.source`. */
  openMedia(source: Uint8Array): Promise<AsyncIterable<Uint8Array>>;
  /** What a group calls itself. */
  groupName(chat: ChatAddress): Promise<string>;
}

export interface Capabilities {
  /** The caller chooses the ids of its messages. */
  clientMessageIds: boolean;
  readReceipts: boolean;
}

/** What a provider needs from the conversations. */
export interface ChannelListener {
  /**
   * Takes over an event; resolves when it is stored. Events of one chat are handled in the order of the calls,
   * whether or not the caller waits.
   */
  handle(session: ChannelSession, event: ChannelEvent): Promise<void>;
  /** What was prepared for a message that we sent to this chat, for the recipient's phone that asks again. */
  loadPrepared(session: ChannelSession, chat: ChatAddress, id: string): Promise<Uint8Array | null>;
}
