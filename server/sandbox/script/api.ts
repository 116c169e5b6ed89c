/** The script API: the same commands in process (`commands.ts`), over HTTP (`http.ts`) and from tests in other processes (`../client.ts`). */

import { z } from 'zod';
import type { LedgerEntry, Progress } from '../ledger.ts';
import { MESSENGERS, type Messenger } from '../messenger-samples.ts';
import type { DeliveryFaults, Restriction, TypingState } from '../model.ts';
import type { HttpFault } from '../net/media-store.ts';
import { ENVELOPES, SAMPLES } from '../phones/samples.ts';

const number = z.string().regex(/^\d{5,20}$/, 'digits only, with the country code');
const id = z.string().min(1);
const base64 = z.base64();
const empty = z.strictObject({});
const oneNumber = z.strictObject({ number });
const timeoutMs = z.number().int().positive().max(60_000).default(8_000);
const receipts = z.enum(['none', 'delivered', 'read']);
const addressing = z.enum(['lid', 'pn']);

/**
 * Fields of every message. `group`: the jid of a group that both belong to. `forwarded`: marked as forwarded.
 * `viewOnce`: only for a picture, a video or a voice note. `inside`: packed in these, the outer one first.
 */
const envelope = {
  from: number,
  to: number,
  group: z.string().optional(),
  id: id.optional(),
  forwarded: z.boolean().optional(),
  viewOnce: z.boolean().optional(),
  inside: z.array(z.enum(ENVELOPES)).max(20).optional(),
};
const picture = {
  fileBase64: base64,
  mimetype: z.string().optional(),
  text: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
};
const seconds = z.number().int().positive().optional();

