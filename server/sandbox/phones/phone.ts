/** What a phone is and remembers; what people do with it stands in `account.ts`. */

import { createHmac, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type {
  AccountEvents,
  AccountOptions,
  Addressing,
  History,
  IncomingForAccount,
  LinkedDevice,
  Restriction,
  SentRecord,
  TypingState,
  World,
} from '../model.ts';
import { type Node, SERVER } from '../wire/nodes.ts';
import type { MailboxItem } from './mailbox.ts';
import { SignalDevice, type SignalState } from './signal-device.ts';

/** How many sent messages a phone keeps to send them again on request. */
const SENT_KEPT = 1000;

function lidOf(number: string): string {
  const digest = createHmac('sha256', 'lid').update(number).digest();
  return `1${digest.readUIntBE(0, 6).toString().padStart(14, '0').slice(0, 14)}`;
}

export abstract class Phone extends EventEmitter<AccountEvents> {
  readonly world: World;
  readonly number: string;
  readonly pnJid: string;
  readonly lidJid: string;
  readonly company: boolean;
  readonly primary: SignalDevice;
  readonly linked = new Map<number, LinkedDevice>();
  /** companions that were unlinked, for messages of theirs that still wait for a phone */
  readonly formerDevices = new Map<number, LinkedDevice>();
  readonly received: IncomingForAccount[] = [];
  readonly receiptsSeen: Node[] = [];
  readonly sent = new Map<string, SentRecord>();
  readonly senderKeysSent = new Set<string>();
  /** items that wait for this phone while it is offline */
  mailbox: MailboxItem[] = [];
  /** who is writing to this phone right now, by number */
  readonly typing = new Map<string, TypingState>();
  online = true;
  protected emptyingMailbox = false;
  nextDeviceId = 11;
  private seq = 0;
  /** fault: pretend not to be able to decrypt the next messages (answers with a retry receipt) */
  failDecrypt = 0;
  /** fault: refuse the login of the companions with this `<failure reason>` */
  refuseLogin: { reason: number; attrs?: Record<string, string> | undefined } | undefined;
  /** fault: the companions' network is down; connections are dropped without an answer */
  companionsCut = false;
  /** fault: ack the companions' next messages with these error codes */
  nackNext: string[] = [];
  /** the people this account has blocked, by LID */
  readonly blocked = new Set<string>();
  restriction: Restriction = 'none';
  /** may be linked only with a passkey ceremony after the QR */
  requirePasskey = false;
  history: History = 'empty';
  addressing: Addressing;
  receipts: 'none' | 'delivered' | 'read';
  onWhatsApp: boolean;
  name: string;
  about = 'Hey there! I am using WhatsApp.';
  pictureUrl: string | undefined;

  constructor(world: World, opts: AccountOptions, signal?: SignalState) {
    super();
    this.world = world;
    this.number = opts.number;
    this.primary = new SignalDevice(signal);
    this.pnJid = `${opts.number}@${SERVER}`;
    this.lidJid = `${opts.lid ?? lidOf(opts.number)}@lid`;
    this.name = opts.name ?? opts.number;
    this.company = opts.company ?? false;
    this.addressing = opts.addressing ?? 'lid';
    this.receipts = opts.receipts ?? 'delivered';
    this.onWhatsApp = opts.onWhatsApp ?? true;
  }

  /** online, and nothing waits that must come first */
  get reachable(): boolean {
    return this.online && this.mailbox.length === 0;
  }
  jid(addressing = this.addressing): string {
    return addressing === 'lid' ? this.lidJid : this.pnJid;
  }
  /** this account's jid in the same addressing as `chat` */
  jidIn(chat: string): string {
    return this.jid(chat.endsWith('@lid') || chat.endsWith('@g.us') ? 'lid' : 'pn');
  }
  newId(): string {
    const count = (this.seq++ % 0xff).toString(16).padStart(2, '0');
    return `3A${randomBytes(9).toString('hex')}${count}`.toUpperCase();
  }
  device(id: number): LinkedDevice | undefined {
    return this.linked.get(id) ?? this.formerDevices.get(id);
  }

  /** Sets the profile picture. */
  showPicture(jpeg: Buffer): void {
    const path = `/pp/${this.number}.jpg`;
    this.world.media.plainFiles.set(path, { type: 'image/jpeg', body: jpeg });
    this.pictureUrl = this.world.mediaBaseUrl + path;
  }
  remember(id: string, record: SentRecord): void {
    this.sent.set(id, record);
    if (this.sent.size > SENT_KEPT) this.sent.delete(this.sent.keys().next().value!);
  }
  setTyping(from: string, state: TypingState): void {
    if (state === 'paused') this.typing.delete(from);
    else this.typing.set(from, state);
    this.world.changed();
  }
}
