import { PER_SECOND } from '../../desktop/src/core/store/message-number.ts';
import { messageRow } from '../../desktop/test/rows.ts';
import type { Cache } from './console.ts';

/**
 * Conversations after years of use: so many messages in each of the newest tickets, known from the first to the
 * last, and none in the others. Their ids end in the number of the ticket.
 */
export function fillHistory(cache: Cache, { tickets, each }: { tickets: number; each: number }): void {
  const template = JSON.stringify(messageRow(1, 1));
  cache.exec('delete from message');
  cache
    .prepare(
      `with recursive counter (k) as (select 1 union all select k + 1 from counter where k < ${each}),
        made as materialized (
          select t.id as ticket_id, t.contact_id, t.last_message_at - k * 60000 + t.id * 7 % 60000 as at,
            printf('0199a000-%04x-7000-8000-%012x', k, t.id) as id
          from (select * from ticket order by last_message_at desc limit ${tickets}) t, counter)
      insert into message (n, id, gen, ticket_id, contact_id, created_at, row)
      select at / 1000 * ${PER_SECOND} + row_number() over (partition by at / 1000 order by id) - 1, id, (select gen from sync_state), ticket_id, contact_id, at,
        json_set(?, '$.id', id, '$.ticketId', ticket_id, '$.contactId', contact_id, '$.body', 'Mensagem ' || id || iif(ticket_id % 20 = 0, ' boleto', ''),
          '$.createdAt', strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch'),
          '$.mediaType', iif(substr(id, -1) = '0', 'image', 'chat'))
      from made`,
    )
    .run(template);
  cache.exec(`insert or replace into contact_history (contact_id, oldest_at, oldest_id, complete)
    select contact_id, min(created_at), id, 1 from message group by contact_id`);
  cache.pragma('wal_checkpoint(truncate)');
}
