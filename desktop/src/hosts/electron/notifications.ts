import type { Notification } from 'electron';
import type { ElectronApi } from './api.ts';

/** Notifications that are still on the screen, at most this many: older ones are forgotten, not leaked. */
const KEPT = 50;

/** Shows native notifications, one per ticket: a newer one takes the place of the older. */
export function createNotifier(Electron: ElectronApi['Notification'], open: (path: string) => void) {
  const shown = new Map<string, Notification>();
  return {
    possible: Electron.isSupported(),
    show(news: { ticketUuid: string; title: string; body: string }): void {
      shown.get(news.ticketUuid)?.close();
      const notification = new Electron({ title: news.title, body: news.body, silent: true });
      notification.on('click', () => open(`/tickets/${news.ticketUuid}`));
      notification.on('close', () => {
        if (shown.get(news.ticketUuid) === notification) shown.delete(news.ticketUuid);
      });
      shown.delete(news.ticketUuid);
      shown.set(news.ticketUuid, notification);
      const oldest = shown.keys().next().value;
      if (shown.size > KEPT && oldest !== undefined) shown.delete(oldest);
      notification.show();
    },
  };
}
