import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

export function syncHandlers({ workspace, syncStatus }: Desk) {
  return {
    'sync.status': () => syncStatus(),
    'sync.retry': () => {
      workspace().sync.retryNow();
      return null;
    },
    'presence.set': (state) => {
      workspace().sync.setPresence(state);
      return null;
    },
    'sync.interest': ({ ticketIds }) => {
      const { sync, notifier } = workspace();
      sync.setInterest(ticketIds);
      notifier.setOpenTickets(ticketIds);
      return null;
    },
  } satisfies Partial<Handlers>;
}
