import { openPool } from '../../server/src/platform/db/client.ts';
import type { Stack } from './stack.ts';

/** Messages and events that are stored directly, not written in the journey. */

/** The text shown for each stored event. */
export const EVENTS: Record<string, string | RegExp> = {
  '{"kind":"accepted","by":"Ana"}': 'Aceito por Ana',
  '{"kind":"transferred","by":"Ana","fromUser":"Ana","toUser":"Bruno","fromQueue":null,"toQueue":"Vendas"}':
    'Ana transferiu para Bruno, fila Vendas',
  '{"kind":"returned","by":"Bruno","fromUser":"Bruno"}': 'Bruno devolveu à fila',
  '{"kind":"tagged","by":"Ana","added":["VIP"],"removed":["Novo"]}': 'Ana marcou VIP e desmarcou Novo',
  '{"kind":"closed","by":null}': 'Atendimento encerrado',
  '{"kind":"merged","fromUser":"Bruno","toUser":"Ana"}':
    'A conversa de Bruno com este cliente agora faz parte desta',
  '{"kind":"rated","rate":3,"toUser":"Ana"}': 'O cliente avaliou: muito satisfeito',
  '{"kind":"reopened","by":"Ana","toUser":"Ana"}': 'Atendimento reaberto por Ana',
  '{"kind":"failed","code":"ERR_SENDING_WAPP_MSG"}': /^Algo automático não funcionou: /,
};

export async function tellEvents(stack: Stack, customer: string, bodies: string[]): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-events' });
  for (const body of bodies)
    await sql`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, state, read,
        created_at)
      select t.company_id, gen_random_uuid(), t.id, t.contact_id, t.connection_id, true, ${body}, 'event', 'local', true,
        clock_timestamp()
      from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where c.number = ${customer} and t.status = 'open'`;
  await sql.end();
}

/** The customer replies to a message of a ticket in a queue without agents. */
export async function quoteHidden(
  stack: Stack,
  customer: string,
  text: string,
  hidden: string,
): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-quote' });
  const say = (ticketId: string, body: string, quoted: string | null) => sql<{ id: string }[]>`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, quoted_id, created_at)
    select company_id, gen_random_uuid(), id, contact_id, connection_id, false, ${body}, 'received', ${quoted}, now()
    from tickets where id = ${ticketId} returning id`;
  const [open] = await sql<{ id: string }[]>`
    select t.id from tickets t join contacts c using (company_id)
    where c.id = t.contact_id and c.number = ${customer} and t.status = 'open'`;
  const [closed] = await sql<{ id: string }[]>`
    with foreign_queue as (
      insert into queues (company_id, name, color, order_queue)
      select company_id, 'Cobrança', '#c2255c', 9 from connections limit 1 returning id)
    insert into tickets (company_id, contact_id, connection_id, queue_id, status, closed_at, last_message_at)
    select t.company_id, t.contact_id, t.connection_id, q.id, 'closed', now(), now() - interval '2 days'
    from tickets t, foreign_queue q where t.id = ${open?.id ?? null} returning id`;
  const [secret] = await say(String(closed?.id), hidden, null);
  await say(String(open?.id), text, String(secret?.id));
  await sql.end();
}
