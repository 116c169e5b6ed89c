import type { Notification } from 'electron';
import type { HostCommand, Notice } from '../host.ts';
import type { ElectronApi } from './api.ts';

/** Notifications that are still on the screen, at most this many: older ones are forgotten, not leaked. */
const KEPT = 50;

interface Deps {
  Notification: ElectronApi['Notification'];
  platform: NodeJS.Platform;
  onCommand(command: HostCommand): void;
  /** The system refused to show one. */
  onFailed(reason: string): void;
}

/** Shows native notifications, one per key: a newer one takes the place of the older. */
export function createNotifier({ Notification: Native, platform, onCommand, onFailed }: Deps) {
  const shown = new Map<string, Notification>();

  function withdraw(key: string): void {
    const notification = shown.get(key);
    shown.delete(key);
    notification?.close();
  }

  return {
    possible: Native.isSupported(),
    /** Electron on Linux has neither buttons nor a field for an answer. */
    canAnswer: platform === 'darwin' || platform === 'win32',
    withdraw,
    show({ key, path, title, body, answer }: Notice): void {
      withdraw(key);
      const notification = new Native({
        // By this the system replaces one that outlived our last start.
        id: key,
        title,
        body,
        silent: true,
        ...(answer && {
          hasReply: true,
          replyPlaceholder: answer.reply,
          actions: answer.accept === null ? [] : [{ type: 'button', text: answer.accept }],
        }),
      });
      notification.on('click', () => onCommand({ kind: 'navigate', path }));
      if (answer) {
        const { ticketUuid } = answer;
        notification.on('action', () => onCommand({ kind: 'accept', ticketUuid }));
        notification.on('reply', ({ reply }) => onCommand({ kind: 'reply', ticketUuid, text: reply }));
      }
      notification.on('failed', (_event, reason) => onFailed(reason));
      notification.on('close', () => {
        if (shown.get(key) === notification) shown.delete(key);
      });
      shown.set(key, notification);
      const oldest = shown.keys().next().value;
      if (shown.size > KEPT && oldest !== undefined) shown.delete(oldest);
      notification.show();
    },
  };
}
