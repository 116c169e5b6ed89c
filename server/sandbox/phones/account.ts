/** A WhatsApp account: a person's phone, and the companions ("linked devices") it owns. Customers and companies are alike. */

import type { proto } from '@whiskeysockets/baileys';
import type {
  Account,
  IncomingForAccount,
  LinkedDevice,
  ReceiptKind,
  SendOptions,
  TypingState,
} from '../model.ts';
import { encryptMedia, type MediaKind } from '../wire/media-crypto.ts';
import { emptyMailbox } from './coming-back.ts';
import * as content from './content.ts';
import { scan, unlink } from './pairing.ts';
import { Phone } from './phone.ts';
import { receivedMessage, sendReceipt, showFromPhone } from './receiving.ts';
import { send } from './sending.ts';
import { offerCall, setTypingOnCompanions, terminateCall } from './signals.ts';

export class SimulatedAccount extends Phone implements Account {
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
    await emptyMailbox(this);
    this.emptyingMailbox = false;
    this.world.changed();
  }

  // --- writing -----------------------------------------------------------------------------------
  send(target: Account, what: content.Content, opts: SendOptions = {}): Promise<string> {
    return send(this, target, what, opts);
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
  sendReceipt(device: LinkedDevice, ids: string[], kind: ReceiptKind, chat: string): Promise<void> {
    return sendReceipt(this, device, { ids, kind, chat });
  }
  async read(incoming: Pick<IncomingForAccount, 'from' | 'id' | 'chat'>): Promise<void> {
    const { chat } = incoming;
    const from = chat.endsWith('@g.us') ? chat : this.jid(chat.endsWith('@lid') ? 'lid' : 'pn');
    await this.sendReceipt(incoming.from, [incoming.id], 'read', from);
  }
  /** A message of another simulated phone; phones that are both in the sandbox need no wire. */
  arriveFromPhone(from: string, id: string): void {
    if (this.reachable) showFromPhone(this, from, id);
    else this.mailbox.push({ what: 'fromPhone', from, id });
  }

  /** The first message, received or still to come, that matches. */
  waitFor(
    match: (m: IncomingForAccount) => boolean = () => true,
    timeoutMs = 5000,
  ): Promise<IncomingForAccount> {
    return receivedMessage(this, match, timeoutMs);
  }
}
