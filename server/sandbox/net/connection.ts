/** One web socket of one client: handshake, login or registration, stanza routing. */

import { randomBytes } from 'node:crypto';
import type { proto } from '@whiskeysockets/baileys';
import type { WebSocket } from 'ws';
import type { Connection, LinkedDevice, PendingPairing, World } from '../model.ts';
import { bootstrap } from '../phones/history.ts';
import { decodeBinaryNode, encodeBinaryNode, kids, type Node, n, nowS, SERVER } from '../wire/nodes.ts';
import { FrameReader, frameOf, NoiseResponder } from '../wire/noise.ts';
import { handleIq } from './iq.ts';
import { routeReceipt } from './receipts.ts';
import { routeMessage } from './routing.ts';

export class ClientConnection implements Connection {
  readonly world: World;
  readonly ws: WebSocket;
  private readonly noise: NoiseResponder;
  private readonly reader = new FrameReader();
  private stage: 'hello' | 'finish' | 'open' = 'hello';
  private queue: Promise<unknown> = Promise.resolve();
  private readonly replies = new Map<string, (node: Node) => void>();
  private seq = 0;
  clientStatic: Buffer | undefined;
  payload: proto.ClientPayload | undefined;
  pairing: PendingPairing | undefined;
  passkey: Connection['passkey'];
  device: LinkedDevice | undefined;
  /** the client has requested traffic (`passive: active`); live stanzas may flow */
  ready = false;
  /** fault: swallow everything in both directions, as a dead network does */
  frozen = false;

  constructor(world: World, ws: WebSocket) {
    this.world = world;
    this.ws = ws;
    this.noise = new NoiseResponder(world.noiseIdentity.serverStatic, world.noiseIdentity.chain);
    ws.on('message', (data: Buffer) => {
      this.queue = this.queue
        .then(() => this.onData(data))
        .catch((err) => this.world.emit('protocolError', err as Error, this));
    });
    ws.on('close', () => this.onClosed());
    ws.on('error', () => {});
  }

  private async onData(data: Buffer): Promise<void> {
    if (this.frozen) return;
    for (const frame of this.reader.push(data)) {
      if (this.stage === 'hello') {
        this.ws.send(frameOf(this.noise.hello(this.reader.prologue!, frame)));
        this.stage = 'finish';
      } else if (this.stage === 'finish') {
        const { clientStatic, payload } = this.noise.finish(frame);
        this.clientStatic = clientStatic;
        this.payload = payload;
        this.stage = 'open';
        await this.onAuthenticated(payload);
      } else {
        const node = await decodeBinaryNode(this.noise.open(frame));
        this.world.trace('<', this, node);
        await this.onNode(node);
      }
    }
  }

  async send(node: Node): Promise<void> {
    if (this.frozen || this.ws.readyState !== this.ws.OPEN) return;
    this.world.trace('>', this, node);
    this.ws.send(frameOf(this.noise.seal(encodeBinaryNode(node))));
  }

