import type { BaileysEventMap, WAMessage, WASocket } from '@whiskeysockets/baileys';

/**
 * The library keeps events back while it works through a backlog, and folds them: an edit or a deletion into the
 * message that it is about, a message into a history that we do not use. A connection that breaks meanwhile loses
 * them (hazard H1), and without the end marker of the backlog they wait for ever (hazard H9). So
 * every message is read before it is held back.
 */
export function hearMessages(sock: WASocket, hear: (message: WAMessage) => void): void {
  const { ev } = sock;
  const emit = ev.emit.bind(ev);
  ev.emit = (event, data) => {
    if (event === 'messages.upsert')
      for (const message of (data as BaileysEventMap['messages.upsert']).messages) hear(message);
    return emit(event, data);
  };
}
