import { readTicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';

/** What a connection does with tickets that nobody touches, by an explicit clock. */

let api: TestApi;
let second: TestApi;
let company: CompanyFixture;
let companies = 0;
const START = new Date('2026-03-02T12:00:00Z');
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ beside: api });
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  await rule({ status: 'connected', updated_at: after(-60) });
});

const rule = (fields: Record<string, unknown>) =>
  api.database.admin`update connections set ${api.database.admin(fields)} where id = ${company.connectionId}`;
/** Both processes of the installation look at the same time. */
const look = async (minutes: number) => {
  for (const job of ['tickets to redirect', 'tickets to close'])
    await Promise.all([api, second].map(({ run }) => run(job, after(minutes))));
};

/** A ticket whose customer wrote at the start. */
async function wait(options: Parameters<typeof createTicket>[2] = {}): Promise<number> {
  const { admin } = api.database;
  const { id } = await createTicket(admin, company, { queueId: null, ...options });
  await admin`update messages set created_at = ${START} where ticket_id = ${id}`;
  await admin`update tickets set last_message_at = ${START} where id = ${id}`;
  await admin`update ticket_tracking set created_at = ${START}, queued_at = null, started_at = null where ticket_id = ${id}`;
  return id;
}
async function say(
  ticketId: number,
  minutes: number,
  more: { from_me?: boolean; state?: string } = {},
): Promise<void> {
  const { from_me = true, state = 'sent' } = more;
  const at = after(minutes);
  await api.database.admin`
    with said as (
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, state,
        read, created_at)
      select company_id, gen_random_uuid(), id, contact_id, connection_id, ${from_me}, 'Pronto',
        ${state === 'local' ? 'note' : 'chat'}, ${state},
        ${from_me}, ${at}
      from tickets where id = ${ticketId})
    update tickets set last_message_at = ${at} where id = ${ticketId} and ${state} <> 'local'`;
}
const ticket = async (id: number) => {
  const [row] = await api.database.admin`
    select status, queue_id::int as queue, user_id::int as user, unread_messages as unread from tickets where id = ${id}`;
  return row;
};
const told = async (id: number) => {
  const rows = await api.database.admin<{ body: string; mediaType: string }[]>`
    select body, media_type as "mediaType" from messages
    where ticket_id = ${id} and (media_type = 'event' or state = 'queued') order by created_at, id`;
  return rows.map(({ body, mediaType }) => (mediaType === 'event' ? readTicketEvent(body) : body));
};

describe('redirection', () => {
  beforeEach(() => rule({ redirect_minutes: 10, redirect_queue_id: company.queues.sales }));
  const moved = {
    kind: 'transferred',
    by: null,
    fromUser: null,
    toUser: null,
    fromQueue: null,
    toQueue: 'Vendas',
  };

  it('moves a waiting ticket without a queue after its minutes, once, and tells its history', async () => {
    const id = await wait();
    await look(9.9);
    expect(await ticket(id)).toMatchObject({ queue: null });
    await look(10);
    await look(11);
    expect(await ticket(id)).toMatchObject({ status: 'pending', queue: company.queues.sales, unread: 1 });
    expect(await told(id)).toEqual([moved]);
    const [cycle] = await api.database.admin`select queued_at from ticket_tracking where ticket_id = ${id}`;
    expect(cycle?.queued_at).toEqual(after(10));
  });

  it('counts anew when an agent gave the ticket back', async () => {
    const id = await wait();
    await api.database.admin`update ticket_tracking set queued_at = ${after(30)} where ticket_id = ${id}`;
    await look(39);
    expect(await ticket(id)).toMatchObject({ queue: null });
    await look(40);
    expect(await ticket(id)).toMatchObject({ queue: company.queues.sales });
  });

  it('leaves all others alone: in a queue, served, closed, without a rule, of a deleted connection', async () => {
    const ids = [
      await wait({ queueId: company.queues.support }),
      await wait({ userId: company.ana.id }),
      await wait({ status: 'closed' }),
    ];
    const before = await Promise.all(ids.map(ticket));
    await look(600);
    expect(await Promise.all(ids.map(ticket))).toEqual(before);
    const id = await wait();
    for (const fields of [{ redirect_minutes: 0 }, { redirect_queue_id: null }, { deleted_at: START }]) {
      await rule({ redirect_minutes: 10, redirect_queue_id: company.queues.sales, ...fields });
      await look(600);
    }
    expect(await ticket(id)).toMatchObject({ queue: null });
  });
});

