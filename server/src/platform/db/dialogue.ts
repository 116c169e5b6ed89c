import { readBeginning } from './beginning.ts';
import {
  ANSWERS_TO_ROW,
  ANSWERS_TO_STEPS,
  BACKEND,
  BEGUN,
  COMPLETE,
  code,
  ERROR,
  endOf,
  HEAD,
  joined,
  NOTHING,
  NOTICE,
  QUERY,
  query,
  READY,
  SYNC,
  SYNC_MESSAGE,
  steps,
} from './messages.ts';

/**
 * Where one connection between the driver and PostgreSQL stands. Of its messages only the heads are read, except of the
 * few that are named here.
 *
 * The beginning of a transaction is answered here, and travels with the first statement behind it: it costs no round trip
 * of its own. It cannot fail while the connection lives. If it is refused nevertheless, PostgreSQL takes nothing of that
 * statement, and the connection is of no more use.
 */
export interface Dialogue {
  /** The driver has introduced itself. */
  isStarted: boolean;
  /** What is asked before the driver hears that PostgreSQL is ready; empty once it is answered, or if there is nothing. */
  opening: string;
  /** PostgreSQL refused the driver, or the opening. The driver knows why, and the connection is of no use. */
  isRefused: boolean;
  /** So many times PostgreSQL will say that it is ready. */
  awaited: number;
  /** A statement's steps have begun; what ends them has not been said. */
  isAsking: boolean;
  /** The statements that begin a transaction, of which PostgreSQL has not heard yet. */
  held: string[];
  /** Letters of the next answers that are not for the driver: it has them already, or did not ask. */
  unasked: string;
  /** As far as PostgreSQL knows. */
  isInTransaction: boolean;
  /** Names the connection: the process that serves it, and a secret. */
  backend: string | undefined;
  /** So many bytes of the message under way are still to come. */
  left: number;
  /** Of a message that is read only as a whole. */
  incomplete: Buffer;
}

interface Said {
  /** For PostgreSQL, now. */
  sent: Buffer;
  /** For the driver, in PostgreSQL's name. */
  answer: Buffer;
}

/** The beginnings of what PostgreSQL answers with one READY: those of a query or of a statement's steps. */
const ASKING = new Set([...'QPBDECHFS'].map(code));
/** Short ones all of them. */
const READ_AS_A_WHOLE = new Set([READY, COMPLETE, BACKEND, ERROR, NOTICE]);
/** Longer messages are none. */
const MAX_BEGINNING = 120;

/**
 * The function of PostgreSQL that warns of a commit which no standby has, because an operator cancelled the wait or ends
 * the server. What PostgreSQL calls done then would be gone if another one took over.
 */
const ALONE = Buffer.from('RSyncRepWaitForLSN\0');

/** @param opening a query of one row that has to succeed before anything else is said */
export const createDialogue = (opening = ''): Dialogue => ({
  isStarted: false,
  opening,
  isRefused: false,
  awaited: 0,
  isAsking: false,
  held: [],
  // That PostgreSQL is ready the driver hears after the opening.
  unasked: opening === '' ? '' : String.fromCharCode(READY),
  isInTransaction: false,
  backend: undefined,
  left: 0,
  incomplete: NOTHING,
});

/** PostgreSQL owes an answer. */
export const isAwaited = ({ awaited }: Dialogue) => awaited > 0;

export const backendOf = (pid: number, secret: number) => `${pid} ${secret}`;

/** The driver says `bytes`, which are whole messages. */
export function say(dialogue: Dialogue, bytes: Buffer): Said {
  if (!dialogue.isStarted) return introduce(dialogue, bytes);
  const released = release(dialogue);
  const last = countUpToLast(dialogue, bytes);
  // Only the last one: behind a beginning the driver waits for its answer.
  const beginning = beginningAt(bytes, last);
  if (beginning.length > 0) return begin(dialogue, joined(released, bytes.subarray(0, last)), beginning);
  count(dialogue, bytes[last]);
  return { sent: joined(released, bytes), answer: NOTHING };
}

/** Without a letter: who it is, or what it wants to end. */
function introduce(dialogue: Dialogue, bytes: Buffer): Said {
  dialogue.isStarted = true;
  dialogue.awaited = 1;
  return { sent: bytes, answer: NOTHING };
}

