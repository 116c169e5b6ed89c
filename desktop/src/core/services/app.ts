import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

export function appHandlers({ host, version, log, preferences }: Desk) {
  return {
    'app.info': () => ({ version, host: host.kind, notifications: host.canNotify }),
    'settings.get': () => preferences.get(),
    'settings.set': (patch) => preferences.set(patch),
    'log.report': (screen) => {
      log.error({ screen }, 'error on the screen');
      return null;
    },
  } satisfies Partial<Handlers>;
}
