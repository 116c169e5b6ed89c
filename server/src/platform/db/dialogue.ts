import { readBeginning } from './beginning.ts';

/**
 * The messages of one connection between the driver and PostgreSQL: a letter, a length in four bytes, a text. Only their
 * heads are read, except of the few that are named here.
 */
export interface Dialogue {
  /** The driver says `bytes`, which are whole messages. */
  say(bytes: Buffer): Said;
  /** PostgreSQL says `bytes`. @returns what of it is for the driver; null when PostgreSQL refused what we said for it */
  hear(bytes: Buffer): Buffer | null;
  /** Asks whether PostgreSQL is there. The driver does not hear the answer. */
  probe(): Buffer;
  /** PostgreSQL owes an answer. */
  readonly isAwaited: boolean;
  /** As far as PostgreSQL knows. */
  readonly isInTransaction: boolean;
  /** Names the connection: the process that serves it, and a secret. */
  readonly backend: string | undefined;
}

interface Said {
  /** For PostgreSQL, now. */
  sent: Buffer;
  /** For the driver, in PostgreSQL's name. */
  answer: Buffer;
}

const code = (letter: string) => letter.charCodeAt(0);
/** The beginnings of what PostgreSQL answers with one `ReadyForQuery`: those of a query or of a statement's steps. */
const ASKING = new Set([...'QPBDECHFS'].map(code));
const [QUERY, SYNC] = [code('Q'), code('S')];
const [READY, COMPLETE, ERROR, BACKEND] = [code('Z'), code('C'), code('E'), code('K')];
const HEAD = 5;
const NOTHING = Buffer.alloc(0);

const SYNC_MESSAGE = message(SYNC, '');
const BEGUN = Buffer.concat([message(COMPLETE, 'BEGIN\0'), message(READY, 'T')]);

/** Longer messages are none. */
const MAX_BEGINNING = 120;

/**
 * The beginning of a transaction is answered here, and travels with the first statement behind it: it costs no round trip
 * of its own. It cannot fail while the connection lives; if it is refused nevertheless, the connection is of no more use.
 */
export function createDialogue(): Dialogue {
  /** The driver has introduced itself. */
  let isStarted = false;
  /** So many times PostgreSQL will say that it is ready. */
  let awaited = 0;
  /** A statement's steps have begun; what ends them has not been said. */
  let isAsking = false;
  /** The statements that begin a transaction, of which PostgreSQL has not heard yet. */
  let held: string[] = [];
  /** Letters of the next answers that are not for the driver: it has them already, or did not ask. */
  let unasked = '';
  let isInTransaction = false;
  let backend: string | undefined;
  /** So many bytes of the message under way are still to come. */
  let left = 0;
  /** Of a message that is read only as a whole. */
  let incomplete: Buffer = NOTHING;

  function count(letter: number): void {
    if (!ASKING.has(letter)) return;
    if (!isAsking) awaited += 1;
    isAsking = letter !== QUERY && letter !== SYNC;
  }

  function release(): Buffer {
    if (held.length === 0) return NOTHING;
    const beginning = query(held);
    unasked += `${'C'.repeat(held.length)}Z`;
    awaited += 1;
    held = [];
    return beginning;
  }

  function begin(sent: Buffer, beginning: string[]): Said {
    // An answer under way may be neither overtaken by ours nor cut in two.
    if (awaited === 0 && left === 0) {
      held = beginning;
      return { sent, answer: BEGUN };
    }
    awaited += 1;
    return { sent: joined(sent, query(beginning)), answer: NOTHING };
  }

  /** Of each message of PostgreSQL. @returns whether the driver hears it; null: refused */
  function note(bytes: Buffer, at: number): boolean | null {
    const letter = bytes[at] as number;
    if (letter === ERROR && unasked !== '') return null;
    if (letter === BACKEND)
      backend = backendOf(bytes.readUInt32BE(at + HEAD), bytes.readUInt32BE(at + HEAD + 4));
    if (letter === READY) {
      awaited -= 1;
      isInTransaction = bytes[at + HEAD] !== code('I');
    }
    if (unasked === '' || letter !== code(unasked)) return true;
    unasked = unasked.slice(1);
    return false;
  }

  return {
    say(bytes) {
      if (!isStarted) {
        // Without a letter: who it is, or what it wants to end.
        isStarted = true;
        awaited = 1;
        return { sent: bytes, answer: NOTHING };
      }
      const released = release();
      let at = 0;
      for (let end = endOf(bytes, at); end < bytes.length; end = endOf(bytes, at)) {
        count(bytes[at] as number);
        at = end;
      }
      // Only the last one: behind a beginning the driver waits for its answer.
      const beginning = beginningAt(bytes, at);
      if (beginning.length > 0) return begin(joined(released, bytes.subarray(0, at)), beginning);
      count(bytes[at] as number);
      return { sent: joined(released, bytes), answer: NOTHING };
    },

    hear(chunk) {
      const bytes = incomplete.length > 0 ? Buffer.concat([incomplete, chunk]) : chunk;
      const heard: Buffer[] = [];
      let from = 0;
      let at = left;
      while (at + HEAD <= bytes.length) {
        const end = endOf(bytes, at);
        if (end > bytes.length && isReadAsAWhole(bytes[at] as number)) break;
        const isForDriver = note(bytes, at);
        if (isForDriver === null) return null;
        if (!isForDriver) {
          heard.push(bytes.subarray(from, at));
          from = end;
        }
        at = end;
      }
      left = Math.max(0, at - bytes.length);
      incomplete = bytes.subarray(at);
      const rest = bytes.subarray(from, at);
      return heard.length === 0 ? rest : Buffer.concat([...heard, rest]);
    },

    probe() {
      awaited += 1;
      unasked += 'Z';
      return SYNC_MESSAGE;
    },

    get isAwaited() {
      return awaited > 0;
    },
    get isInTransaction() {
      return isInTransaction;
    },
    get backend() {
      return backend;
    },
  };
}

export const backendOf = (pid: number, secret: number) => `${pid} ${secret}`;

/** Short ones all of them. */
const isReadAsAWhole = (letter: number) => letter === READY || letter === COMPLETE || letter === BACKEND;

const endOf = (bytes: Buffer, at: number) => at + 1 + bytes.readUInt32BE(at + 1);

function beginningAt(bytes: Buffer, at: number): string[] {
  if (bytes[at] !== QUERY || bytes.length - at > MAX_BEGINNING) return [];
  return readBeginning(bytes.toString('latin1', at + HEAD, bytes.length - 1));
}

/** Nothing is copied when there is nothing before it. */
const joined = (before: Buffer, bytes: Buffer) =>
  before.length === 0 ? bytes : Buffer.concat([before, bytes]);

const query = (statements: string[]) => message(QUERY, `${statements.join(';')}\0`);

function message(letter: number, text: string): Buffer {
  const bytes = Buffer.alloc(HEAD + text.length);
  bytes[0] = letter;
  bytes.writeUInt32BE(4 + text.length, 1);
  bytes.write(text, HEAD, 'latin1');
  return bytes;
}
