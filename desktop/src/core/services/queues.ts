import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

/** Queues are read from the cache, in the order in which their menu shows them. */
export function queueHandlers({ workspace }: Desk) {
  return { 'queues.list': () => workspace().store.queues() } satisfies Partial<Handlers>;
}
