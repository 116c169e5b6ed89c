/**
 * The types that the parts of the sandbox share. Accounts, companions, connections and the world hold one another, so
 * their files meet here and not in one another.
 */
import type { EventEmitter } from 'node:events';
import type { proto } from '@whiskeysockets/baileys';
import type { Ledger } from './ledger.ts';
import type { MediaStore } from './net/media-store.ts';
import type { Content, Uploaded } from './phones/content.ts';
import type { MailboxItem } from './phones/mailbox.ts';
import type { PreKeyBundle, SignalDevice, SignedPreKey } from './phones/signal-device.ts';
import type { MediaKind } from './wire/media-crypto.ts';
import type { Node } from './wire/nodes.ts';
import type { NoiseIdentity } from './wire/noise-identity.ts';

/** How messages are addressed on the wire; WhatsApp now uses LIDs for most chats. */
export type Addressing = 'lid' | 'pn';
export type ReceiptKind = 'delivered' | 'read' | 'played';
export type TypingState = 'composing' | 'recording' | 'paused';

/** A restriction that WhatsApp's enforcement puts on an account. */
export type Restriction = 'none' | 'sending' | 'temporary' | 'banned';

/**
 * `empty`: an empty first history; `none`: the phone sends nothing, like one that is offline; `full`: its chats of two.
 */
export type History = proto.IHistorySync | 'none' | 'empty' | 'full';

export interface AccountOptions {
  /** digits only, with the country code */
  number: string;
  name?: string | undefined;
  lid?: string | undefined;
  addressing?: Addressing | undefined;
  /** receipts sent by themselves for messages this account receives */
  receipts?: 'none' | 'delivered' | 'read' | undefined;
  onWhatsApp?: boolean | undefined;
  /** shown as a company's phone on the web page */
  company?: boolean | undefined;
}

export interface IncomingForAccount {
  id: string;
  from: LinkedDevice;
  chat: string;
  message: proto.Message;
  encType: string;
  stanza: Node;
  /** the copy for the phone whose own companion sent it */
  ownCopy: boolean;
}

/** Faults on the way to a companion; counters go down with each stanza they hit. */
export interface DeliveryFaults {
  /** swallow this many: the server keeps them and delivers at the next login */
  drop: number;
  /** hand this many over twice */
  duplicate: number;
  /** hand over after this many milliseconds */
  delayMs: number;
  /** which stanzas are hit */
  tags: ('message' | 'receipt' | 'notification' | 'call')[];
}

export interface DeviceIdentity {
  id: number;
  keyIndex: number;
  noiseKey: Buffer;
  identityKey: Buffer;
  registrationId: number;
  signedPreKey: SignedPreKey;
  deviceProps?: Uint8Array | undefined;
}

export interface SendOptions {
  id?: string | undefined;
  /** jid of the group it is written in */
  group?: string | undefined;
  /** jid of the broadcast list that it goes through; the reader sees it in the chat of two */
  list?: string | undefined;
  addressing?: Addressing | undefined;
  /** fault: the first copy cannot be decrypted, so that the reader must request it again */
  corrupt?: boolean | undefined;
  /** seconds since the epoch; now when absent */
  timestamp?: number | undefined;
  /** fault: encrypted in place of the message, padding included */
  plain?: Uint8Array | undefined;
}

/** A message as the phone keeps it, to send it again on request. */
export interface SentRecord {
  content: Content;
  opts: SendOptions;
  /** number of the account it was meant for */
  to: string;
}

export interface Group {
  jid: string;
  subject: string;
  creator: Account;
  members: Set<Account>;
  /** seconds since the epoch */
  createdAt: number;
}

/** What is ordered from a catalogue, as the server tells it to whoever has the token. */
export interface Order {
  /** base64 */
  token: string;
  currency: string;
  /** `price`: thousandths; as text, because anything can stand there */
  lines: { name: string; quantity: number; price: string }[];
}

/** A companion that showed a code and waits for it to be typed into the phone. */
export interface CodePairing {
  conn: Connection;
  wrappedCompanionEphemeral: Buffer;
  ref: Buffer;
  finish?: (finish: Node) => void;
}

/** A client that has no account yet and shows QR codes. */
export interface PendingPairing {
  refs: string[];
  since: number;
  identityKey: Buffer;
  registrationId: number;
  signedPreKey: SignedPreKey;
  deviceProps?: Uint8Array | undefined;
}

export interface WorldEvents {
  online: [LinkedDevice];
  offline: [Connection];
  clientMessage: [Node, LinkedDevice];
  clientAck: [Node, Connection];
  unlinkedByClient: [LinkedDevice];
  pairingCodeRequested: [string];
  protocolError: [Error, Connection];
  /** a phone failed to handle something in its mailbox */
  phoneError: [Error, Account];
  contactDecryptFailure: [Error, Account, Node];
  /** something that a person or a test can see has changed */
  change: [];
}

