import type { Bus } from '../platform/bus.ts';

/**
 * The first change after a quiet moment is told at once; what follows is gathered, for all consoles together: as long as four
 * more rounds would take, so that a machine with much to do does more at once, and longer the more of them hear it.
 */
const COALESCE = { rounds: 5, msOfListener: 2, mostMs: 50 };
/** Correctness never depends on a hint: whoever missed one looks this often. */
const POLL_MS = 5_000;

/** That something may have happened in a company; whoever hears it reads what. */
export interface ChangeHints {
  /** @returns how to leave */
  onHint(companyId: number, onNews: () => void): () => void;
  /** The last round of a company took so long. */
  noteRound(companyId: number, ms: number): void;
  close(): void;
}

interface Company {
  listeners: Set<() => void>;
  toldAt: number;
  /** How long the last round took, in milliseconds. */
  roundMs: number;
  timer: NodeJS.Timeout | undefined;
}

export function createChangeHints(bus: Bus): ChangeHints {
  const companies = new Map<number, Company>();

  function wake({ listeners }: Company): void {
    for (const listener of listeners) listener();
  }

  function notify(company: Company): void {
    company.timer = undefined;
    company.toldAt = performance.now();
    wake(company);
  }

  const pauseOf = ({ roundMs, listeners }: Company) =>
    Math.min(COALESCE.rounds * roundMs + COALESCE.msOfListener * listeners.size, COALESCE.mostMs);

  function onChange(companyId: number): void {
    const company = companies.get(companyId);
    if (!company || company.timer) return;
    const quiet = company.toldAt + pauseOf(company) - performance.now();
    if (quiet <= 0) notify(company);
    else company.timer = setTimeout(notify, quiet, company);
  }

  const stopListening = bus.onDirty(onChange);
  // No news that a change would have to keep its distance from.
  const poll = setInterval(() => {
    for (const company of companies.values()) wake(company);
  }, POLL_MS);
  poll.unref();

  return {
    onHint(companyId, onNews) {
      const company = companies.get(companyId) ?? newCompany();
      companies.set(companyId, company);
      company.listeners.add(onNews);
      return () => {
        company.listeners.delete(onNews);
        if (company.listeners.size > 0) return;
        clearTimeout(company.timer);
        if (companies.get(companyId) === company) companies.delete(companyId);
      };
    },
    noteRound(companyId, ms) {
      const company = companies.get(companyId);
      if (company) company.roundMs = ms;
    },
    close() {
      stopListening();
      clearInterval(poll);
      for (const { timer } of companies.values()) clearTimeout(timer);
      companies.clear();
    },
  };
}

const newCompany = (): Company => ({ listeners: new Set(), toldAt: 0, roundMs: 0, timer: undefined });
