import { ACK, type MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { Database } from 'better-sqlite3';

/** Messages that the server keeps because the session of their connection is down. */
export interface WaitingMessages {
  /** Messages in the agent's own conversations, oldest first. */
  messagesWaitingForConnection(): MessageRow[];
}

export function createWaitingMessages(db: Database, userId: number): WaitingMessages {
  const down = db
    .prepare<[], number>("select count(*) from connection where json_extract(row, '$.status') <> 'connected'")
    .pluck();
  const select = db
    .prepare<[number], string>(
      `select m.row from effective_ticket t
         join connection c on c.id = json_extract(t.row, '$.whatsappId')
         join main.message m on m.ticket_id = t.id
       where t.status = 'open' and t.user_id = ? and json_extract(c.row, '$.status') <> 'connected'
         and json_extract(m.row, '$.fromMe') and json_extract(m.row, '$.ack') = ${ACK.pending}
         and json_extract(m.row, '$.mediaType') not in ('note', 'event')`,
    )
    .pluck();

  return {
    // Most of the time nothing is down, and the conversations need not be read.
    messagesWaitingForConnection() {
      const rows = down.get() ? select.all(userId) : [];
      return rows
        .map((json) => JSON.parse(json) as MessageRow)
        .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
    },
  };
}
