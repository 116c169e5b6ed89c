import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/db/database.ts';
import type { LogEntry } from './log.ts';
import { concerns, type View } from './view.ts';

/** The first change after a quiet moment is told at once; what follows is gathered, for all consoles together. */
const COALESCE_MS = 50;
/** Correctness never depends on a hint: whoever missed one looks this often. */
const POLL_MS = 5_000;
const RETRY_MS = 500;
/** One failed read may be chance. */
const FAILURES_UNTIL_LOST = 2;
/** More news than this at once is left to the consoles' own reading. */
const READ_ROWS = 1_000;
const KEPT_ROWS = 4_000;

/** The newest entries of one company's log, shared by all its consoles in this process (sync-protocol 4.6). */
interface Tail {
  /** Whether the log after `cursor` may concern a console; when not, how far it can move on without reading. */
  look(cursor: number, epoch: string, view: View): { concerned: true } | { concerned: false; head: number };
  leave(): void;
}

interface TailListener {
  onNews(): void;
  /** The database does not answer: nobody knows what happens meanwhile. */
  onLost(): void;
}

export interface Tails {
  join(companyId: number, listener: TailListener): Tail;
  close(): Promise<void>;
}

interface Company {
  listeners: Set<TailListener>;
  epoch: string;
  floor: number;
  /** Entries in (base, head] are here. */
  base: number;
  head: number;
  entries: LogEntry[];
  toldAt: number;
  /** One read at a time; a hint during it asks for another. */
  again: boolean;
  reading: Promise<void> | undefined;
}

export function createTails(deps: { db: Database; bus: Bus; onError(error: unknown): void }): Tails {
  const companies = new Map<number, Company>();

  const refresh = (companyId: number): void => {
    const company = companies.get(companyId);
    if (!company) return;
    company.again = true;
    company.reading ??= follow(companyId, company).finally(() => {
      company.reading = undefined;
    });
  };

  async function follow(companyId: number, company: Company): Promise<void> {
    let failures = 0;
    while (company.again && company.listeners.size > 0) {
      const quiet = company.toldAt + COALESCE_MS - performance.now();
      if (quiet > 0) await pause(quiet);
      company.again = false;
      try {
        await advance(companyId, company);
        failures = 0;
      } catch (error) {
        deps.onError(error);
        failures += 1;
        if (failures >= FAILURES_UNTIL_LOST) for (const listener of company.listeners) listener.onLost();
        company.again = true;
        await pause(RETRY_MS);
      }
    }
  }

  function advance(companyId: number, company: Company): Promise<void> {
    const seen = company.head;
    return deps.db.readCompany(companyId, async (tx) => {
      const [state, entries] = await Promise.all([
        tx<{ epoch: string; floor: number; head: number }[]>`
          select epoch, floor,
            greatest(floor, (select max(seq) from change_log where company_id = sync_state.company_id)) as head
          from sync_state where company_id = ${companyId}`,
        tx<LogEntry[]>`
          select seq, entity, row_id, op, scopes from change_log
          where company_id = ${companyId} and seq > ${seen} order by seq limit ${READ_ROWS}`,
      ]);
      const [now] = state;
      if (!now || !learn(company, now, entries)) return;
      company.toldAt = performance.now();
      for (const listener of company.listeners) listener.onNews();
    });
  }

  const stopHearing = deps.bus.onDirty(refresh);
  const poll = setInterval(() => {
    for (const companyId of companies.keys()) refresh(companyId);
  }, POLL_MS);
  poll.unref();

  return {
    join(companyId, listener) {
      const company = companies.get(companyId) ?? emptyCompany();
      companies.set(companyId, company);
      company.listeners.add(listener);
      refresh(companyId);
      return {
        look(cursor, epoch, view) {
          if (epoch !== company.epoch || cursor < company.base || cursor < company.floor)
            return { concerned: true };
          for (let index = company.entries.length - 1; index >= 0; index--) {
            const entry = company.entries[index];
            if (!entry || entry.seq <= cursor) break;
            if (concerns(view, entry)) return { concerned: true };
          }
          return { concerned: false, head: Math.max(cursor, company.head) };
        },
        leave() {
          company.listeners.delete(listener);
          if (company.listeners.size === 0 && companies.get(companyId) === company)
            companies.delete(companyId);
        },
      };
    },
    async close() {
      stopHearing();
      clearInterval(poll);
      const reads = [...companies.values()].map((company) => company.reading);
      for (const company of companies.values()) company.listeners.clear();
      companies.clear();
      await Promise.all(reads);
    },
  };
}

/** Knows nothing yet: its first read starts at the log's end, and older cursors are read from the database. */
function emptyCompany(): Company {
  return {
    listeners: new Set(),
    epoch: '',
    floor: 0,
    base: 0,
    head: 0,
    entries: [],
    toldAt: Number.NEGATIVE_INFINITY,
    again: false,
    reading: undefined,
  };
}

/** @returns whether anything is new. */
function learn(
  company: Company,
  now: Pick<Company, 'epoch' | 'floor' | 'head'>,
  entries: LogEntry[],
): boolean {
  const { epoch, floor } = company;
  Object.assign(company, now);
  if (now.epoch !== epoch || entries.length === READ_ROWS) {
    company.entries = [];
    company.base = now.head;
    return true;
  }
  company.entries.push(...entries);
  if (company.entries.length > KEPT_ROWS) {
    company.base = company.entries[company.entries.length - (KEPT_ROWS >> 1)]?.seq ?? now.head;
    company.entries = company.entries.filter((entry) => entry.seq > company.base);
  }
  return entries.length > 0 || now.floor > floor;
}