export interface AccountEvents {
  message: [IncomingForAccount];
  receipt: [Node];
  call: [Node];
  presence: [Node];
}

/** The whole simulation: see `sandbox.ts`. */
export interface World extends EventEmitter<WorldEvents> {
  readonly noiseIdentity: NoiseIdentity;
  readonly media: MediaStore;
  readonly mediaHost: string;
  readonly mediaBaseUrl: string;
  readonly ledger: Ledger;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly byLid: ReadonlyMap<string, Account>;
  readonly groups: Map<string, Group>;
  readonly connections: Set<Connection>;
  readonly codePairings: Map<string, CodePairing>;
  readonly shownQrs: Map<string, string>;
  readonly unhandled: Node[];
  pictureQuestions: number;
  readonly orders: Map<string, Order>;
  orderQuestions: number;
  readonly orderDelayMs: number | null;
  privacy: Record<string, string>;
  readonly qrRefs: number;
  readonly mediaTtl: number;
  readonly ackDelayMs: number;
  readonly withholdAcks: boolean;
  readonly withholdOfflineMarker: boolean;
  phoneSendsSenderReceipts: boolean;
  readonly iqFault?: (iq: Node, conn: Connection) => undefined | 'drop' | { code: number; text: string };
  readonly dropStanza?: (node: Node, conn: Connection) => boolean;
  find(jid: string): Account | undefined;
  numbered(number: string): Account;
  accountOf(number: string): Account | undefined;
  connectionByRef(ref: string): Connection | undefined;
  createGroup(subject: string, members: Account[]): Group;
  groupMembers(jid: string): Account[];
  appStateOf(pnJid: string): Record<string, Buffer[]>;
  changed(): void;
  trace(direction: '<' | '>', conn: Connection, node: Node): void;
}

/** A phone and its owner: see `phones/account.ts`. */
export interface Account extends EventEmitter<AccountEvents> {
  readonly world: World;
  readonly number: string;
  readonly pnJid: string;
  readonly lidJid: string;
  readonly primary: SignalDevice;
  readonly linked: Map<number, LinkedDevice>;
  readonly formerDevices: Map<number, LinkedDevice>;
  readonly received: IncomingForAccount[];
  readonly receiptsSeen: Node[];
  readonly sent: Map<string, SentRecord>;
  readonly senderKeysSent: Set<string>;
  readonly mailbox: MailboxItem[];
  readonly online: boolean;
  readonly reachable: boolean;
  nextDeviceId: number;
  failDecrypt: number;
  refuseLogin: { reason: number; attrs?: Record<string, string> | undefined } | undefined;
  companionsCut: boolean;
  nackNext: string[];
  readonly blocked: Set<string>;
  restriction: Restriction;
  readonly requirePasskey: boolean;
  readonly history: History;
  readonly addressing: Addressing;
  readonly receipts: 'none' | 'delivered' | 'read';
  readonly onWhatsApp: boolean;
  name: string;
  about: string;
  pictureUrl: string | undefined;
  jid(addressing?: Addressing): string;
  jidIn(chat: string): string;
  newId(): string;
  device(id: number): LinkedDevice | undefined;
  forget(device: LinkedDevice): void;
  remember(id: string, record: SentRecord): void;
  upload(plain: Buffer, kind: MediaKind): Uploaded;
  sendReceipt(device: LinkedDevice, ids: string[], kind: ReceiptKind, chat: string): Promise<void>;
  read(incoming: Pick<IncomingForAccount, 'from' | 'id' | 'chat'>): Promise<void>;
  arriveFromPhone(from: string, id: string): void;
  setTyping(from: string, state: TypingState): void;
}

/** A companion of a phone: see `phones/linked-device.ts`. */
export interface LinkedDevice {
  readonly account: Account;
  readonly identity: DeviceIdentity;
  readonly id: number;
  readonly pnJid: string;
  readonly lidJid: string;
  readonly online: boolean;
  readonly preKeys: Map<number, Buffer>;
  readonly pending: Map<string, Node>;
  connection: Connection | undefined;
  bootstrapped: boolean;
  faults: DeliveryFaults;
  hold: boolean;
  takeBundle(): PreKeyBundle;
  deliver(key: string, stanza: Node): Promise<void>;
  release(): Promise<void>;
  redeliver(key: string): Promise<void>;
  confirm(key: string): void;
  confirmId(id: string): void;
}

/** One web socket of one client: see `net/connection.ts`. */
export interface Connection {
  readonly world: World;
  readonly clientStatic: Buffer | undefined;
  device: LinkedDevice | undefined;
  pairing: PendingPairing | undefined;
  /** the ceremony that a passkey demands before this client may be linked */
  passkey: { handleIq(iq: Node, first: Node): Promise<void> } | undefined;
  ready: boolean;
  frozen: boolean;
  send(node: Node): Promise<void>;
  query(node: Node, timeoutMs?: number): Promise<Node>;
  close(): void;
  cut(): void;
}