describe('closing what the customer does not answer', () => {
  beforeEach(() =>
    rule({
      close_after_minutes: 20,
      inactivity_message: 'Até a próxima, {{firstName}}.',
      completion_message: 'Não vale aqui',
    }),
  );

  it('closes with the inactivity message alone, once, after our last word’s minutes', async () => {
    const { admin } = api.database;
    await admin`insert into settings (company_id, key, value) values (${company.companyId}, 'userRating', 'enabled')`;
    const id = await wait({ userId: company.ana.id });
    await say(id, 5);
    // What people note among themselves is no word to the customer.
    await say(id, 24, { state: 'local' });
    await look(24.9);
    expect(await ticket(id)).toMatchObject({ status: 'open' });
    await look(25);
    await look(26);
    expect(await ticket(id)).toMatchObject({ status: 'closed', unread: 0, user: company.ana.id });
    expect(await told(id)).toEqual([{ kind: 'closed', by: null }, 'Até a próxima, Maria.']);
    const [cycle] = await admin`select finished_at, finished_by from ticket_tracking where ticket_id = ${id}`;
    expect(cycle).toEqual({ finished_at: after(25), finished_by: null });
  });

  it('says nothing where there is no text', async () => {
    await rule({ inactivity_message: '' });
    const id = await wait({ userId: company.ana.id });
    await say(id, 1);
    await look(21);
    expect(await told(id)).toEqual([{ kind: 'closed', by: null }]);
  });

  it('leaves open what waits for us, groups, what has not gone out, and all while the line is down or just back', async () => {
    const { admin } = api.database;
    const answered = await wait({ userId: company.ana.id });
    await say(answered, 1);
    await say(answered, 2, { from_me: false, state: 'received' });
    const group = await wait({ userId: company.ana.id });
    await say(group, 1);
    await admin`update tickets set is_group = true where id = ${group}`;
    const stuck = await wait({ userId: company.ana.id });
    await say(stuck, 1, { state: 'queued' });
    const failed = await wait({ userId: company.ana.id });
    await say(failed, 1, { state: 'failed' });
    const waiting = await wait();
    await say(waiting, 1);
    await look(600);
    const states = await Promise.all([answered, group, stuck, failed, waiting].map(ticket));
    expect(states.map((row) => row?.status)).toEqual(['open', 'open', 'open', 'open', 'pending']);

    const id = await wait({ userId: company.ana.id });
    await say(id, 1);
    await rule({ status: 'DISCONNECTED' });
    await look(600);
    // Connected again: what the customer wrote meanwhile is on its way.
    await rule({ status: 'connected', updated_at: after(600) });
    await look(600.5);
    expect(await ticket(id)).toMatchObject({ status: 'open' });
    await look(601);
    expect(await ticket(id)).toMatchObject({ status: 'closed' });
  });
});

describe('a ticket that nobody sees', () => {
  const placed = (minutes: number) => api.run('tickets that nobody sees', after(minutes));
  const offered = () => api.database.admin`
    insert into connection_queues (company_id, connection_id, queue_id)
    values (${company.companyId}, ${company.connectionId}, ${company.queues.support}) on conflict do nothing`;

  it('since its queue has gone, is put where agents look', async () => {
    await offered();
    const id = await wait({ queueId: company.queues.sales });
    await api.database.admin`delete from queues where id = ${company.queues.sales}`;
    await api.database.admin`update tickets set updated_at = ${START} where id = ${id}`;
    await placed(0.9);
    expect(await ticket(id)).toMatchObject({ queue: null });
    await placed(1);
    expect(await ticket(id)).toMatchObject({ queue: company.queues.support });
    await placed(2);
    expect(await told(id)).toMatchObject([{ kind: 'transferred', by: null, toQueue: 'Suporte' }]);
  });

  it('waits as long as its connection says, or where there is no queue for it', async () => {
    await offered();
    await rule({ redirect_minutes: 10, redirect_queue_id: company.queues.sales });
    const id = await wait();
    await api.database.admin`update tickets set updated_at = ${START} where id = ${id}`;
    await placed(9);
    expect(await ticket(id)).toMatchObject({ queue: null });
    await rule({ redirect_minutes: 0, redirect_queue_id: null });
    await api.database.admin`delete from connection_queues where connection_id = ${company.connectionId}`;
    await placed(9);
    expect(await ticket(id)).toMatchObject({ queue: null });
  });
});
