import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../server/src/platform/db/client.ts';
import { PASSWORD } from '../acts.ts';
import type { Stack } from '../stack.ts';

const HOSTILE = '<img src=x onerror="document.title=1">\u202Egnp.exe';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR42mP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC';

/** Two people and a group with tickets, files and a past. */
export async function addPeople(stack: Stack, sql: Sql): Promise<void> {
  const [shop] = await sql<{ companyId: number; connectionId: number; queueId: number; userId: number }[]>`
    select c.id as company_id, w.id as connection_id, q.id as queue_id, u.id as user_id
    from companies c, connections w, queues q, users u
    where w.company_id = c.id and q.company_id = c.id and u.company_id = c.id and u.profile = 'admin' limit 1`;
  if (!shop) throw new Error('no demo shop');
  const { companyId, connectionId, queueId, userId } = shop;
  const token = await tokenOfAdmin(stack.serverUrl);
  await sql`insert into tags (company_id, name, color) values (${companyId}, 'VIP', '#2f9e44'), (${companyId}, 'Entrega', '#1971c2')`;
  await sql`insert into contacts (company_id, name, number, email)
    select ${companyId}, 'Cliente ' || lpad(n::text, 3, '0'), '55219' || (80000000 + n), 'cliente' || n || '@x.test'
    from generate_series(1, 60) n`;
  const people = [
    { name: 'Maria Souza', number: '5511988880002', status: 'open' },
    { name: 'Maria S.', number: '5511955550009', status: 'closed' },
    { name: HOSTILE, number: '5511944440008', status: 'closed' },
  ];
  for (const { name, number, status } of people) {
    const [contact] = await sql<{ id: number }[]>`
      insert into contacts (company_id, name, number) values (${companyId}, ${name}, ${number}) returning id`;
    const contactId = contact?.id ?? 0;
    await sql`insert into contact_identities (company_id, kind, value, contact_id)
      values (${companyId}, 'phone', ${number}, ${contactId})`;
    const [ticket] = await sql<{ id: number }[]>`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message)
      values (${companyId}, ${contactId}, ${connectionId}, ${queueId}, ${userId}, ${status}, 'Olá!') returning id`;
    await sql`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      values (${companyId}, gen_random_uuid(), ${ticket?.id ?? 0}, ${contactId}, ${connectionId}, false, 'Olá!', 'received', now())`;
    if (name !== 'Maria Souza') continue;
    await sql`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, closed_at)
      values (${companyId}, ${contactId}, ${connectionId}, ${queueId}, ${userId}, 'closed', 'Obrigada', now())`;
    for (const type of ['image', 'image', 'image', 'video']) {
      const mediaId = randomUUID();
      await upload(stack.serverUrl, token, mediaId);
      await sql`
        insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, media_id,
          state, created_at)
        values (${companyId}, gen_random_uuid(), ${ticket?.id ?? 0}, ${contactId}, ${connectionId}, false, '', ${type},
          ${mediaId}, 'received', now())`;
    }
    // She has written in a group too.
    const [group] = await sql<{ id: number }[]>`insert into contacts (company_id, name, is_group)
      values (${companyId}, 'Família Unida', true) returning id`;
    const [talk] = await sql<{ id: number }[]>`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, is_group, last_message)
      values (${companyId}, ${group?.id ?? 0}, ${connectionId}, ${queueId}, ${userId}, 'closed', true, 'Oi, gente')
      returning id`;
    await sql`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, participant, state,
        created_at)
      values (${companyId}, gen_random_uuid(), ${talk?.id ?? 0}, ${group?.id ?? 0}, ${connectionId}, false, 'Oi, gente',
        ${`${number}@s.whatsapp.net`}, 'received', now())`;
  }
}

async function tokenOfAdmin(serverUrl: string): Promise<string> {
  const login = await fetch(`${serverUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.balcao.test', password: PASSWORD }),
  });
  return ((await login.json()) as { token: string }).token;
}

async function upload(serverUrl: string, token: string, mediaId: string): Promise<void> {
  await fetch(`${serverUrl}/media/${mediaId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'x-file-name': 'foto.png', 'content-type': 'image/png' },
    body: Buffer.from(PNG, 'base64'),
  });
}
