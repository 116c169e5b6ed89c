/** A WhatsApp account: a person's phone, and the companions ("linked devices") it owns. Customers and companies are alike. */

import { createHmac, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { proto } from '@whiskeysockets/baileys';
import type {
  Account,
  AccountEvents,
  AccountOptions,
  Addressing,
  History,
  IncomingForAccount,
  LinkedDevice,
  ReceiptKind,
  Restriction,
  SendOptions,
  SentRecord,
  TypingState,
  World,
} from '../model.ts';
import { readReceipt } from '../net/receipts.ts';
import { encryptMedia, type MediaKind } from '../wire/media-crypto.ts';
import { type Node, n, nowS, SERVER } from '../wire/nodes.ts';
import { receive } from './arrival.ts';
import * as content from './content.ts';
import type { MailboxItem } from './mailbox.ts';
import { scan, unlink } from './pairing.ts';
import { send, sendWaiting } from './sending.ts';
import { SignalDevice, type SignalState } from './signal-device.ts';
import { offerCall, setTypingOnCompanions, terminateCall } from './signals.ts';

/** How many sent messages a phone keeps to send them again on request. */
const SENT_KEPT = 1000;

function lidOf(number: string): string {
  const digest = createHmac('sha256', 'lid').update(number).digest();
  return `1${digest.readUIntBE(0, 6).toString().padStart(14, '0').slice(0, 14)}`;
}

export class SimulatedAccount extends EventEmitter<AccountEvents> implements Account {
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
  private emptyingMailbox = false;
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

  // --- linking ---------------------------------------------------------------------------------
  /** Scans the QR shown by a client; resolves when the client was sent the restart (515). */
  scan(qr: string): Promise<LinkedDevice> {
    return scan(this, qr);
  }
  unlink(device: LinkedDevice): Promise<void> {
    return unlink(this, device);
  }
  forget(device: LinkedDevice): void {
    this.linked.delete(device.id);
    this.formerDevices.set(device.id, device);
    this.world.changed();
  }

  // --- offline and back --------------------------------------------------------------------------
  /** Takes the phone offline: it sends nothing and confirms nothing; messages wait for it. */
  goOffline(): void {
    this.online = false;
    this.world.changed();
  }
  /** Brings the phone back: it receives what waited and sends what was written meanwhile, in order. */
  async comeBack(): Promise<void> {
    this.online = true;
    if (this.emptyingMailbox) return;
    this.emptyingMailbox = true;
    // an item stays in the mailbox until it is handled, so that what comes meanwhile queues behind it
    for (let item = this.mailbox[0]; item && this.online; item = this.mailbox[0]) {
      await this.handleWaiting(item).catch((err) => this.world.emit('phoneError', err as Error, this));
      this.mailbox.shift();
    }
    this.emptyingMailbox = false;
    this.world.changed();
  }
  private async handleWaiting(item: MailboxItem): Promise<void> {
    if (item.what === 'send') return sendWaiting(this, item.id);
    if (item.what === 'fromPhone') return this.showFromPhone(item.from, item.id);
    const sender = this.world.numbered(item.from.number).device(item.from.device);
    if (!sender) return;
    if (item.what === 'receipt') return readReceipt(this, sender, item.node);
    return receive(this, { ...item, sender });
  }

  // --- writing -----------------------------------------------------------------------------------
  send(target: Account, what: content.Content, opts: SendOptions = {}): Promise<string> {
    return send(this, target, what, opts);
  }
  remember(id: string, record: SentRecord): void {
    this.sent.set(id, record);
    if (this.sent.size > SENT_KEPT) this.sent.delete(this.sent.keys().next().value!);
  }
  upload(plain: Buffer, kind: MediaKind): content.Uploaded {
    const media = encryptMedia(plain, kind);
    return content.uploaded(media, this.world.media.put(media.blob), this.world.mediaBaseUrl);
  }
  text(target: Account, text: string, opts: SendOptions = {}): Promise<string> {
    return this.send(target, content.textContent(text), opts);
  }
  image(target: Account, file: Buffer, caption?: string, opts: SendOptions = {}): Promise<string> {
    return this.send(target, content.imageContent(this.upload(file, 'image'), { caption }), opts);
  }
  voice(target: Account, file: Buffer, seconds?: number): Promise<string> {
    return this.send(target, content.voiceContent(this.upload(file, 'audio'), seconds));
  }
  document(target: Account, file: Buffer, fileName: string, mimetype: string): Promise<string> {
    const uploaded = this.upload(file, 'document');
    return this.send(target, content.documentContent(uploaded, { fileName, mimetype }));
  }
  location(target: Account, latitude: number, longitude: number, name?: string): Promise<string> {
    return this.send(target, content.locationContent(latitude, longitude, name));
  }
  vcard(target: Account, displayName: string, vcard: string): Promise<string> {
    return this.send(target, content.contactContent(displayName, vcard));
  }
  poll(target: Account, question: string, options: string[]): Promise<string> {
    return this.send(target, content.pollContent(question, options));
  }
  react(target: Account, key: proto.IMessageKey, emoji: string): Promise<string> {
    return this.send(target, content.reactionContent(key, emoji));
  }
  revoke(target: Account, id: string): Promise<string> {
    return this.send(target, content.revokeContent({ remoteJid: target.pnJid, fromMe: true, id }));
  }
  edit(target: Account, id: string, text: string): Promise<string> {
    return this.send(target, content.editContent({ remoteJid: target.pnJid, fromMe: true, id }, text));
  }
  typingTo(target: Account, state: TypingState = 'composing'): Promise<void> {
    return setTypingOnCompanions(this, target, state);
  }
  call(target: Account, opts: { id?: string; video?: boolean | undefined } = {}): Promise<string> {
    return offerCall(this, target, opts);
  }
  endCall(target: Account, callId: string, reason?: 'timeout'): Promise<void> {
    return terminateCall(this, target, callId, reason);
  }

  // --- reading -----------------------------------------------------------------------------------
  /** Receipts of this account for messages it got from `device`. */
  async sendReceipt(device: LinkedDevice, ids: string[], kind: ReceiptKind, chat: string): Promise<void> {
    const { ledger } = this.world;
    for (const id of ids) ledger.mark(ledger.get(device.account.number, id), this.number, kind);
    const [first, ...rest] = ids;
    const attrs = {
      id: first,
      from: chat,
      t: nowS(),
      type: kind === 'delivered' ? undefined : kind,
      participant: chat.endsWith('@g.us') ? this.jid() : undefined,
    };
    const list = rest.map((id) => n('item', { id }));
    await device.deliver(
      `receipt/${first}/${kind}/${this.pnJid}`,
      n('receipt', attrs, list.length ? [n('list', {}, list)] : undefined),
    );
  }
  async read(incoming: Pick<IncomingForAccount, 'from' | 'id' | 'chat'>): Promise<void> {
    const { chat } = incoming;
    const from = chat.endsWith('@g.us') ? chat : this.jid(chat.endsWith('@lid') ? 'lid' : 'pn');
    await this.sendReceipt(incoming.from, [incoming.id], 'read', from);
  }
  /** A message of another simulated phone; phones that are both in the sandbox need no wire. */
  arriveFromPhone(from: string, id: string): void {
    if (this.reachable) this.showFromPhone(from, id);
    else this.mailbox.push({ what: 'fromPhone', from, id });
  }
  private showFromPhone(from: string, id: string): void {
    const { ledger } = this.world;
    const entry = ledger.get(from, id);
    ledger.mark(entry, this.number, 'arrived');
    if (this.receipts !== 'none') ledger.mark(entry, this.number, 'delivered');
    if (this.receipts === 'read') ledger.mark(entry, this.number, 'read');
  }
  setTyping(from: string, state: TypingState): void {
    if (state === 'paused') this.typing.delete(from);
    else this.typing.set(from, state);
    this.world.changed();
  }

  /** The first message, received or still to come, that matches. */
  waitFor(
    match: (m: IncomingForAccount) => boolean = () => true,
    timeoutMs = 5000,
  ): Promise<IncomingForAccount> {
    const hit = this.received.find(match);
    if (hit) return Promise.resolve(hit);
    return new Promise((resolve, reject) => {
      const listener = (m: IncomingForAccount) => {
        if (!match(m)) return;
        clearTimeout(timer);
        this.off('message', listener);
        resolve(m);
      };
      const timer = setTimeout(() => {
        this.off('message', listener);
        reject(new Error(`${this.name}: no matching message within ${timeoutMs} ms`));
      }, timeoutMs);
      this.on('message', listener);
    });
  }
}
