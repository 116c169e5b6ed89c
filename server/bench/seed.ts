import type postgres from 'postgres';
import { countedVisibility } from '../test/contact-visibility.ts';
import { type CompanyFixture, createCompany, createUser, type UserFixture } from '../test/fixtures.ts';

const MESSAGES_PER_TICKET = 10;
/** A word in one of twenty tickets, once. */
export const RARE_WORD = 'desconto';

export interface SeededCompany extends CompanyFixture {
  /** A ticket under way. */
  ticketId: number;
  /** An agent without queues, who has added some contacts: as many in every company, spread over the whole list. */
  carla: UserFixture;
}

/** A page and a few more. */
const CARLAS_CONTACTS = 50;

/** As `seedCompanies` makes them, with a name of its own. */
export async function seedCompany(
  admin: postgres.Sql,
  tickets: number,
  options: SeedOptions = {},
): Promise<SeededCompany> {
  const [company] = await seedCompanies(admin, [`Loja ${tickets}`], tickets, options);
  return company!;
}

interface SeedOptions {
  /** Nothing is closed, as in a console's working set. */
  underWay?: boolean;
  /** All but the newest so many are closed. */
  newest?: number;
}

/**
 * Companies with this many tickets, each with its own contact and ten messages: a tenth waiting, a fifth under
 * way, the others closed; of both queues and of none, the newest message a minute before the next ticket's.
 */
export async function seedCompanies(
  admin: postgres.Sql,
  names: readonly string[],
  tickets: number,
  options: SeedOptions = {},
): Promise<SeededCompany[]> {
  const indexTerms = await dropTerms(admin);
  const companies: SeededCompany[] = [];
  for (const name of names) companies.push(await insertCompany(admin, name, tickets, options));
  await indexTerms();
  await admin`vacuum analyze`;
  return companies;
}

async function insertCompany(
  admin: postgres.Sql,
  name: string,
  tickets: number,
  { underWay = false, newest = tickets }: SeedOptions,
): Promise<SeededCompany> {
  const company = await createCompany(admin, name);
  const { companyId, connectionId, queues, ana, bruno } = company;
  const carla = await createUser(admin, companyId, 'Carla', []);
  const [top] = await admin<{ id: number }[]>`
    select greatest((select max(id) from contacts), (select max(id) from tickets), 0)::int as id`;
  const base = top?.id ?? 0;
  await admin.begin(async (tx) => {
    // The feed of a company that just moved here would be as long as its history.
    await tx`set local session_replication_role = replica`;
    await tx`set local synchronous_commit = off`;
    await tx`
      insert into contacts (company_id, id, name, number, added_by) overriding system value
      select ${companyId}, ${base}::bigint + n,
        (array['Ana','João','Maria','José','Antônia','Francisco','Luzia','Paulo','Açucena','Sebastião'])[1 + n % 10]
          || ' ' || (array['Silva','Souza','Araújo','Conceição','Pereira','Gonçalves','Lima'])[1 + n % 7]
          || ' ' || substr(md5(n::text), 1, 6),
        (5511900000000 + n)::text,
        case when n % ${Math.floor(tickets / CARLAS_CONTACTS)}::int = 0 then array[${carla.id}::bigint] else '{}' end
      from generate_series(1, ${tickets}::int) n`;
    await tx`
      insert into contact_identities (company_id, kind, value, contact_id)
      select ${companyId}, 'phone', number, id from contacts where company_id = ${companyId}`;
    await tx`
      insert into tickets (company_id, id, status, contact_id, connection_id, queue_id, user_id, last_message,
        last_message_at, unread_messages, waiting_since, created_at, closed_at) overriding system value
      select ${companyId}, ${base}::bigint + n, status, ${base}::bigint + n, ${connectionId},
        (array[${queues.support}, ${queues.sales}, null]::bigint[])[1 + n % 3],
        case when status <> 'pending' then case when n % 3 = 1 then ${bruno.id} else ${ana.id} end::bigint end,
        'Mensagem ' || substr(md5(n::text), 7, 6) || ' sobre o pedido ' || n,
        now() - n * interval '1 minute', case when status = 'closed' then 0 else n % 4 end,
        case when status = 'pending' or status = 'open' and n % 4 > 0 then now() - n * interval '1 minute' end,
        now() - n * interval '2 minutes', case when status = 'closed' then now() - n * interval '30 seconds' end
      from (select n, case when n > ${newest} then 'closed' when n % 10 = 0 then 'pending' when ${underWay} or n % 10 in (3, 6) then 'open'
        else 'closed' end as status from generate_series(1, ${tickets}::int) n) seeded`;
    await tx`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, wa_id,
        state, ack, read, created_at)
      select ${companyId}, uuidv7(said.at - now()), t.id, t.contact_id, ${connectionId}, case when k % 2 = 0 then ${ana.id}::bigint end,
        k % 2 = 0, 'Mensagem ' || k || ' do pedido ' || t.id || ': '
          || case when k = 3 and t.id % 20 = 7 then ${`${RARE_WORD} `} else '' end || md5((t.id * 16 + k)::text),
        'SEED' || (t.id * 16 + k), case when k % 2 = 0 then 'sent' else 'received' end, 3,
        t.status = 'closed' or k % 2 = 0,
        said.at
      from tickets t cross join generate_series(1, ${MESSAGES_PER_TICKET}::int) k
      cross join lateral (
        select t.last_message_at - (${MESSAGES_PER_TICKET}::int - k) * interval '20 seconds' as at) said
      where t.company_id = ${companyId}`;
    await tx`insert into contact_sight (company_id, contact_id, scope, holders, sort_name) ${countedVisibility(tx, companyId)}`;
    for (const table of ['contacts', 'tickets'])
      await tx`select setval(pg_get_serial_sequence(${table}, 'id'), ${base + tickets})`;
  });
  const [open] = await admin<{ id: number }[]>`
    select id::int from tickets where company_id = ${companyId} and status = 'open' order by id limit 1`;
  return { ...company, ticketId: open!.id, carla };
}

/** Words are sorted into an index all at once, sooner than one by one. @returns makes the indexes again */
async function dropTerms(admin: postgres.Sql): Promise<() => Promise<void>> {
  const names = ['contacts_terms', 'messages_terms', 'messages_dated'];
  const indexes = await admin<{ indexdef: string }[]>`
    select indexdef from pg_indexes where indexname = any (${names})`;
  for (const name of names) await admin`drop index ${admin(name)}`;
  return async () => {
    for (const { indexdef } of indexes) await admin.unsafe(indexdef);
  };
}