const message = z.discriminatedUnion('kind', [
  z.strictObject({
    ...envelope,
    kind: z.literal('text'),
    text: z.string().min(1),
    /** id of a message of the same chat */
    quote: id.optional(),
    /** fault: the reader cannot decrypt the first copy and requests it again */
    corrupt: z.boolean().optional(),
  }),
  z.strictObject({ ...envelope, ...picture, kind: z.literal('image') }),
  /** `note`: recorded like a voice note, and shown in a circle */
  z.strictObject({
    ...envelope,
    ...picture,
    kind: z.literal('video'),
    seconds,
    note: z.boolean().optional(),
  }),
  z.strictObject({ ...envelope, kind: z.literal('voice'), fileBase64: base64, seconds }),
  z.strictObject({
    ...envelope,
    kind: z.literal('audio'),
    fileBase64: base64,
    mimetype: z.string().optional(),
    seconds,
  }),
  z.strictObject({
    ...envelope,
    kind: z.literal('document'),
    fileBase64: base64,
    fileName: z.string().min(1),
    mimetype: z.string().default('application/octet-stream'),
    text: z.string().optional(),
  }),
  z.strictObject({
    ...envelope,
    kind: z.literal('location'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    text: z.string().optional(),
    /** a live location, whose position moves on */
    live: z.boolean().optional(),
  }),
  z.strictObject({
    ...envelope,
    kind: z.literal('contact'),
    name: z.string().min(1),
    vcard: z.string().min(1),
  }),
  z.strictObject({
    ...envelope,
    kind: z.literal('poll'),
    text: z.string().min(1),
    options: z.array(z.string()).min(2),
  }),
  z.strictObject({ ...envelope, kind: z.literal('sticker'), fileBase64: base64 }),
  /** one of what shops and their customers send besides text and files */
  z.strictObject({ ...envelope, kind: z.literal('sample'), name: z.enum(SAMPLES) }),
  /**
   * replaces every earlier choice of this person, in a poll that a phone has sent; of an appointment the options are
   * `going`, `notGoing` and `maybe`
   */
  z.strictObject({ ...envelope, kind: z.literal('vote'), target: id, options: z.array(z.string()) }),
  z.strictObject({ ...envelope, kind: z.literal('reaction'), target: id, text: z.string() }),
  z.strictObject({ ...envelope, kind: z.literal('edit'), target: id, text: z.string().min(1) }),
  z.strictObject({ ...envelope, kind: z.literal('revoke'), target: id }),
]);

const httpFault = z.strictObject({ status: z.number().int(), times: z.number().int().nonnegative() });
const tags = z.array(z.enum(['message', 'receipt', 'notification', 'call']));

export const inputs = {
  /** makes a phone with an account; repeating it changes nothing */
  createPhone: z.strictObject({
    number,
    name: z.string().optional(),
    company: z.boolean().optional(),
    lid: z.string().regex(/^\d+$/).optional(),
    addressing: addressing.optional(),
    receipts: receipts.optional(),
    onWhatsApp: z.boolean().optional(),
  }),
  phones: empty,
  configure: z.strictObject({
    number,
    name: z.string().optional(),
    addressing: addressing.optional(),
    receipts: receipts.optional(),
    onWhatsApp: z.boolean().optional(),
    requirePasskey: z.boolean().optional(),
    /** this phone cannot decrypt the next messages: it requests them again */
    failDecrypt: z.number().int().nonnegative().optional(),
    /** error codes for the next messages of its companions */
    nackNext: z.array(z.string()).optional(),
    /** the history for a freshly linked companion: no answer at all, an empty one, or every chat of two */
    history: z.enum(['none', 'empty', 'full']).optional(),
    pictureBase64: base64.optional(),
  }),
  /** companions that show a QR code right now */
  offers: empty,
  /** stands in for a camera: makes the offer of this QR scannable without its text */
  showQr: z.strictObject({ qr: z.string().min(1) }),
  /** without `qr`: the newest QR that was shown with `showQr` */
  scan: z.strictObject({ number, qr: z.string().min(1).optional() }),
  enterPairingCode: z.strictObject({ number, code: z.string().min(8) }),
  /** every companion, or one */
  unlink: z.strictObject({ number, device: z.number().int().optional() }),
  send: message,
  /** what `sample` and `inside` of a message may be */
  samples: empty,
  typing: z.strictObject({
    from: number,
    to: number,
    state: z.enum(['composing', 'recording', 'paused']).default('composing'),
  }),
  call: z.strictObject({ from: number, to: number, video: z.boolean().optional() }),
  endCall: z.strictObject({ from: number, to: number, callId: id, missed: z.boolean().default(false) }),
  /** everything unread, or what came from one number, or one message */
  read: z.strictObject({ number, from: number.optional(), id: id.optional() }),
  goOffline: oneNumber,
  comeBack: oneNumber,
  /** breaks the companions' connections; `refuse`: and every new one until `restoreCompanions` */
  cutCompanions: z.strictObject({ number, refuse: z.boolean().default(false) }),
  restoreCompanions: oneNumber,
  /** the companions' connections stay open and silent */
  freezeCompanions: oneNumber,
  disturbDeliveries: z.strictObject({
    number,
    drop: z.number().int().nonnegative().default(0),
    duplicate: z.number().int().nonnegative().default(0),
    delayMs: z.number().int().nonnegative().default(0),
    tags: tags.default(['message']),
  }),
  /** keeps every delivery to the companions back until `releaseDeliveries` */
  holdDeliveries: oneNumber,
  releaseDeliveries: oneNumber,
  /** hands a stanza over once more that the companions have long confirmed */
  redeliver: z.strictObject({ number, id }),
  /** sending: every message is refused (463); temporary, banned: cut, and logins refused (402, 403) */
  restrict: z.strictObject({ number, how: z.enum(['none', 'sending', 'temporary', 'banned']) }),
  /** refuses logins with any other reason */
  refuseLogin: z.strictObject({ number, reason: z.number().int().nullable() }),
  configureWorld: z.strictObject({
    ackDelayMs: z.number().int().nonnegative().optional(),
    withholdAcks: z.boolean().optional(),
    withholdOfflineMarker: z.boolean().optional(),
    /** the lines of an order come so late; null: never */
    orderDelayMs: z.number().int().nonnegative().nullable().optional(),
    qrRefs: z.number().int().positive().optional(),
    failUploads: httpFault.optional(),
    failDownloads: httpFault.optional(),
  }),
  /** the file of this message leaves the media host (410) until the companion asks for it again */
  expireMedia: z.strictObject({ from: number, id }),
  /** tells every companion that this person has the number of another phone from now on */
  changeNumber: z.strictObject({ number, to: number }),
  createGroup: z.strictObject({ subject: z.string().min(1), members: z.array(number).min(1) }),
  /** whether phones have a bank to pay with */
  hasBank: empty,
  /** without `code`: the newest Pix code that can be paid, as if it were scanned from the screen */
  payPix: z.strictObject({ code: z.string().min(1).max(1_000).optional() }),
  /** the people on other messengers and what was said there; none where no other is played */
  messengers: empty,
  /** one of them writes to the company; with a picture the text is its caption. Or sends one of their `samples` */
  writeThere: z.strictObject({
    messenger: z.enum(MESSENGERS),
    text: z.string().max(4_000),
    fileBase64: base64.optional(),
    sample: z.string().optional(),
  }),
  /** one of them taps what reads so in a menu of the company's; the newest menu, or the one of this id */
  tapThere: z.strictObject({
    messenger: z.enum(MESSENGERS),
    label: z.string().min(1),
    id: z.string().optional(),
  }),
  /**
   * one of them goes on under another number, or another name of Meta's (`BR.…`), and the messenger says so; it says nothing
   * where somebody begins to hide the number, or shows it again
   */
  moveThere: z.strictObject({
    messenger: z.enum(MESSENGERS),
    to: z.string().regex(/^(\d{5,20}|[A-Z]{2}\.\w{3,100})$/),
  }),
  /** the entries of one account, or of all */
  ledger: z.strictObject({ number: number.optional() }),
  /** the first message of this account, already there or still to come, that matches */
  waitForMessage: z.strictObject({
    number,
    id: id.optional(),
    from: number.optional(),
    to: z.string().optional(),
    kind: z.string().optional(),
    text: z.string().optional(),
    /** at least this far */
    progress: z.enum(['queued', 'refused', 'sent', 'delivered', 'read', 'played']).default('sent'),
    timeoutMs,
  }),
  waitForCompanion: z.strictObject({ number, online: z.boolean().default(true), timeoutMs }),
  /** stanzas that the sandbox did not understand: should stay empty */
  unhandled: empty,
};

export type CommandName = keyof typeof inputs;
type Input<C extends CommandName> = z.input<(typeof inputs)[C]>;

interface DeviceView {
  id: number;
  /** the client's own name, for example "Ubuntu" */
  name: string;
  online: boolean;
  /** one-time keys left at the server */
  preKeys: number;
  /** stanzas the client has not confirmed */
  pending: number;
  faults: DeliveryFaults;
}

export interface SaidThere {
  id: string;
  text: string;
  hasFile: boolean;
  /** Which of the samples it is; null: none. */
  sample: string | null;
  /** What can be tapped below it. */
  choices: string[];
  /** Said by the person, not by the company. */
  mine: boolean;
  /** When it was said, or first seen; milliseconds. */
  at: number;
}

/** Somebody on another messenger, and what was said there since the sandbox started, oldest first. */
export interface MessengerView {
  messenger: Messenger;
  /** Theirs at the messenger: digits, or Meta's name of somebody who hides the number. */
  id: string;
  name: string;
  /** What else than text and pictures they can send. */
  samples: string[];
  /** Whether they can go on under another number. */
  canMove: boolean;
  said: SaidThere[];
}

export interface PhoneView {
  number: string;
  name: string;
  company: boolean;
  pn: string;
  lid: string;
  online: boolean;
  receipts: 'none' | 'delivered' | 'read';
  restriction: Restriction;
  companionsCut: boolean;
  /** messages and receipts that wait for the phone to come back */
  waiting: number;
  /** a companion shows an eight-character code for this number */
  codeRequested: boolean;
  /** who is writing to this phone */
  typing: Record<string, TypingState>;
  devices: DeviceView[];
}

export interface OfferView {
  /** identifies the QR for `scan` only together with its text */
  ref: string;
  since: number;
  name: string;
  /** its text is known, so `scan` needs none */
  shown: boolean;
}

/** A ledger entry with what the ticks show and the companions that have not confirmed it yet. */
export type LedgerView = LedgerEntry & {
  progress: Progress;
  waitingAt: { number: string; device: number }[];
};

export interface Outputs {
  createPhone: PhoneView;
  phones: PhoneView[];
  configure: PhoneView;
  offers: OfferView[];
  showQr: OfferView;
  scan: { device: number };
  enterPairingCode: { device: number };
  unlink: PhoneView;
  send: { id: string };
  samples: { samples: readonly string[]; envelopes: readonly string[] };
  typing: null;
  call: { callId: string };
  endCall: null;
  /** ids of the messages that became read */
  read: { ids: string[] };
  goOffline: PhoneView;
  comeBack: PhoneView;
  cutCompanions: PhoneView;
  restoreCompanions: PhoneView;
  freezeCompanions: PhoneView;
  disturbDeliveries: PhoneView;
  holdDeliveries: PhoneView;
  releaseDeliveries: PhoneView;
  redeliver: null;
  restrict: PhoneView;
  refuseLogin: PhoneView;
  configureWorld: { failUploads: HttpFault; failDownloads: HttpFault };
  expireMedia: null;
  createGroup: { jid: string };
  hasBank: { hasBank: boolean };
  payPix: { txid: string };
  messengers: MessengerView[];
  changeNumber: null;
  writeThere: null;
  tapThere: null;
  moveThere: null;
  ledger: LedgerView[];
  waitForMessage: LedgerView;
  waitForCompanion: PhoneView;
  unhandled: { tag: string; attrs: Record<string, string> }[];
}

/** One method per command; each rejects with an `Error` whose message says what was wrong. */
export type SandboxCommands = {
  [C in CommandName]: Record<never, never> extends Input<C>
    ? (input?: Input<C>) => Promise<Outputs[C]>
    : (input: Input<C>) => Promise<Outputs[C]>;
};
