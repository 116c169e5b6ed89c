/**
 * Everything that every account sent and received, in order: the sandbox's own record of the truth, for
 * tests that compare it with what the system under test stored ("nothing lost, nothing doubled").
 */
import type { Description, MediaLocation } from './describe.ts';

/** Milliseconds since the epoch at which a recipient's phone or companion did something with a message. */
export interface Handling {
  arrived?: number;
  delivered?: number;
  read?: number;
  played?: number;
}

export interface LedgerEntry extends Description {
  /** position over all accounts */
  order: number;
  id: string;
  /** number of the sending account */
  from: string;
  /** number of the receiving account, or the jid of a group */
  to: string;
  /** the jid a companion wrote to */
  chat?: string;
  /** the phone itself, or the id of the companion that sent it */
  sentBy: 'phone' | number;
  /** when it was written, milliseconds since the epoch */
  at: number;
  /** queued: the sending phone is offline; refused: nacked, see `error` */
  server: 'queued' | 'accepted' | 'refused';
  error?: string;
  /** how often a companion handed a stanza of this id to the server */
  transmissions: number;
  /** how often a reader requested it again */
  retries: number;
  /** by number of the recipient */
  recipients: Record<string, Handling>;
}

export type Progress = 'queued' | 'refused' | 'sent' | 'delivered' | 'read' | 'played';

const ORDER: Progress[] = ['sent', 'delivered', 'read', 'played'];

/** How far a message has come with all of its recipients: what the ticks show. */
export function progressOf(entry: LedgerEntry): Progress {
  if (entry.server !== 'accepted') return entry.server;
  const each = Object.values(entry.recipients).map((handling) =>
    handling.played ? 3 : handling.read ? 2 : handling.delivered ? 1 : 0,
  );
  return ORDER[each.length ? Math.min(...each) : 0]!;
}

export class Ledger {
  readonly entries = new Map<string, LedgerEntry>();
  readonly media = new Map<string, MediaLocation>();
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  get(from: string, id: string): LedgerEntry | undefined {
    return this.entries.get(`${from}/${id}`);
  }

  /** The entry of this message, made on first sight. */
  open(
    entry: Pick<LedgerEntry, 'id' | 'from' | 'to' | 'sentBy' | 'chat'>,
    recipients: string[],
  ): LedgerEntry {
    const key = `${entry.from}/${entry.id}`;
    let known = this.entries.get(key);
    if (!known) {
      known = {
        order: this.entries.size + 1,
        ...entry,
        kind: 'unsupported',
        at: Date.now(),
        server: 'accepted',
        transmissions: 0,
        retries: 0,
        recipients: Object.fromEntries(recipients.map((number) => [number, {}])),
      };
      this.entries.set(key, known);
    }
    this.changed();
    return known;
  }

  update(
    entry: LedgerEntry,
    changes: Partial<Pick<LedgerEntry, 'server' | 'error' | 'transmissions'>>,
  ): void {
    Object.assign(entry, changes);
    this.changed();
  }

  /** Counts a request to send this message again. */
  countRetry(from: string, id: string): void {
    const entry = this.get(from, id);
    if (!entry) return;
    entry.retries++;
    this.changed();
  }

  describe(entry: LedgerEntry, description: Description, media?: MediaLocation): void {
    Object.assign(entry, description);
    if (media) this.media.set(`${entry.from}/${entry.id}`, media);
    this.changed();
  }

  mark(entry: LedgerEntry | undefined, recipient: string, what: keyof Handling): void {
    const handling = entry?.recipients[recipient];
    if (!handling) return;
    // read implies delivered, as the ticks do
    if (what === 'read' || what === 'played') handling.delivered ??= Date.now();
    if (what === 'played') handling.read ??= Date.now();
    handling[what] ??= Date.now();
    this.changed();
  }

  /** Everything an account sent or received (or everything at all), oldest first. */
  of(number?: string): LedgerEntry[] {
    const all = [...this.entries.values()];
    return number ? all.filter((entry) => entry.from === number || number in entry.recipients) : all;
  }
}
