import { listTickets } from '@balcao/shared/features/tickets/calls.ts';
import { describe, expect, it } from 'vitest';
import { createCompany, createTicket, createUser } from '../../../test/fixtures.ts';
import { api, prepare } from './testing/lists.ts';

prepare();

describe('searching', () => {
  it('finds what the agent sees by name, number and what was said, wherever the words stand', async () => {
    const { admin } = api.database;
    const searched = await createCompany(admin, 'Searched');
    const other = await createCompany(admin, 'Other');
    const token = await api.signIn(searched.ana);
    const joao = await createTicket(admin, searched, { name: 'João Açaí d’Ávila' });
    const zoe = await createTicket(admin, searched, {
      name: 'Zoë',
      status: 'closed',
      userId: searched.ana.id,
    });
    const hidden = await createTicket(admin, searched, { name: 'João', queueId: searched.queues.sales });
    const foreign = await createTicket(admin, other, { name: 'João' });
    const colleague = await createUser(admin, searched.companyId, 'Colega', [searched.queues.support]);
    const theirs = [];
    for (const status of ['open', 'closed'] as const)
      theirs.push(await createTicket(admin, searched, { name: 'Rosa', status, userId: colleague.id }));
    await admin`update contacts set number = '' where company_id = ${searched.companyId} and name = 'Rosa'`;
    await admin`update contacts set number = '5511987654321' where id = ${joao.contactId}`;
    await admin`update contacts set number = '5522333' where id = ${zoe.contactId}`;
    for (const { id } of [zoe, hidden, foreign])
      await admin`update messages set body = 'A *conexão* caiu; pedido nº 4711-B' where ticket_id = ${id}`;

    const search = async (searchParam: string) => {
      const { tickets } = await api.call(listTickets, { query: { showAll: 'true', searchParam }, token });
      return tickets.map(({ id }) => id);
    };
    for (const words of ['joao acai', 'AVILA JOÃO', 'vila', '98765-4321', '+55 (11) 9876', '4321'])
      expect(await search(words), words).toEqual([joao.id]);
    for (const words of ['zoe', 'conexao', 'pedido 4711', 'b conex'])
      expect(await search(words), words).toEqual([zoe.id]);
    // Colleagues' in the same queue, finished ones too; without `showAll` one's own alone, and a list shows none of them.
    expect((await search('rosa')).toSorted()).toEqual(theirs.map(({ id }) => id));
    const lists = [
      { searchParam: 'rosa' },
      { showAll: 'true', status: 'open' },
      { showAll: 'true', searchParam: ' ' },
    ];
    for (const query of lists) {
      const { tickets } = await api.call(listTickets, { query, token });
      expect(tickets.filter(({ contact }) => contact.name === 'Rosa')).toEqual([]);
    }
    // Of messages the beginning of a word.
    for (const words of ['nexao', 'joao zoe', "'", '\\', ':* & |', '0'])
      expect(await search(words), words).toEqual([]);
  });

  it('finds what was said long ago in a long conversation, also among many others', async () => {
    const { admin } = api.database;
    const many = await createCompany(admin, 'Many');
    for (let index = 0; index < 41; index++) await createTicket(admin, many, { name: `Cliente ${index}` });
    const long = await createTicket(admin, many, { name: 'Zoë' });
    await admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      select ${many.companyId}, gen_random_uuid(), ${long.id}, ${long.contactId}, ${many.connectionId}, false,
        case when n = 0 then 'Sou cliente' else 'Oi' end, 'received', now() + make_interval(secs => n)
      from generate_series(0, 600) n`;
    const token = await api.signIn(many.ana);
    const { tickets, hasMore } = await api.call(listTickets, { query: { searchParam: 'cliente' }, token });
    expect([tickets[0]?.id, tickets.length, hasMore]).toEqual([long.id, 40, true]);
  });
});

it('leaves nothing newer out of a page of what an agent searches', async () => {
  const { admin } = api.database;
  const own = await createCompany(admin, 'Order');
  const make = (name: string, count: number, status: string, from: string) => admin`
    with people as (
      insert into contacts (company_id, name) select ${own.companyId}, ${name} from generate_series(1, ${count})
      returning id)
    insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message_at)
    select ${own.companyId}, id, ${own.connectionId}, ${own.queues.support},
      ${status === 'pending' ? null : own.ana.id}::bigint, ${status}, ${from}::timestamptz
    from people returning id::int`;
  await make('Outro', 110, 'pending', '2026-03-03');
  const [newest] = await make('Zuleica', 1, 'pending', '2026-03-02');
  await make('Zuleica', 60, 'closed', '2025-03-02');
  const token = await api.signIn(own.ana);
  const { tickets } = await api.call(listTickets, { query: { searchParam: 'zuleica' }, token });
  expect([tickets.length, tickets[0]?.id]).toEqual([40, newest?.id]);
});
