import type postgres from 'postgres';
import { expect, it } from 'vitest';
import { api, bring, company, prepare, report, rows } from './testing/import.ts';
import { SHAPES } from './testing/sources.ts';

prepare();

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
