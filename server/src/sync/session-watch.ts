import type { AppError } from '@balcao/shared/errors.ts';
import { type AccessChange, concernsPerson, onAccessChanged } from '../platform/access-changes.ts';
import type { Bus } from '../platform/bus.ts';
import type { ListenerIdentity } from './snapshot.ts';

/** One question for all consoles of this process: what no hint told is known this soon. */
const EVERY_MS = 1_000;

/** Finds those of these who may not go on as they are served, each with the reason. */
export type Refusals = (listeners: readonly ListenerIdentity[]) => Promise<Map<ListenerIdentity, AppError>>;

interface Deps {
  bus: Bus;
  /** The consoles that are connected now. */
  consoles(): Iterable<ListenerIdentity>;
  refusals: Refusals;
  onRefused(listener: ListenerIdentity, reason: AppError): void;
  onError(error: unknown): void;
}

/**
 * Asks again and again whether those who are connected still may be: sessions end, companies are blocked or become
 * overdue, or are paid, and a socket would not notice.
 */
export function watchSessions(deps: Deps): { stop(): Promise<void> } {
  const looking = new Set<Promise<void>>();
  let ticking = false;

  async function look(consoles: readonly ListenerIdentity[]): Promise<void> {
    if (consoles.length === 0) return;
    try {
      const refusals = await deps.refusals(consoles);
      for (const [listener, reason] of refusals) deps.onRefused(listener, reason);
    } catch (error) {
      deps.onError(error);
    }
  }

  function begin(consoles: readonly ListenerIdentity[]): Promise<void> {
    const work = look(consoles).finally(() => looking.delete(work));
    looking.add(work);
    return work;
  }

  const stopHearing = onAccessChanged(deps.bus, (change: AccessChange) => {
    void begin([...deps.consoles()].filter((identity) => concernsPerson(change, identity)));
  });
  const timer = setInterval(() => {
    // A slow database is not asked a second time.
    if (ticking) return;
    ticking = true;
    void begin([...deps.consoles()]).finally(() => {
      ticking = false;
    });
  }, EVERY_MS);
  timer.unref();

  return {
    async stop() {
      stopHearing();
      clearInterval(timer);
      await Promise.all(looking);
    },
  };
}
