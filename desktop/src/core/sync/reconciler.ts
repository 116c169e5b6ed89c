import { FILE_WAITS_MS } from '@balcao/shared/features/media/limits.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ServerTime } from './server-time.ts';

/** Lets commands whose file the server may have given up meanwhile wait for it again, before any command is sent. */
export interface Reconciler {
  /**
   * @param done the number up to which commands have run
   * @throws Error when this console takes a new name, so that the line has to be made anew
   */
  reconcile(done: number): void;
  /** Otherwise nothing may be sent: it is not known yet what became of some commands. */
  isSettled(): boolean;
  /** What the server has run up to this number is what was waited for. */
  waitsFor(done: number): boolean;
}

export function createReconciler(outbox: Outbox, time: ServerTime): Reconciler {
  /** Nothing is sent before it is known what became of the commands up to this number. */
  let unsettled: number | null = null;

  return {
    reconcile(done) {
      const aged = new Date(time.now() - FILE_WAITS_MS / 2).toISOString();
      const result = outbox.bringAgain(aged, done);
      unsettled = result === 'unsettled' ? done : null;
      if (result === 'renamed')
        throw new Error(
          'what was sent has to wait for its file again, so that this console takes a new name',
        );
    },
    isSettled: () => unsettled === null,
    waitsFor: (done) => unsettled !== null && done >= unsettled,
  };
}
