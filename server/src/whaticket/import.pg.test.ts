import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@balcao/shared/features/auth/calls.ts';
import { hashSync } from '@node-rs/bcrypt';
import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/api.ts';
import type { TestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { createCompany } from '../../test/fixtures.ts';
import { PICTURE } from '../../test/picture.ts';
import { startProcess } from '../../test/process.ts';
import type { Database } from '../platform/db/database.ts';
import { dryRun, type ImportOptions, importAll } from './import.ts';
import { withSource } from './source.ts';
import { createSource, OLD_PASSWORD, SHAPES, type Shape } from './testing/sources.ts';

const HASH = hashSync(OLD_PASSWORD, { cost: 8, version: '2a' });
const ALL: ImportOptions = { companies: [], since: null, media: null };

const theirs = new Map<Shape, TestDatabase>();
let api: TestApi;
let report: string;
beforeAll(async () => {
  for (const shape of SHAPES) theirs.set(shape, await createSource(shape, HASH));
});
afterAll(async () => {
  for (const database of theirs.values()) await database.close();
});
beforeEach(async () => {
  api = await startApi();
  await createCompany(api.admin, 'Operadora');
});
afterEach(() => api.stop());

const sourceOf = (shape: Shape) => theirs.get(shape) as TestDatabase;

/** @param from the database of a shape, or another one */
async function bring(
  from: Shape | TestDatabase,
  options: Partial<ImportOptions> = {},
  db: Database = api.db,
) {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const { storage, config } = api.deps;
  const deps = {
    db,
    storage,
    mediaLimit: config.mediaLimitBytes,
    noPassword: HASH.replace(/.{9}$/, 'nopasswor'),
    say,
  };
  const { url } = typeof from === 'string' ? sourceOf(from) : from;
  await withSource(url, 'there', (source) => importAll(deps, source, { ...ALL, ...options }));
  report = lines.join('\n');
}

/** Every row of every table but those that say how far an import has come, without what each import makes anew. */
async function rows(admin: postgres.Sql): Promise<Record<string, string[]>> {
  const tables = await admin<{ name: string }[]>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id'
      and table_name not in ('sync_state', 'change_log', 'schedules') order by 1`;
  const found: Record<string, string[]> = {};
  for (const { name } of tables)
    found[name] = (
      await admin<
        { row: string }[]
      >`select (to_jsonb(x) - 'terms')::text as row from ${admin(name)} x order by 1`
    ).map(({ row }) => row);
  return found;
}

const company = async (name = 'Loja Azul') =>
  Number((await api.admin`select id from companies where name = ${name}`)[0]?.id);

it.each(SHAPES)('%s: a company comes with its conversations, and nothing comes twice', async (shape) => {
  const { admin } = api;
  await bring(shape);
  const id = await company();
  const list = async (query: postgres.PendingQuery<postgres.Row[]>) =>
    (await query.values()).map((row) =>
      row
        .map((value) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value))
        .join(' | '),
    );

  expect(
    await list(admin`select name, email, language, status, schedules -> 0 ->> 'startTime', schedules -> 1 ->> 'endTime'
    from companies where id > 1 order by id`),
  ).toEqual([
    'Loja Azul | azul@loja.test | pt | true | 09:00 | 00:00',
    'Oficina Rocha |  | pt | false |  | ',
  ]);
  expect(
    await list(admin`select u.name, email, profile, super, all_ticket, c.name,
      (select count(*) from user_queues q where q.user_id = u.id)
    from users u left join connections c on c.id = u.connection_id where u.company_id > 1 order by u.id`),
  ).toEqual([
    'Dona | dona@loja.test | admin | false | true |  | 0',
    'Ana | ana@loja.test | user | false | false | Principal | 2',
    'Sem senha | sem@loja.test | supervisor | false | false |  | 0',
    'Rocha | rocha@oficina.test | admin | false | false |  | 1',
  ]);
  expect(
    await list(admin`select name, desired, status, is_default, completion_message, api_token_hash,
      (select count(*) from connection_queues q where q.connection_id = c.id) from connections c where company_id > 1 order by id`),
  ).toEqual([
    'Principal | stopped | DISCONNECTED | true | Até logo |  | 1',
    'Oficina | stopped | DISCONNECTED | true |  |  | 0',
  ]);
  expect(
    await list(admin`select q.name, o.title, o.option, p.title from queue_options o
    join queues q on q.id = o.queue_id left join queue_options p on p.id = o.parent_id where o.company_id = ${id} order by o.id`),
  ).toEqual(['Vendas | Preços | 1 | ', 'Vendas | Prazo | 2 | ', 'Vendas | Café | 1 | Preços']);
  expect(
    await list(admin`select name, color, kanban from tags where company_id = ${id} order by id`),
  ).toEqual(['VIP | #ff0000 | 0', 'vip (2) | #7c1d1d | 0', 'Orçamento | #00ff00 | 1']);
  const hasLid = shape !== 'S2';
  expect(
    await list(admin`select c.name, number, email, is_group, name_edited, extra_info ->> 0,
      (select string_agg(kind || ':' || value, ' ' order by kind, value) from contact_identities i where i.contact_id = c.id)
    from contacts c where company_id = ${id} order by id`),
  ).toEqual([
    `Maria Souza | 5511987654321 | maria@casa.test | false | true | {"name": "CPF", "value": "123"} | ${hasLid ? 'lid:55555555555555 ' : ''}phone:5511987654321`,
    '5521999990000 | 5521999990000 |  | false | false |  | phone:5521999990000',
    'Família |  |  | true | true |  | group:5511999998888-1600000000',
    'Só LID |  |  | false | true |  | lid:198765432109876',
    'Sem número |  |  | false | true |  | ',
  ]);
  expect(
    await list(admin`select t.status, c.name, q.name, u.name, unread_messages, last_message, t.is_group,
      waiting_since is not null, (select string_agg(g.name, ',' order by g.name) from ticket_tags x join tags g on g.id = x.tag_id where x.ticket_id = t.id)
    from tickets t join contacts c on c.id = t.contact_id left join queues q on q.id = t.queue_id
    left join users u on u.id = t.user_id where t.company_id = ${id} order by t.id`),
  ).toEqual([
    'open | Maria Souza | Vendas | Ana | 1 | ' +
      (shape === 'TZ' ? 'Sobre isso' : 'Não saiu') +
      ' | false | true | Orçamento,VIP',
    'closed | Maria Souza | Suporte | Ana | 0 | De antes | false | false | ',
    'pending | 5521999990000 |  |  | 2 | Oi | false | true | ',
    'pending | Família |  |  | 0 | No grupo | true | true | ',
  ]);
  const said = await list(admin`select m.body, media_type, from_me, m.state, ack, read, origin, wa_id,
      participant, participant_name, quoted_snippet, (select q.body from messages q where q.id = m.quoted_id),
      reactions ->> 0, f.state, to_char(m.created_at at time zone 'UTC', 'MM-DD HH24:MI')
    from messages m left join media f on f.id = m.media_id
    where m.company_id = ${id} and m.media_type <> 'note' order by m.wa_id`);
  expect(said).toEqual(
    [
      'Bom dia | chat | false | received | 1 | true | import | A1 |  |  |  |  |  |  | 03-01 10:00',
      'Bom dia, Maria! | chat | true | sent | 4 | true | import | A2 |  |  | Bom dia | Bom dia | {"by": "", "name": "", "emoji": "👍", "fromMe": false} |  | 03-01 10:02',
      ' | image | false | received | 1 | false | import | A3 |  |  |  |  |  | gone | 03-01 10:03',
      'data:image/png;base64,aGk=|https://maps.google.com/?q=-23.5,-46.6|Sé | locationMessage | false | received | 1 | true | import | A4 |  |  |  |  |  |  | 03-01 10:04',
      'Não saiu | chat | true | failed | 0 | true | import | A6 |  |  |  |  |  |  | 03-01 10:06',
      shape === 'TZ' &&
        'Sobre isso | chat | true | sent | 2 | true | import | A7 |  |  | Só citada |  |  |  | 03-01 10:08',
      'De antes | chat | false | received | 1 | true | import | B1 |  |  |  |  |  |  | 02-01 10:00',
      'Oi | chat | false | received | 1 | false | import | C1 |  |  |  |  |  |  | 03-02 09:30',
      'No grupo | chat | false | received | 1 | true | import | G1 | 5511911112222@s.whatsapp.net | 5521999990000 |  |  |  |  | 03-01 10:07',
    ].filter(Boolean),
  );
  expect(
    await list(admin`select m.body, u.name, t.uuid::text like '1111%' from messages m join tickets t on t.id = m.ticket_id
    left join users u on u.id = m.user_id where m.company_id = ${id} and media_type = 'note' order by m.body`),
  ).toEqual([
    'Do contato |  | false',
    ...(shape === 'S5' ? ['Entre nós |  | true'] : []),
    'Paga sempre à vista | Ana | true',
  ]);
  const mark = shape === 'S5' ? 1 : 3;
  expect(
    await list(admin`select t.status, started_at is not null, finished_at is not null, rate, is_first, answered_at
    from ticket_tracking y join tickets t on t.id = y.ticket_id where y.company_id = ${id} order by y.ticket_id`),
  ).toEqual([
    'open | true | false |  | true | ',
    `closed | true | true | ${mark} | false | `,
    'pending | false | false |  | true | ',
    'pending | false | false |  | false | ',
  ]);
  expect(
    await list(admin`select begun, leads, finished, bad, good from dashboard_counters
    where company_id = ${id} and span = 28 and part = 'all' order by block`),
  ).toEqual([`1 | 0 | 1 | ${mark === 1 ? '1 | 0' : '0 | 1'}`, '3 | 2 | 0 | 0 | 0']);
  expect(
    await list(
      admin`select shortcode, geral, user_id is not null from quick_messages where company_id = ${id} order by id`,
    ),
  ).toEqual(['pix | false | true', 'pix (2) | true | false']);
  expect(
    await list(
      admin`select body, status, sent_at is not null from schedules where company_id = ${id} order by body`,
    ),
  ).toEqual(['Ainda por vir | PENDENTE | false', 'Foi | ENVIADA | true', 'Já passou | ERRO | false']);
  expect(
    await list(admin`select key, value from settings where company_id = ${id} order by key collate "C"`),
  ).toEqual([
    'CheckMsgIsGroup | disabled',
    ...(shape === 'S5' ? ['call | disabled'] : []),
    ...(shape === 'S5' ? ['scheduleType | company'] : []),
    'userRating | enabled',
  ]);
  expect(
    await list(admin`select name, status, messages[1], scheduled_at,
      (select string_agg(number, ',') from contact_list_items i where i.contact_list_id = c.contact_list_id)
    from campaigns c where company_id = ${id} order by id`),
  ).toEqual([
    'Natal | INATIVA | Oi {nome} |  | 5511987654321',
    'Páscoa | FINALIZADA | Oi |  | 5511987654321',
  ]);
  expect(report).toContain(
    '! contact became one contact with another one, because they have one number: 1\n      2 Maria (antiga)',
  );
  expect(report).toContain('! campaign came stopped: it was scheduled or under way: 1\n      1 Natal');
  expect(report).toContain('  Announcements: 1');
  expect(JSON.stringify(await rows(admin)) + report).not.toContain('SECRET');

  const before = await rows(admin);
  await bring(shape);
  expect(await rows(admin)).toEqual(before);
  expect(report).toMatch(/ {2}message: 0 new of \d+/);
});

it('goes on wherever it was stopped, as if nothing had happened', async () => {
  await bring('S5');
  const content = async () => {
    const { admin } = api;
    const [row] = await admin<{ text: string }[]>`
      select jsonb_build_array(
        (select jsonb_agg(jsonb_build_array(id, body, media_type, ack, state, created_at, quoted_id, reactions, wa_id, media_id) order by id) from messages),
        (select jsonb_agg(jsonb_build_array(status, last_message, last_message_at, unread_messages) order by id) from tickets),
        (select jsonb_agg(jsonb_build_array(name, number) order by id) from contacts),
        (select jsonb_agg(jsonb_build_array(kind, value) order by kind, value, company_id) from contact_identities),
        (select jsonb_agg(jsonb_build_array(kind, origin) order by kind, origin, company_id) from import_origins),
        (select jsonb_agg(jsonb_build_array(kind, origin, what) order by kind, origin, what) from import_notes),
        (select jsonb_agg(jsonb_build_array(carrier, place) order by carrier, place) from import_files),
        (select jsonb_agg(jsonb_build_array(created_at, finished_at, rate, is_first) order by id) from ticket_tracking),
        (select jsonb_agg(jsonb_build_array(span, block, part, begun, leads, finished) order by company_id, span, block, part, begun) from dashboard_counters),
        (select count(*) from users), (select count(*) from queue_options), (select count(*) from contact_list_items),
        (select count(*) from schedules), (select count(*) from quick_messages), (select count(*) from campaigns))::text as text`;
    return JSON.parse(row?.text ?? '');
  };
  const whole = await content();
  await api.stop();
  api = await startApi();
  await createCompany(api.admin, 'Operadora');

  /** Dies at its nth transaction, before or after that is committed. */
  const dying = (nth: number): Database => {
    let passes = 0;
    const die = () => {
      throw new Error('killed');
    };
    return {
      ...api.db,
      withCompany: async (companyId, work) => {
        passes += 1;
        const isLast = passes === nth;
        const done = await api.db.withCompany(companyId, async (tx) => {
          const value = await work(tx);
          return isLast && nth % 2 === 0 ? die() : value;
        });
        return isLast ? die() : done;
      },
    };
  };
  let runs = 0;
  for (let isDone = false; !isDone; ) {
    runs += 1;
    isDone = await bring('S5', { atOnce: 2 }, dying(runs + 1)).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed');
        return false;
      },
    );
  }
  expect(runs).toBeGreaterThan(10);
  expect(await content()).toEqual(whole);
});

it('counts without writing, brings one company, and what is new since a day', async () => {
  const before = await rows(api.admin);
  const lines: string[] = [];
  const { url } = sourceOf('TZ');
  await withSource(url, null, (source) =>
    dryRun((text) => void lines.push(text), source, { ...ALL, companies: ['1'] }),
  );
  expect(lines.join('\n')).toMatch(
    /^Source: .*:\d+\/test_\w+ \(Ticketz\)\n\nLoja Azul \(company 1 there\)\n/,
  );
  expect(lines.join('\n')).toMatch(/ {2}contact: 8\n {2}ticket: 6\n {2}message: 12\n/);
  expect(await rows(api.admin)).toEqual(before);

  await bring('TZ', { companies: ['2'], since: new Date('2026-03-02T00:00:00Z') });
  expect(await api.admin`select name from companies where id > 1`).toMatchObject([{ name: 'Oficina Rocha' }]);
  expect(await api.admin`select from messages`).toHaveLength(0);
  await bring('TZ', { since: new Date('2026-03-02T00:00:00Z') });
  const tickets =
    await api.admin`select status from tickets where company_id = ${await company()} order by id`;
  expect(tickets.map(({ status }) => status)).toEqual(['open', 'pending', 'pending']);
});

it('follows a server that goes on, except where people work here already', async () => {
  const source = await createSource('TZ', HASH);
  await bring(source);
  const id = await company();
  await api.admin`delete from contacts where name = 'Só LID'`;
  const [ana] = await api.admin`select id from users where name = 'Ana' and company_id = ${id}`;
  const [pending] =
    await api.admin`select id, contact_id as contact from tickets where company_id = ${id} and status = 'pending' order by id`;
  await api.db.withCompany(id, async (tx) => {
    await tx`update tickets set status = 'open', user_id = ${ana?.id} where id = ${pending?.id}`;
    await tx`insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      select company_id, gen_random_uuid(), id, contact_id, connection_id, true, 'Pois não', 'queued', now()
      from tickets where id = ${pending?.id}`;
  });
  await api.admin`insert into sync_clients (company_id, id, user_id, schema, app_version)
    values (${id}, gen_random_uuid(), ${ana?.id}, 18, '1.0.0')`;
  const [before] = await api.admin`select epoch from sync_state where company_id = ${id}`;
  await source.admin.unsafe(`
    update "Tickets" set status = 'closed', "updatedAt" = '2026-03-05 10:00+00';
    update "TicketTraking" set "finishedAt" = '2026-03-05 10:00+00' where "finishedAt" is null;
    insert into "Tickets" (id, status, "contactId", "userId", "whatsappId", "companyId", "createdAt", "updatedAt")
      values (50, 'open', 1, 2, 1, 1, '2026-03-05 11:00+00', '2026-03-05 11:00+00');
    insert into "Messages" (id, body, "ticketId", "companyId", "createdAt", "updatedAt")
      values ('N1', 'Voltei', 1, 1, '2026-03-05 09:00+00', '2026-03-05 09:00+00')`);
  await bring(source);
  expect(await api.admin`select from contacts where name = 'Só LID'`).toHaveLength(0);
  expect(
    await api.admin`select t.status, u.name, t.last_message as last, (select count(*)::int from ticket_tracking c where c.ticket_id = t.id and finished_at is null) as open
      from tickets t left join users u on u.id = t.user_id where t.company_id = ${id} order by t.id`,
  ).toEqual([
    { status: 'closed', name: 'Ana', last: 'Voltei', open: 0 },
    { status: 'closed', name: 'Ana', last: 'De antes', open: 0 },
    { status: 'open', name: 'Ana', last: 'Oi', open: 1 },
    { status: 'closed', name: null, last: 'No grupo', open: 0 },
    { status: 'open', name: 'Ana', last: '', open: 1 },
  ]);
  // A console that follows the company hears of each row and keeps what it has.
  expect(await api.admin`select epoch from sync_state where company_id = ${id}`).toEqual([before]);
  expect(
    await api.admin`select from change_log l join messages m on m.id::text = l.row_id where m.wa_id = 'N1'`,
  ).toHaveLength(1);
  await source.close();
});

it('is a command that only reads there, survives kill -9, and lets people in with their old password', async () => {
  const source = await createSource('S2', HASH);
  const reader = `reader_${crypto.randomUUID().slice(0, 8)}`;
  await source.admin.unsafe(`create role ${reader} login password 'SECRET-WORD';
    grant select on all tables in schema public to ${reader}`);
  const url = new URL(source.url);
  [url.username, url.password] = [reader, 'SECRET-WORD'];
  const env = { DATABASE_URL: api.database.url, DATA_DIR: api.config.dataDir };
  const start = (...args: string[]) =>
    startProcess('server/src/import-whaticket.ts', { env, args: ['--from', url.href, ...args] });

  const blocker = await source.admin.reserve();
  await blocker.unsafe('begin; lock table "TicketNotes" in access exclusive mode');
  const first = start();
  first.ready.catch(() => {});
  await eventually(
    () => api.admin`select from messages`,
    (found) => found.length > 0,
    30_000,
  );
  await first.kill();
  await blocker.unsafe('rollback');
  blocker.release();
  expect(await api.admin`select from import_marks`).not.toHaveLength(0);

  const second = start();
  second.ready.catch(() => {});
  expect(await second.ended, second.log()).toBe(0);
  expect(await api.admin`select from import_marks`).toHaveLength(0);
  expect(await api.admin`select from messages where media_type <> 'note'`).toHaveLength(9);
  expect(JSON.stringify(await rows(api.admin))).not.toContain('SECRET');

  const wrong = start('--company', 'x');
  wrong.ready.catch(() => {});
  expect(await wrong.ended).toBe(2);
  url.password = 'SECRET-OTHER';
  await source.admin.unsafe(`alter role ${reader} nologin`);
  const refused = start();
  refused.ready.catch(() => {});
  expect(await refused.ended).toBe(1);
  expect(refused.log()).toContain('The database to import from:');
  expect(refused.log() + second.log() + wrong.log()).not.toContain('SECRET');
  await source.admin.unsafe(`drop owned by ${reader}; drop role ${reader}`);
  await source.close();

  const hash = async () =>
    (await api.admin`select password_hash as hash from users where email = 'ana@loja.test'`)[0]?.hash;
  expect(await hash()).toBe(HASH);
  await api.refused('ERR_INVALID_CREDENTIALS', login, {
    body: { email: 'ana@loja.test', password: 'errada' },
  });
  await api.call(login, { body: { email: 'ana@loja.test', password: OLD_PASSWORD } });
  expect(await hash()).toMatch(/^\$argon2id\$/);
  await api.call(login, { body: { email: 'ana@loja.test', password: OLD_PASSWORD } });
  await api.refused('ERR_INVALID_CREDENTIALS', login, { body: { email: 'sem@loja.test', password: 'x' } });
});

it('takes names that are taken with a number, and a database with columns missing and rubbish in the others', async () => {
  const source = await createSource('S2', HASH);
  await api.admin`insert into companies (name) values ('loja azul')`;
  await api.admin`insert into users (company_id, name, email, password_hash) values (1, 'Outra', 'ana@loja.test', 'x')`;
  await source.admin.unsafe(`
    alter table "Users" drop "allTicket", drop "whatsappId"; alter table "Queues" drop "orderQueue", drop "schedules";
    alter table "Messages" drop "isEdited", drop participant, drop "dataJson"; alter table "Contacts" drop channel;
    alter table "Tickets" drop uuid; drop table "TicketNotes", "UserRatings", "Campaigns", "ContactListItems";
    alter table "Queues" alter name type text; alter table "Contacts" alter name type text, alter number type text;
    alter table "Companies" alter schedules type text; update "Companies" set schedules = '{"no json';
    update "Users" set name = '', email = 'not an address' where id = 2;
    update "Users" set "passwordHash" = '$2a$31$' || repeat('a', 53) where id = 1;
    update "Queues" set name = repeat('fila ', 5000) where "companyId" = 1;
    update "Contacts" set name = repeat('x', 100000) || chr(1), number = '+55 (11) 98765-4321' where id = 1;
    update "Contacts" set number = 'drop table contacts; --' where id = 3;
    update "Messages" set body = repeat('🙂', 70000), "createdAt" = 'infinity', ack = 2147483647 where id = 'A2';
    update "Tickets" set "createdAt" = '9999-01-01', status = 'whatever', "unreadMessages" = -3 where id = 3;
    update "Schedules" set "sendAt" = 'infinity' where status = 'PENDENTE';`);
  await bring(source);
  await bring(source);
  const id = await company('Loja Azul (2)');
  const people = await api.admin`select email from users where company_id = ${id} order by id`;
  expect(people.map(({ email }) => email)).toEqual([
    'dona@loja.test',
    'user-2@import.invalid',
    'sem@loja.test',
  ]);
  const queues = await api.admin`select name from queues where company_id = ${id} order by id`;
  expect(queues.map(({ name }) => [name.length, name.slice(-4)])).toEqual([
    [49, 'fila'],
    [50, ' (2)'],
  ]);
  expect(await api.admin`select length(body)::int as length from messages where wa_id = 'A2'`).toMatchObject([
    { length: 32_768 },
  ]);
  expect(
    await api.admin`select status from schedules where company_id = ${id} and status = 'PENDENTE'`,
  ).toHaveLength(0);
  expect(report).toContain('! user has no password that can be carried: give them a new one: 2');

  // The oldest line has one company, and counts ticks from 0.
  const tables = await source.admin<{ name: string }[]>`
    select table_name as name from information_schema.columns where column_name = 'companyId'`;
  for (const { name } of tables)
    await source.admin`alter table ${source.admin(name)} drop column "companyId"`;
  await source.admin.unsafe(`drop table "Companies"; drop table "QuickMessages"; create table "QuickAnswers"
    (id serial primary key, shortcut text not null, message text not null);
    insert into "QuickAnswers" (shortcut, message) values ('/oi', 'Oi!')`);
  await bring(source);
  const only = await company('Whaticket');
  expect(await api.admin`select shortcode, geral from quick_messages where company_id = ${only}`).toEqual([
    { shortcode: 'oi', geral: true },
  ]);
  expect(
    await api.admin`select ack from messages where company_id = ${only} and wa_id in ('A6', 'E1', 'F1') order by wa_id`,
  ).toMatchObject([{ ack: 0 }, { ack: 1 }, { ack: 1 }]);
  await source.admin.unsafe(`drop table "Whatsapps" cascade`);
  await expect(bring(source)).rejects.toThrow('This is no database of Whaticket or Ticketz');
  await source.close();

  const tz = sourceOf('TZ');
  await withSource(tz.url, 'another copy', (from) =>
    importAll(
      { db: api.db, storage: api.deps.storage, mediaLimit: 1, noPassword: HASH, say: () => {} },
      from,
      ALL,
    ),
  );
  const emails = await api.admin`select email from users where name = 'Ana' order by id`;
  expect(emails.map(({ email }) => email)).toContain('ana+2@loja.test');
});

it('sends nothing that has been sent there meanwhile, and shows nothing of another company', async () => {
  const source = await createSource('S2', HASH);
  await bring(source);
  const id = await company();
  const [waiting] = await source.admin<{ id: number; sendAt: Date }[]>`
    select id, "sendAt" from "Schedules" where status = 'PENDENTE' and "sendAt" > now()`;
  expect(
    await api.admin`select from schedules where company_id = ${id} and status = 'PENDENTE'`,
  ).toHaveLength(1);
  await source.admin.unsafe(`
    update "Schedules" set status = 'ENVIADA', "sentAt" = now() where id = ${waiting?.id};
    create table "QuickAnswers" (id serial primary key, shortcut text, message text);
    insert into "QuickAnswers" (shortcut, message) values ('velha', 'De quem?');
    insert into "Messages" (id, body, "ticketId", "companyId", "createdAt", "updatedAt")
      values ('ALHEIA', 'De outra empresa', 1, 2, now(), now());
    insert into "Messages" (id, body, "ticketId", "companyId", "quotedMsgId", "createdAt", "updatedAt")
      values ('CITA', 'Cita', 1, 1, 'ALHEIA', now(), now())`);
  await bring(source);
  expect(await api.admin`select from schedules where company_id = ${id} and status = 'PENDENTE'`).toEqual([]);
  expect(report).toContain('QuickAnswers: 1');
  expect(await api.admin`select from quick_messages where message = 'De quem?'`).toHaveLength(0);
  expect(
    await api.admin`select quoted_id as "quotedId", quoted_snippet as "quotedSnippet" from messages where company_id = ${id} and wa_id = 'CITA'`,
  ).toEqual([{ quotedId: null, quotedSnippet: '' }]);
  expect(await api.admin`select from messages where wa_id = 'ALHEIA' and company_id = ${id}`).toHaveLength(0);
  await source.close();
});

it('brings the files of the folder, and nothing from outside of it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'balcao-public-'));
  const secret = await mkdtemp(join(tmpdir(), 'balcao-secret-'));
  const source = await createSource('S2', HASH);
  try {
    await bring(source);
    const id = await company();
    expect(report).toContain('file: 0 new, 2 missing');
    await writeFile(join(secret, 'key.png'), PICTURE);
    await mkdir(join(dir, 'quickMessage'));
    await mkdir(join(dir, 'company1'));
    await writeFile(join(dir, 'quickMessage/pix.png'), PICTURE);
    await writeFile(join(dir, 'company1/foto.jpg'), PICTURE);
    await writeFile(join(dir, 'virus.exe'), 'MZ');
    await mkdir(join(dir, 'company2'));
    await writeFile(join(dir, 'company2/rg.png'), PICTURE);
    await symlink(secret, join(dir, 'link'));
    const places = [
      `../${secret.split('/').at(-1)}/key.png`,
      `${secret}/key.png`,
      'link/key.png',
      'virus.exe',
      'company2/rg.png',
      'http://10.0.0.1/x.png',
      '%2e%2e/key.png',
    ];
    for (const [at, place] of places.entries())
      await source.admin`insert into "Messages" (id, body, "mediaUrl", "ticketId", "companyId", "createdAt", "updatedAt")
        values (${`X${at}`}, 'x', ${place}, 1, 1, now(), now())`;
    await bring(source, { media: dir });
    expect(report).toContain(`file: 2 new, ${places.length} missing`);
    expect(report).toContain('! file left out: a program: 1');
    const files = await api.admin`
      select m.wa_id as "waId", f.state, f.mime, f.name, f.size::int from media f left join messages m on m.media_id = f.id
      where f.company_id = ${id} order by m.wa_id, f.name`;
    expect(files.filter(({ state }) => state === 'stored')).toEqual([
      { waId: 'A3', state: 'stored', mime: 'image/png', name: 'foto.jpg', size: PICTURE.length },
      { waId: null, state: 'stored', mime: 'image/png', name: 'pix.png', size: PICTURE.length },
    ]);
    expect(await api.admin`select from quick_messages where media_id is not null`).toHaveLength(1);
    await bring(source, { media: dir });
    expect(report).toContain(`file: 0 new, ${places.length} missing`);
  } finally {
    await source.close();
    await rm(dir, { recursive: true });
    await rm(secret, { recursive: true });
  }
});
