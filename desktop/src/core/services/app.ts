import type { Handlers } from '../../bridge/dispatcher.ts';
import { notificationTexts } from '../notify/texts.ts';
import type { CoreServices } from './core-services.ts';

export function appHandlers({ host, version, log, preferences, events, workspace }: CoreServices) {
  return {
    'app.info': () => ({ version, host: host.kind, can: host.can, mediaBase: host.mediaUrl('') }),
    'notifications.test': () => {
      const { language, notifications } = preferences.get();
      const notice = {
        key: 'test',
        path: '/tickets',
        ...notificationTexts(language, notifications.preview).test(),
      };
      events.emit('notification.shown', { ...notice, sound: true, visible: true });
      host.notify({ ...notice, answer: null });
      return null;
    },
    'settings.get': () => preferences.get(),
    'settings.set': (patch) => {
      const settings = preferences.set(patch);
      if (patch.storage)
        workspace()
          .cachePolicy.apply()
          .catch((err: unknown) => log.error({ err }, 'the cache could not be trimmed'));
      return settings;
    },
    'log.report': (screen) => {
      log.error({ screen }, 'error on the screen');
      return null;
    },
  } satisfies Partial<Handlers>;
}
