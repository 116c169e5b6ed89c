import type { BenchDatabase } from './postgres.ts';
import type { SeededCompany } from './seed.ts';

/** Inserts so many customers' messages to the absent agent, and as many changes of their tickets. */
export async function customersWrite(
  admin: BenchDatabase['admin'],
  { companyId, connectionId, ana }: SeededCompany,
  messages: number,
): Promise<void> {
  const tickets = await admin<{ id: number }[]>`
    select id::int from tickets where company_id = ${companyId} and user_id = ${ana.id} and status = 'open'
    order by last_message_at desc`;
  const all = tickets.map(({ id }) => id);
  // This writes as a night would: in many transactions, each over a few tickets.
  for (let made = 0; made < messages; made += 50) {
    const chosen = Array.from({ length: 50 }, (_, n) => all[(made + n) % all.length] ?? 0);
    await admin.begin(async (tx) => {
      await tx`
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
        select ${companyId}, uuidv7(), t.id, t.contact_id, ${connectionId}, false, 'depois das oito ' || t.id,
          'received', clock_timestamp()
        from tickets t where t.company_id = ${companyId} and t.id = any(${chosen})`;
      await tx`
        update tickets set last_message = 'depois das oito', last_message_at = clock_timestamp(),
          unread_messages = unread_messages + 1
        where company_id = ${companyId} and id = any(${chosen})`;
    });
  }
}
