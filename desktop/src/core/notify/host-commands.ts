import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import { zoomed } from '@balcao/shared/features/preferences/desktop-settings.ts';
import { v7 as uuidv7 } from 'uuid';
import { isAbout } from '../../features/tickets/ticket-policy.ts';
import type { HostCommand } from '../../hosts/host.ts';
import type { Preferences } from '../settings/preferences.ts';
import type { Workspace } from '../workspace.ts';

interface Deps {
  /** Null while no agent is signed in. */
  workspace(): Pick<Workspace, 'store' | 'sync' | 'userId'> | null;
  preferences: Preferences;
  navigate(path: string): void;
  notificationFailed(key: string): void;
}

const MINUTE_MS = 60_000;
/** How long a notification puts its ticket off: what nobody chooses must not be long. */
const SNOOZE_MS = 60 * MINUTE_MS;

/** Runs an agent's commands from outside the windows, from a notification or the tray's menu. */
export function createHostCommands({ workspace, preferences, navigate, notificationFailed }: Deps) {
  function pause(minutes: number | null) {
    const pausedUntil: Settings['notifications']['pausedUntil'] =
      minutes === null
        ? 'switchedOff'
        : minutes === 0
          ? null
          : new Date(Date.now() + minutes * MINUTE_MS).toISOString();
    preferences.set({ notifications: { ...preferences.get().notifications, pausedUntil } });
  }

  function zoom(direction: -1 | 0 | 1) {
    const { desktop } = preferences.get();
    preferences.set({ desktop: { ...desktop, zoom: zoomed(desktop.zoom, direction) } });
  }

  function nextWaiting() {
    const store = workspace()?.store;
    const [id] = store?.tickets.ids({ status: 'pending', search: '', sort: 'longest' }) ?? [];
    const ticket = id === undefined ? null : store?.tickets.byId(id);
    navigate(ticket ? `/tickets/${ticket.uuid}` : '/tickets');
  }

  /**
   * It is sent as from the window, so a refusal shows like any other. An answer that can no longer be sent becomes a
   * draft.
   */
  function answer(ticketUuid: string, text: string | null) {
    const desk = workspace();
    const ticket = desk?.store.tickets.byUuid(ticketUuid);
    if (!desk || !ticket) return navigate('/tickets');
    const { store, sync, userId } = desk;
    const ticketId = ticket.id;
    const body = text?.trim() ?? null;
    const sendable = body === null || (body !== '' && body.length <= MESSAGE_MAX_CHARS);
    if (!isAbout(ticket, userId) || !sendable) {
      const draft = store.drafts.get(ticketId);
      if (body) store.drafts.set(ticketId, { ...draft, body: [draft.body, body].filter(Boolean).join('\n') });
      return navigate(`/tickets/${ticketUuid}`);
    }
    if (ticket.status === 'pending') sync.enqueue('ticket.accept', { ticketId });
    if (body !== null)
      sync.enqueue('message.send', { id: uuidv7(), ticketId, body, mediaId: null, quotedMsgId: null });
    sync.enqueue('ticket.markRead', { ticketId });
  }

  /** The customer's next message ends it, as when the window does it. */
  function snooze(ticketUuid: string) {
    const desk = workspace();
    const ticket = desk?.store.tickets.byUuid(ticketUuid);
    if (!desk || !ticket || !isAbout(ticket, desk.userId)) return navigate('/tickets');
    const until = new Date(Date.now() + SNOOZE_MS).toISOString();
    desk.sync.enqueue('ticket.snooze', { ticketId: ticket.id, until });
  }

  return (command: HostCommand) => {
    switch (command.kind) {
      case 'navigate':
        return navigate(command.path);
      case 'accept':
        return answer(command.ticketUuid, null);
      case 'reply':
        return answer(command.ticketUuid, command.text);
      case 'snooze':
        return snooze(command.ticketUuid);
      case 'pause':
        return pause(command.minutes);
      case 'nextWaiting':
        return nextWaiting();
      case 'notificationFailed':
        return notificationFailed(command.key);
      case 'zoom':
        return zoom(command.direction);
    }
  };
}
