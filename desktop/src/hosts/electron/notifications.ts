import type { Notification, NotificationConstructorOptions } from 'electron';
import type { HostCommand, Notice } from '../host.ts';
import type { ElectronApi } from './api.ts';

/** So many notifications may be on the screen: older ones are forgotten, not leaked. */
const MAX_SHOWN = 50;

interface Deps {
  Notification: ElectronApi['Notification'];
  platform: NodeJS.Platform;
  /** The account of these notifications. */
  profile: string;
  onCommand(command: HostCommand): void;
  /** A click on another account's notification from an earlier run: its own program must handle it. */
  onForeign(profile: string, ticketUuid: string): void;
  /** The system refused to show one. */
  onFailed(key: string, reason: string): void;
}

/**
 * The buttons by their place, which is all that the system tells of one. What some notifications lack stands last, so
 * that the places are known of those of an earlier run too.
 */
const BUTTONS = ['snooze', 'accept'] as const;

/** The system's id of a notification, which outlives our process; other accounts of this program have the same system. */
const idOf = (profile: string, key: string): string => (profile === '' ? key : `${key}@${profile}`);

const ID = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?:@([a-z\d][a-z\d-]*))?$/i;

/** Shows native notifications, one per key: a newer one takes the place of the older. */
export function createNativeNotifications({ Notification: Native, platform, profile, ...deps }: Deps) {
  const { onCommand, onForeign, onFailed } = deps;
  const shown = new Map<string, Notification>();

  function withdraw(key: string): void {
    const notification = shown.get(key);
    shown.delete(key);
    notification?.close();
  }

  function press(ticketUuid: string, place: number | undefined): void {
    const kind = BUTTONS[place ?? 0];
    if (kind) onCommand({ kind, ticketUuid });
  }

  function answerable(notification: Notification, ticketUuid: string): void {
    notification.on('action', ({ actionIndex }) => press(ticketUuid, actionIndex));
    notification.on('reply', ({ reply }) => onCommand({ kind: 'reply', ticketUuid, text: reply }));
  }

  /** Handles a click on a notification of an earlier run, of any account. */
  function open(ticketUuid: string, owner: string): void {
    if (owner === profile) onCommand({ kind: 'navigate', path: `/tickets/${ticketUuid}` });
    else onForeign(owner, ticketUuid);
  }

  /** macOS hands over those that are still in its list. */
  async function takeOver(): Promise<void> {
    for (const notification of await Native.getHistory()) {
      const [, ticketUuid, owner = ''] = ID.exec(notification.id) ?? [];
      if (!ticketUuid) continue;
      notification.on('click', () => open(ticketUuid, owner));
      if (owner !== profile) continue;
      answerable(notification, ticketUuid);
      shown.set(ticketUuid, notification);
    }
  }

  /** Windows names the clicked one; notifications of this run receive the click by themselves. */
  function heedOld(): void {
    Native.handleActivation(({ type, arguments: words, actionIndex, reply }) => {
      const tag = new URLSearchParams(words).get('tag') ?? '';
      const [, ticketUuid, owner = ''] = ID.exec(tag) ?? [];
      if (!ticketUuid || (owner === profile && shown.has(ticketUuid))) return;
      if (owner !== profile || type === 'click') open(ticketUuid, owner);
      else if (type === 'action') press(ticketUuid, actionIndex);
      else if (reply) onCommand({ kind: 'reply', ticketUuid, text: reply });
    });
  }

  return {
    possible: Native.isSupported(),
    /** Electron on Linux has neither buttons nor a reply field. */
    canAnswer: platform === 'darwin' || platform === 'win32',
    /** Receives clicks on notifications of an earlier run. The core must listen by now. */
    async resume(): Promise<void> {
      if (platform === 'win32') heedOld();
      if (platform === 'darwin') await takeOver();
    },
    withdraw,
    show(notice: Notice): void {
      const { key, path, answer } = notice;
      withdraw(key);
      const notification = new Native(contentOf(profile, notice));
      notification.on('click', () => onCommand({ kind: 'navigate', path }));
      if (answer) answerable(notification, answer.ticketUuid);
      notification.on('failed', (_event, reason) => onFailed(key, reason));
      notification.on('close', () => {
        if (shown.get(key) === notification) shown.delete(key);
      });
      shown.set(key, notification);
      const oldest = shown.keys().next().value;
      if (shown.size > MAX_SHOWN && oldest !== undefined) shown.delete(oldest);
      notification.show();
    },
  };
}

function contentOf(profile: string, { key, title, body, answer }: Notice): NotificationConstructorOptions {
  return {
    // This id lets the system replace a notification of our last run.
    id: idOf(profile, key),
    title,
    body,
    silent: true,
    ...(answer && {
      hasReply: true,
      replyPlaceholder: answer.reply,
      actions: BUTTONS.flatMap((name) => answer[name] ?? []).map((text) => ({ type: 'button', text })),
    }),
  };
}
