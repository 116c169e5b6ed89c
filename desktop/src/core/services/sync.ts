import type { Handlers, Screen } from '../../bridge/dispatcher.ts';
import type { CoreServices } from './core-services.ts';

/** A caller that drives the core without a bridge counts as a screen that stays. */
export const PROGRAM: Screen = { gone: new AbortController().signal };

export function syncHandlers({ workspace, syncStatus }: CoreServices) {
  return {
    'sync.status': () => syncStatus(),
    'sync.retry': () => {
      workspace().sync.retryNow();
      return null;
    },
    'sync.wake': () => {
      workspace().sync.wake();
      return null;
    },
    'presence.set': (state) => {
      workspace().sync.setPresence(state);
      return null;
    },
    'sync.interest': (shown, screen = PROGRAM) => {
      workspace().screens.show(screen, shown);
      return null;
    },
  } satisfies Partial<Handlers>;
}
