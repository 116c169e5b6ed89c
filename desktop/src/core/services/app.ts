import type { Handlers } from '../../bridge/dispatcher.ts';
import { notificationTexts } from '../notify/texts.ts';
import type { Desk } from './handlers.ts';

export function appHandlers({ host, version, log, preferences, events }: Desk) {
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
    'settings.set': (patch) => preferences.set(patch),
    'log.report': (screen) => {
      log.error({ screen }, 'error on the screen');
      return null;
    },
  } satisfies Partial<Handlers>;
}