/** What was held goes as the first steps of what the driver says now: ended with it, and refused with it. */
function release(dialogue: Dialogue): Buffer {
  const { held } = dialogue;
  if (held.length === 0) return NOTHING;
  dialogue.held = [];
  dialogue.unasked += ANSWERS_TO_STEPS.repeat(held.length);
  dialogue.awaited += 1;
  dialogue.isAsking = true;
  return Buffer.concat(held.map(steps));
}

/** @returns where the last message begins */
function countUpToLast(dialogue: Dialogue, bytes: Buffer): number {
  let at = 0;
  for (let end = endOf(bytes, at); end < bytes.length; end = endOf(bytes, at)) {
    count(dialogue, bytes[at]);
    at = end;
  }
  return at;
}

function count(dialogue: Dialogue, letter = 0): void {
  if (!ASKING.has(letter)) return;
  if (!dialogue.isAsking) dialogue.awaited += 1;
  dialogue.isAsking = letter !== QUERY && letter !== SYNC;
}

function beginningAt(bytes: Buffer, at: number): string[] {
  if (bytes[at] !== QUERY || bytes.length - at > MAX_BEGINNING) return [];
  return readBeginning(bytes.toString('latin1', at + HEAD, bytes.length - 1));
}

function begin(dialogue: Dialogue, sent: Buffer, beginning: string[]): Said {
  // An answer under way may be neither overtaken by ours nor cut in two.
  if (dialogue.awaited === 0 && dialogue.left === 0) {
    dialogue.held = beginning;
    return { sent, answer: BEGUN };
  }
  dialogue.awaited += 1;
  return { sent: joined(sent, query(beginning.join(';'))), answer: NOTHING };
}

/**
 * PostgreSQL says `bytes`.
 *
 * @returns what of it is for the driver; null when PostgreSQL refused what we said for it, or what it says of a commit is
 * not to be believed
 */
export function hear(dialogue: Dialogue, chunk: Buffer): Buffer | null {
  const bytes = joined(dialogue.incomplete, chunk);
  let heard = NOTHING;
  let from = 0;
  let at = dialogue.left;
  while (at + HEAD <= bytes.length) {
    const end = endOf(bytes, at);
    const letter = bytes[at] as number;
    if (end > bytes.length && READ_AS_A_WHOLE.has(letter)) break;
    if (letter === NOTICE && bytes.subarray(at, end).includes(ALONE)) return null;
    if (letter === ERROR && dialogue.opening !== '') {
      dialogue.isRefused = true;
      return joined(heard, bytes.subarray(from, end));
    }
    if (letter === ERROR && dialogue.unasked !== '') return null;
    note(dialogue, letter, bytes, at + HEAD);
    if (isUnasked(dialogue, letter)) {
      heard = joined(heard, bytes.subarray(from, at));
      from = end;
    }
    at = end;
  }
  dialogue.left = Math.max(0, at - bytes.length);
  dialogue.incomplete = bytes.subarray(at);
  return joined(heard, bytes.subarray(from, at));
}

function note(dialogue: Dialogue, letter: number, bytes: Buffer, text: number): void {
  if (letter === BACKEND)
    dialogue.backend = backendOf(bytes.readUInt32BE(text), bytes.readUInt32BE(text + 4));
  if (letter === READY) {
    dialogue.awaited -= 1;
    if (dialogue.unasked === '') dialogue.opening = '';
    dialogue.isInTransaction = bytes[text] !== code('I');
  }
}

function isUnasked(dialogue: Dialogue, letter: number): boolean {
  if (dialogue.unasked === '' || letter !== code(dialogue.unasked)) return false;
  dialogue.unasked = dialogue.unasked.slice(1);
  return true;
}

/** @returns what must be said now, because PostgreSQL is ready for the first time; mostly nothing */
export function open(dialogue: Dialogue): Buffer {
  const isTime = dialogue.opening !== '' && dialogue.unasked === '' && dialogue.awaited === 0;
  if (!isTime) return NOTHING;
  dialogue.awaited = 1;
  dialogue.unasked = ANSWERS_TO_ROW;
  return query(dialogue.opening);
}

/** Asks whether PostgreSQL is there. The driver does not hear the answer. */
export function probe(dialogue: Dialogue): Buffer {
  dialogue.awaited += 1;
  dialogue.unasked += String.fromCharCode(READY);
  return SYNC_MESSAGE;
}
