import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

/** What a company has named once and agents use all day, from the cache: it works without a network. */
export function catalogHandlers({ workspace }: Desk) {
  return {
    /** In the order in which their menu shows them. */
    'users.list': () => workspace().store.users(),
    'queues.list': () => workspace().store.queues(),
    'tags.list': () => workspace().store.tags(),
    'quickMessages.list': () =>
      workspace()
        .store.quickMessages()
        .filter(({ status }) => status),
  } satisfies Partial<Handlers>;
}
