import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

export function updateHandlers({ host, busyScreens }: CoreServices) {
  return {
    'updates.get': () => host.updates.state(),
    'updates.check': () => {
      host.updates.check();
      return null;
    },
    'updates.install': () => {
      host.updates.install();
      return null;
    },
    'screen.busy': ({ screen, busy }) => {
      busyScreens.set(screen, busy);
      return null;
    },
  } satisfies Partial<Handlers>;
}
