/** One web socket of one client: its handshake, and the stanzas that it exchanges afterwards. */

import type { proto } from '@whiskeysockets/baileys';
import type { WebSocket } from 'ws';
import type { Connection, LinkedDevice, PendingPairing, World } from '../model.ts';
import { decodeBinaryNode, encodeBinaryNode, type Node } from '../wire/nodes.ts';
import { FrameReader, frameOf, NoiseResponder } from '../wire/noise.ts';
import { authenticate } from './login.ts';
import { routeStanza } from './stanzas.ts';

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
        await authenticate(this, payload);
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

  private async onNode(node: Node): Promise<void> {
    const reply = this.replies.get(node.attrs.id ?? '');
    if (reply && node.tag === 'iq' && (node.attrs.type === 'result' || node.attrs.type === 'error')) {
      this.replies.delete(node.attrs.id!);
      return reply(node);
    }
    if (!this.world.dropStanza?.(node, this)) await routeStanza(this, node);
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
