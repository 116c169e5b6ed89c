import type { SessionClass } from '@balcao/shared/contract/call.ts';
import type { AppError, ErrorCode } from '@balcao/shared/errors.ts';
import type { ClientFrame, ServerFrame } from '@balcao/shared/sync/frames.ts';
import type { LiveClientFrame } from '@balcao/shared/sync/live.ts';
import type { ItemNews } from '../modules/contact-lists/list-item-news.ts';
import type { Caller } from '../platform/http/admission.ts';
import type { FrameSocket } from '../platform/realtime/frame-socket.ts';
import type { ChatTyping } from './chat-typing.ts';
import type { Commands } from './commands.ts';
import type { ReaderDeps } from './reader.ts';
import type { ListenerIdentity } from './snapshot.ts';
import type { LiveServerFrame } from './subscriber.ts';
import type { LiveLinks } from './synced-entity.ts';
import type { TicketPresence } from './ticket-presence.ts';

export type AnyClientFrame = ClientFrame | LiveClientFrame;
type AnyServerFrame = ServerFrame | LiveServerFrame;
export type LinkSocket = FrameSocket<AnyServerFrame>;

export interface LinkAccess extends Caller {
  expiresAt: Date;
  sessionClass: SessionClass;
}

export interface LinkDeps extends ReaderDeps {
  commands: Commands;
  links: LiveLinks;
  tickets: TicketPresence;
  chats: ChatTyping;
  /** What changes in contact lists. @returns how to stop */
  hearItems(companyId: number, hear: (news: ItemNews) => void): () => void;
  verifyAccess(token: string): Promise<LinkAccess>;
  /** As in `SyncDeps`. */
  minConsole: string | null;
  /** Why this session may not go on, by all that decides it; null when it may. */
  refusalOf(identity: ListenerIdentity): Promise<AppError | null>;
  onError(error: unknown, context: string): void;
  /** @returns false when the agent has too many consoles connected. */
  admit(link: Link, identity: ListenerIdentity): boolean;
  /** The person is there, as a program says. */
  beat(identity: ListenerIdentity): void;
  /** The line is closed; everything that the console asked for is finished. */
  onClosed(link: Link): void;
}

/** One connection of one console, from the first byte to the last. */
export interface Link {
  /** The session may not be served any more. */
  end(reason: AppError): void;
  /** Another connection of the same console has taken this one's place. */
  replace(): void;
  goAway(reconnectAfterMs: number): void;
  /** Resolves when nothing of this connection works any more. */
  readonly finished: Promise<void>;
}

/** Who is at the other side, once the first frame has said it: a console, or a program that listens to live events. */
export interface Peer {
  dispatch(frame: AnyClientFrame): void;
  /** It confirms what was sent, which counts for no frame of its own. */
  confirms(frame: AnyClientFrame): boolean;
  /** The other side took something. */
  drained(): void;
  /** What is still under way for it when the session may not be served any more: that is told first. */
  beforeEnd?(code: ErrorCode): Promise<void> | undefined;
  /** What it is told before the error that ends the connection. */
  lastWords(code: ErrorCode): AnyServerFrame | null;
  /** Resolves when nothing works for it any more. */
  stop(): Promise<void>;
}
