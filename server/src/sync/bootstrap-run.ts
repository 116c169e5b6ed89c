import type { ServerFrame } from '@balcao/shared/sync/frames.ts';
import { bootstrapFrames } from './bootstrap.ts';
import type { Arrival } from './clients.ts';
import type { ConsolePlace } from './console-place.ts';
import { leaveEpoch } from './epoch.ts';
import type { ReaderDeps } from './read-loop.ts';
import type { SentWindow } from './sent-window.ts';

/** The rows of a console, sent anew: ordered, begun, and sent frame by frame. */
export interface BootstrapRun {
  /** They must come anew and have not begun. */
  readonly isOrdered: boolean;
  readonly isUnderway: boolean;
  order(reason: Arrival['start']): void;
  begin(): Promise<void>;
  /** @returns null after the last one */
  nextFrame(): Promise<ServerFrame | null>;
}

export function createBootstrapRun(
  { db, clock }: Pick<ReaderDeps, 'db' | 'clock'>,
  place: ConsolePlace,
  window: Pick<SentWindow, 'restart'>,
  atArrival: Arrival['start'],
): BootstrapRun {
  let why = atArrival;
  /** The log has fallen behind what this process has read of it. */
  let isRestored = false;
  let frames: AsyncGenerator<ServerFrame, void> | undefined;
  let gen = 0;

  return {
    get isOrdered() {
      return why !== null;
    },
    get isUnderway() {
      return frames !== undefined;
    },
    order(reason) {
      frames = undefined;
      why = reason;
      isRestored = reason === 'ahead';
    },
    async begin() {
      if (isRestored) await leaveEpoch(db, place.identity.companyId, place.position.epoch);
      isRestored = false;
      const start = await place.moveToHead();
      window.restart(start.head);
      const now = clock();
      gen = Math.max(gen + 1, now.getTime());
      const proof = place.proofOf(start.head);
      frames = bootstrapFrames({ gen, start, proof, now, interest: place.view.interest, read: place.read });
      why = null;
    },
    async nextFrame() {
      const next = await frames?.next();
      if (next && !next.done) return next.value;
      frames = undefined;
      return null;
    },
  };
}
