import { crashAt } from '../platform/failpoints.ts';
import { exactNow, newsShown } from '../platform/moments.ts';
import type { ConsolePlace } from './console-place.ts';
import type { SentWindow } from './sent-window.ts';
import type { SharedReads } from './shared-reads.ts';

/** The first of a console's commands after a quiet moment is confirmed at once; those that follow are gathered. */
const COALESCE_MS = 50;
/** How often the cursor of a console is moved over changes that do not concern it, so that it never becomes too old. */
export const IDLE_ADVANCE_MS = 60_000;

/** What is new for a console, in batches. */
export interface ConsoleBatches {
  /** The log has changed. */
  hint(): void;
  /** A command of this console was settled: its confirmation must travel. */
  settled(): void;
  /** The rows of a bootstrap have been sent: what happened meanwhile follows. */
  afterBootstrap(): void;
  /** Sends what is due. @returns how long to sleep, in ms; 0 when there may be more */
  next(now: number): Promise<number>;
}

export function createConsoleBatches(
  sharedReads: SharedReads,
  place: ConsolePlace,
  window: SentWindow,
): ConsoleBatches {
  let acked = 0;
  /** News and the rest of a page are read at once, the results of own commands after a moment. */
  let mustRead: 'now' | 'soon' | null = 'now';
  /** The first batch goes even when it is empty: it says that the console is up to date. */
  let mustSend = true;
  /** When the oldest news was heard of that it was not sent; null: it has all. */
  let heardAt: number | null = null;

  async function sendBatch(): Promise<void> {
    mustRead = null;
    const [begunAt, since] = [exactNow(), heardAt];
    heardAt = null;
    const { identity, view, position } = place;
    const from = window.sent;
    const batch = await sharedReads.read({ form: 'frame', identity, view, position, from, acked });
    crashAt('feed.read');
    place.moveTo({ epoch: batch.epoch, seq: batch.to });
    if (batch.more) mustRead = 'now';
    if (batch.empty && !(mustSend && !batch.more)) return;
    mustSend &&= batch.more;
    acked = batch.acked;
    window.send(batch.text, batch.to);
    crashAt('feed.sent');
    if (since !== null && newsShown.isHeard)
      newsShown.tell({ messageIds: batch.messageIds, heardAt: since, begunAt, sentAt: exactNow() });
  }

  /** Nothing but the new position, which needs no look at the database. */
  function sendPosition(to: number): void {
    const mutations = { acked, results: [] };
    const frame = {
      type: 'batch',
      from: window.sent,
      to,
      proof: place.proofOf(to),
      more: false,
      mutations,
    } as const;
    window.send(JSON.stringify({ ...frame, puts: [], evicts: [], deletes: [], gaps: [] }), to);
  }

  return {
    hint() {
      mustRead = 'now';
      heardAt ??= exactNow();
    },
    settled() {
      mustRead ??= 'soon';
    },
    afterBootstrap() {
      mustRead = 'now';
      mustSend = true;
    },
    async next(now) {
      if (mustRead === null) {
        const { seq } = place.position;
        if (seq > window.sent && now - window.sentAt > IDLE_ADVANCE_MS) sendPosition(seq);
        return IDLE_ADVANCE_MS;
      }
      const quiet = window.sentAt + COALESCE_MS - now;
      if (mustRead === 'soon' && window.sentAt > 0 && quiet > 0) return quiet;
      await sendBatch();
      return 0;
    },
  };
}
