/** The simulated WhatsApp: one loopback listener for the web socket and for media, and its population of accounts and groups. */

import { EventEmitter } from 'node:events';
import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { binaryNodeToString } from '@whiskeysockets/baileys';
import { WebSocketServer } from 'ws';
import { Ledger } from './ledger.ts';
import type {
  Account,
  AccountOptions,
  CodePairing,
  Connection,
  Group,
  Order,
  World,
  WorldEvents,
} from './model.ts';
import { ClientConnection } from './net/connection.ts';
import { MediaStore } from './net/media-store.ts';
import { SimulatedAccount } from './phones/account.ts';
import { SAMPLE_ORDER } from './phones/sample-order.ts';
import { type Node, nowS, SERVER, userOf } from './wire/nodes.ts';
import { createNoiseIdentity, type NoiseIdentity, trustNoiseRoot } from './wire/noise-identity.ts';
import { createTlsCertificate, type TlsIdentity } from './wire/tls-certificate.ts';

export interface SandboxOptions {
  /** a free one when absent */
  port?: number | undefined;
  /** the address (IPv4) at which it listens; loopback when absent */
  host?: string | undefined;
  /** `false`: plain ws and http */
  secure?: boolean | undefined;
  /** make the Baileys of this process trust the sandbox's Noise root; true when absent */
  trust?: boolean | undefined;
  identity?: WorldIdentity | undefined;
  /** where the bank of its phones is played (`server/test/services/`); none when absent */
  bank?: string | undefined;
  /** where other messengers are played, by the same programs; none when absent */
  messengers?: string | undefined;
}

/** The trust anchors of a sandbox; kept in its state file so that clients survive a restart. */
export interface WorldIdentity {
  noise: NoiseIdentity;
  tls: TlsIdentity;
}

export class SandboxWhatsApp extends EventEmitter<WorldEvents> implements World {
  readonly noiseIdentity: NoiseIdentity;
  readonly host: string;
  readonly tls: TlsIdentity;
  readonly secure: boolean;
  readonly bank: string | undefined;
  readonly messengers: string | undefined;
  readonly media = new MediaStore();
  readonly ledger = new Ledger(() => this.changed());
  /** by phone number jid */
  readonly accounts = new Map<string, SimulatedAccount>();
  readonly byLid = new Map<string, SimulatedAccount>();
  readonly groups = new Map<string, Group>();
  readonly connections = new Set<Connection>();
  /** companions that showed an eight-character code, by the phone's jid */
  readonly codePairings = new Map<string, CodePairing>();
  /** QR texts that were shown to the sandbox, by ref, as a camera would see them */
  readonly shownQrs = new Map<string, string>();
  /** stanzas that the sandbox does not understand: assert that it stays empty */
  readonly unhandled: Node[] = [];
  /** how often a profile picture was requested */
  pictureQuestions = 0;
  /** what was ordered, by the order's id */
  readonly orders = new Map<string, Order>([[SAMPLE_ORDER.id, SAMPLE_ORDER]]);
  /** how often the lines of an order were requested */
  orderQuestions = 0;
  /** the lines of an order come so late; null: never */
  orderDelayMs: number | null = 0;
  readonly appState = new Map<string, Record<string, Buffer[]>>();
  privacy: Record<string, string> = {};
  qrRefs = 6;
  /** seconds a client may use the media hosts before it queries them again */
  mediaTtl = 300;
  /** fault: the server's ack comes late, in milliseconds */
  ackDelayMs = 0;
  /** fault: the server's ack never comes */
  withholdAcks = false;
  /** fault: no end-of-offline marker (the client keeps buffering events) */
  withholdOfflineMarker = false;
  phoneSendsSenderReceipts = true;
  /** fault: answers a query with an error, or not at all */
  iqFault?: (iq: Node, conn: Connection) => undefined | 'drop' | { code: number; text: string };
  /** fault: swallows a stanza of a client */
  dropStanza?: (node: Node, conn: Connection) => boolean;
  /** sees every stanza as text */
  tracer?: (line: string) => void;
  private readonly server: Server;
  private untrust?: () => void;

