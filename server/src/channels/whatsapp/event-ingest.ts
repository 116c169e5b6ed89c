import type { Log } from '../../platform/log.ts';
import type { ChannelEvent } from '../channel.ts';

/** The way of a session's events into rows. */
export interface EventIngest {
  /** @param stored called when the event is stored, and only then */
  emit(event: ChannelEvent, stored: () => void): void;
  /** Resolves when nothing is on its way any more. */
  idle(): Promise<void>;
}

/** @param handle stores an event */
export function createEventIngest(
  handle: (event: ChannelEvent) => Promise<void>,
  log: Pick<Log, 'error'>,
): EventIngest {
  const handling = new Set<Promise<void>>();
  return {
    emit(event, stored) {
      const handled: Promise<void> = handle(event)
        .then(stored)
        .catch((error: unknown) => log.error({ err: error, event: event.kind }, 'event not stored'))
        .finally(() => handling.delete(handled));
      handling.add(handled);
    },
    async idle() {
      while (handling.size > 0) await Promise.all(handling);
    },
  };
}
