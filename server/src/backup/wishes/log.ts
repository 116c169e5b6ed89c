import { reasonOf } from '../../platform/jobs/take-due.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { BackupConfig } from '../settings.ts';
import { createSign, type End, readLines, type Sign, type Wish, writeLines } from './lines.ts';
import { openShelf } from './open-shelf.ts';
import type { Shelf } from './shelf.ts';

/** What stands beside the backups is not what was written there. Its words say what an operator does. */
class BrokenLogError extends Error {
  constructor(place: string, what: string, remedy: string) {
    super(
      `The record of who asked to be erased or left alone, at ${place}, ${what}. ${remedy} Or start once with --without-wishes: then whoever was erased since the backup is here again, and campaigns may write to whoever asked to be left alone since.`,
    );
    this.name = 'BrokenLogError';
  }
}

/** The place of the lines is away, or takes none now. */
export class PlaceError extends Error {}

/** One part: what it tells, and where it ends. */
interface Part {
  wishes: Wish[];
  end: End;
}

/** The lines of one database beside its backups. */
export interface WishLog {
  place: string;
  /** Whether there is anything after this line. */
  hasMore(after: End): Promise<boolean>;
  /** What comes after this line, in order. Throws `BrokenLogError`, also where lines are missing at the end. */
  after(end: End): AsyncGenerator<Part, void>;
  /** Writes them after this line. Null: somebody has written there. */
  append(after: End, wishes: readonly (Wish | null)[]): Promise<End | null>;
  /** One part after this line, if there is one that fits. */
  next(after: End): Promise<Part | undefined>;
  /** The number of the last line, whoever wrote it. */
  last(): Promise<number>;
  /** Whether any line was ever written there. */
  isBegun(): Promise<boolean>;
  close(): void;
}

const BRING_BACK = 'Bring back a copy of it as it was.';

export async function openWishLog(backup: BackupConfig, secrets: Pick<Secrets, 'derive'>): Promise<WishLog> {
  const shelf = saying(await openShelf(backup));
  const sign = createSign(secrets);
  const { place } = shelf;
  const next = async (after: End) => readLines(sign, after, await shelf.read(after.line + 1));

  return {
    place,
    close: shelf.close,
    hasMore: async ({ line }) => ((await shelf.parts()).at(-1) ?? 0) > line,
    async *after(begin) {
      let end = begin;
      const parts = (await shelf.parts()).filter((part) => part > begin.line);
      for (const part of parts) {
        if (part !== end.line + 1)
          throw new BrokenLogError(place, `lacks the lines ${end.line + 1} to ${part - 1}`, BRING_BACK);
        const found = await next(end);
        if (!found) throw await whyUnread(shelf, sign, part);
        yield found;
        end = found.end;
      }
      const marked = readMark(await shelf.readMark(), sign);
      if (marked === null && begin.line > 0)
        throw new BrokenLogError(place, 'is not there, or does not say how many lines it has', BRING_BACK);
      if (marked !== null && marked > end.line)
        throw new BrokenLogError(place, `lacks the lines ${end.line + 1} to ${marked}`, BRING_BACK);
    },
    async append(after, wishes) {
      const { text, end } = writeLines(sign, after, wishes);
      const isNew = await shelf.add(after.line + 1, text);
      if (isNew) await shelf.mark(writeMark(end.line, sign));
      return isNew ? end : null;
    },
    async next(after) {
      const found = await next(after);
      if (found) await shelf.mark(writeMark(found.end.line, sign));
      return found;
    },
    isBegun: async () => (await shelf.readMark()) !== null,
    async last() {
      const part = (await shelf.parts()).at(-1);
      if (part === undefined) return 0;
      const lines = (await shelf.read(part)).trimEnd().split('\n');
      return part + lines.length - 1;
    },
  };
}

/** Whatever its place throws is a `PlaceError`. */
function saying({ place, close, ...shelf }: Shelf): Shelf {
  const said =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      try {
        return await ask(...given);
      } catch (error) {
        const { cause } = error as Error;
        throw new PlaceError(reasonOf(cause instanceof Error ? cause : error), { cause: error });
      }
    };
  return {
    place,
    close,
    parts: said(shelf.parts),
    read: said(shelf.read),
    add: said(shelf.add),
    readMark: said(shelf.readMark),
    mark: said(shelf.mark),
  };
}

const writeMark = (line: number, sign: Sign) => `${line} ${sign(String(line), 'end')}\n`;

function readMark(text: string | null, sign: Sign): number | null {
  const [line = '', signature] = (text ?? '').trim().split(' ');
  return text !== null && sign(line, 'end') === signature ? Number(line) : null;
}

/** Whether its own end was signed by this installation tells a change from another key. */
async function whyUnread(shelf: Shelf, sign: Sign, part: number): Promise<Error> {
  const isOurs = readMark(await shelf.readMark(), sign) !== null;
  return isOurs
    ? new BrokenLogError(shelf.place, `is damaged from line ${part} on`, BRING_BACK)
    : new BrokenLogError(
        shelf.place,
        'was signed with another key',
        'Bring back the SECRET_KEY_FILE of the server that made these backups.',
      );
}