  private constructor(opts: SandboxOptions) {
    super();
    this.setMaxListeners(0);
    this.on('protocolError', () => {});
    this.noiseIdentity = opts.identity?.noise ?? createNoiseIdentity();
    this.host = opts.host ?? '127.0.0.1';
    this.tls = opts.identity?.tls ?? createTlsCertificate({ host: this.host });
    this.secure = opts.secure !== false;
    this.bank = opts.bank;
    this.messengers = opts.messengers;
    const onRequest = (req: IncomingMessage, res: ServerResponse) =>
      this.media.handle(req, res, this.mediaBaseUrl);
    const { key, cert } = this.tls;
    this.server = this.secure ? createHttps({ key, cert }, onRequest) : createHttp(onRequest);
    const sockets = new WebSocketServer({ server: this.server, perMessageDeflate: false });
    sockets.on('connection', (ws) => this.connections.add(new ClientConnection(this, ws)));
  }

  /** Listens on loopback, unless another address is given: nothing outside this machine can reach it. */
  static async start(opts: SandboxOptions = {}): Promise<SandboxWhatsApp> {
    const world = new SandboxWhatsApp(opts);
    await new Promise<void>((resolve, reject) => {
      world.server.once('error', reject);
      world.server.listen(opts.port ?? 0, world.host, resolve);
    });
    if (opts.trust !== false) world.untrust = trustNoiseRoot(world.noiseIdentity.rootPublic);
    return world;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }
  get url(): string {
    return `${this.secure ? 'wss' : 'ws'}://${this.host}:${this.port}/ws/chat`;
  }
  get mediaHost(): string {
    return `${this.host}:${this.port}`;
  }
  get mediaBaseUrl(): string {
    return `${this.secure ? 'https' : 'http'}://${this.mediaHost}`;
  }
  /** The addresses and keys that a client needs, see `sandboxSocketConfig`. */
  get endpoint(): { url: string; ca: string } {
    return { url: this.url, ca: this.tls.cert };
  }

  account(opts: AccountOptions): SimulatedAccount {
    return this.admit(new SimulatedAccount(this, opts));
  }
  admit(account: SimulatedAccount): SimulatedAccount {
    this.accounts.set(account.pnJid, account);
    this.byLid.set(userOf(account.lidJid), account);
    this.changed();
    return account;
  }
  /** The account of a jid, of either kind, with or without a device. */
  find(jid: string): SimulatedAccount | undefined {
    if (!jid) return undefined;
    return jid.endsWith('@lid') ? this.byLid.get(userOf(jid)) : this.accounts.get(`${userOf(jid)}@${SERVER}`);
  }
  accountOf(number: string): SimulatedAccount | undefined {
    return this.accounts.get(`${number}@${SERVER}`);
  }
  /** Throws when no account has this number. */
  numbered(number: string): SimulatedAccount {
    const account = this.accountOf(number);
    if (!account) throw new Error(`no such account: ${number}`);
    return account;
  }
  connectionByRef(ref: string): Connection | undefined {
    return [...this.connections].find((conn) => conn.pairing?.refs.includes(ref));
  }
  createGroup(subject: string, members: Account[]): Group {
    const jid = `1203630${Date.now()}${this.groups.size}@g.us`;
    const group = { jid, subject, creator: members[0]!, members: new Set(members), createdAt: nowS() };
    this.groups.set(jid, group);
    return group;
  }
  groupMembers(jid: string): Account[] {
    return [...(this.groups.get(jid)?.members ?? [])];
  }
  appStateOf(pnJid: string): Record<string, Buffer[]> {
    const known = this.appState.get(pnJid) ?? {};
    this.appState.set(pnJid, known);
    return known;
  }
  changed(): void {
    this.emit('change');
  }
  trace(direction: '<' | '>', conn: Connection, node: Node): void {
    const who = conn.device?.pnJid ?? '(unpaired)';
    this.tracer?.(`${direction} ${who} ${binaryNodeToString(node).slice(0, 600)}`);
  }

  async stop(): Promise<void> {
    this.untrust?.();
    for (const conn of this.connections) conn.cut();
    for (const account of this.accounts.values()) account.primary.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