  /** Sends an `<iq>` and awaits the client's answer. */
  query(node: Node, timeoutMs = 10_000): Promise<Node> {
    const id = node.attrs.id ?? `sandbox-${++this.seq}`;
    node.attrs.id = id;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`client did not answer ${id}`)), timeoutMs);
      this.replies.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      void this.send(node);
    });
  }

  close(): void {
    // lets the last stanza out before the close frame
    setTimeout(() => this.ws.close(), 5);
  }

  /** The network breaks: no close frame. */
  cut(): void {
    this.ws.terminate();
  }

  private async onAuthenticated(payload: proto.ClientPayload): Promise<void> {
    const { username } = payload;
    const number = username === null || username === undefined ? '0' : String(username);
    if (number === '0') return this.offerPairing(payload);
    const account = this.world.accounts.get(`${number}@${SERVER}`);
    if (account?.companionsCut) return this.cut();
    const refusal = account?.refuseLogin;
    if (refusal) return this.refuse(refusal.reason, refusal.attrs);
    const device = account?.linked.get(payload.device ?? 0);
    if (!device?.identity.noiseKey.equals(this.clientStatic!)) return this.refuse(401);
    await this.login(device);
  }

  private offerPairing(payload: proto.ClientPayload): void {
    const data = payload.devicePairingData!;
    const refs = Array.from({ length: this.world.qrRefs }, () => `2@${randomBytes(32).toString('base64')}`);
    this.pairing = {
      refs,
      since: Date.now(),
      identityKey: Buffer.from(data.eIdent!),
      registrationId: Buffer.from(data.eRegid!).readUInt32BE(),
      signedPreKey: {
        keyId: Buffer.from(data.eSkeyId!).readUIntBE(0, 3),
        publicKey: Buffer.from(data.eSkeyVal!),
        signature: Buffer.from(data.eSkeySig!),
      },
      deviceProps: data.deviceProps ?? undefined,
    };
    const offer = refs.map((ref) => n('ref', {}, Buffer.from(ref)));
    const attrs = { from: SERVER, type: 'set', xmlns: 'md' };
    void this.query(n('iq', attrs, [n('pair-device', {}, offer)])).catch(() => {});
    this.world.changed();
  }

  private async refuse(reason: number, attrs: Record<string, string> = {}): Promise<void> {
    await this.send(n('failure', { reason, location: 'sandbox', ...attrs }));
    this.close();
  }

  private async login(device: LinkedDevice): Promise<void> {
    const old = device.connection;
    if (old) {
      await old.send(n('stream:error', {}, [n('conflict', { type: 'replaced' })]));
      old.close();
      old.device = undefined;
    }
    this.device = device;
    device.connection = this;
    await this.send(
      n('success', {
        t: nowS(),
        props: 27,
        companion_enc_static: randomBytes(32).toString('base64'),
        lid: device.lidJid,
        location: 'sandbox',
        creation: nowS(),
      }),
    );
  }

  /**
   * After `<passive active>`: sends everything that waited while the client was offline, then the end-of-offline
   * marker.
   */
  async goLive(): Promise<void> {
    const device = this.device!;
    const sent = new Set<Node>();
    const waiting = () => [...device.pending.values()].filter((stanza) => !sent.has(stanza));
    const backlog = waiting();
    if (backlog.length) {
      const count = (tag: string) => backlog.filter((stanza) => stanza.tag === tag).length;
      const preview = {
        count: backlog.length,
        message: count('message'),
        receipt: count('receipt'),
        notification: count('notification'),
        appdata: 0,
      };
      await this.send(n('ib', { from: SERVER }, [n('offline_preview', preview)]));
    }
    // Later stanzas queue behind it.
    for (let next = waiting(); next.length; next = waiting())
      for (const stanza of next) {
        await this.send({ ...stanza, attrs: { ...stanza.attrs, offline: String(sent.size) } });
        sent.add(stanza);
      }
    this.ready = true;
    this.world.changed();
    if (this.world.withholdOfflineMarker) return;
    await this.send(n('ib', { from: SERVER }, [n('offline', { count: sent.size })]));
    if (!device.bootstrapped) await bootstrap(device.account, device);
    this.world.emit('online', device);
  }

  private async onNode(node: Node): Promise<void> {
    const reply = this.replies.get(node.attrs.id ?? '');
    if (reply && node.tag === 'iq' && (node.attrs.type === 'result' || node.attrs.type === 'error')) {
      this.replies.delete(node.attrs.id!);
      return reply(node);
    }
    if (this.world.dropStanza?.(node, this)) return;
    switch (node.tag) {
      case 'iq':
        return handleIq(this, node);
      case 'message':
        return routeMessage(this, node);
      case 'receipt':
        return routeReceipt(this, node);
      case 'ack':
        return this.onAck(node);
      case 'call':
        return this.onCall(node);
      case 'presence':
      case 'chatstate':
        return this.onPresence(node);
      case 'ib':
        return;
      default:
        this.world.unhandled.push(node);
    }
  }

  /** A client confirms one message, receipt, notification or call stanza. Receipts of several people share an id. */
  private onAck(node: Node): void {
    const { id, class: tag, type, to, participant } = node.attrs;
    for (const [key, { tag: waiting, attrs }] of this.device?.pending ?? []) {
      const same = waiting === tag && attrs.id === id && attrs.type === type;
      if (!same || attrs.from !== to || attrs.participant !== participant) continue;
      this.device?.confirm(key);
      break;
    }
    this.world.emit('clientAck', node, this);
    this.world.changed();
  }

  private async onCall(node: Node): Promise<void> {
    const { id, to } = node.attrs;
    this.world.find(to ?? '')?.emit('call', node);
    await this.send(n('ack', { id, class: 'call', type: kids(node)[0]?.tag, from: to }));
  }

  private async onPresence(node: Node): Promise<void> {
    const { to, type } = node.attrs;
    const target = this.world.find(to ?? '');
    (target ?? this.device?.account)?.emit('presence', node);
    if (node.tag === 'chatstate' && target && this.device) {
      const [state] = kids(node);
      const writing = state?.attrs.media === 'audio' ? 'recording' : 'composing';
      target.setTyping(this.device.account.number, state?.tag === 'composing' ? writing : 'paused');
    }
    if (type === 'subscribe' && target)
      await this.send(n('presence', { from: to, type: 'unavailable', last: nowS() - 60 }));
  }

  private onClosed(): void {
    this.ready = false;
    if (this.device?.connection === this) this.device.connection = undefined;
    this.world.connections.delete(this);
    for (const [jid, pairing] of this.world.codePairings)
      if (pairing.conn === this) this.world.codePairings.delete(jid);
    this.world.emit('offline', this);
    this.world.changed();
  }
}
