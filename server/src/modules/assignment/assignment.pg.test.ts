import { randomUUID } from 'node:crypto';
import { listAudit } from '@balcao/shared/audit-log.ts';
import * as contracts from '@balcao/shared/features/assignment/calls.ts';
import { getQueue, updateQueue } from '@balcao/shared/features/queues/calls.ts';
import { readTicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { snoozeTicket, updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { listColleagues } from '@balcao/shared/features/users/calls.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  createUser,
  type UserFixture,
} from '../../../test/fixtures.ts';
import { createChance } from '../../../test/nemesis/random.ts';
import { startProcess } from '../../../test/process.ts';
import { DEEP, noteDrawn, SEED } from '../../../test/sample.ts';

/** Who gets what waits: queues, agents, and two processes that give at the same time. */

let api: TestApi;
let second: TestApi;
let company: CompanyFixture;
let carla: UserFixture;
let boss: string;
let ana: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ beside: api });
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});
beforeEach(async () => {
  company = await createCompany(api.admin, `Loja ${++companies}`);
  carla = await createUser(api.admin, company.companyId, 'Carla', [company.queues.support]);
  boss = await api.signIn(company.admin);
  ana = await api.signIn(company.ana);
  await arrive(company.ana, carla);
});

const arrive = (...people: UserFixture[]) =>
  api.admin`update users set online = true where id = any (${people.map(({ id }) => id)})`;
const leave = ({ id }: UserFixture) => api.admin`update users set online = false where id = ${id}`;
const set = (body: object, queueId = company.queues.support) =>
  api.call(updateQueue, { params: { queueId }, body, token: boss });
const limit = ({ id: userId }: UserFixture, body: object) =>
  api.call(contracts.updateCapacity, { params: { userId }, body, token: boss });
const load = () => api.call(contracts.listAgents, { token: boss });
const agent = async ({ id }: UserFixture) => (await load()).agents.find((one) => one.id === id);
const put = (ticketId: number, body: object, token = ana) =>
  api.call(updateTicket, { params: { ticketId }, body, token });

/** A customer has waited for so many minutes. */
async function waits(minutes = 1, options: Parameters<typeof createTicket>[2] = {}) {
  const { id, contactId } = await createTicket(api.admin, company, options);
  await api.admin`
    update tickets set waiting_since = now() - make_interval(mins => ${minutes}),
      queue_since = now() - make_interval(mins => ${minutes}) where id = ${id}`;
  return { id, contactId };
}
/** Both processes look at the same time, and once more. */
async function look(job = 'tickets to assign', at = new Date()) {
  for (const _ of [1, 2]) await Promise.all([api, second].map(({ run }) => run(job, at)));
}
async function whose(id: number) {
  const [row] = await api.admin<{ user: number | null; queue: number; status: string }[]>`
    select user_id::int as user, queue_id::int as queue, status from tickets where id = ${id}`;
  return row?.user === null ? row.status : row?.user;
}
async function told(id: number) {
  const rows = await api.admin<{ body: string }[]>`
    select body from messages where ticket_id = ${id} and media_type = 'event' order by created_at, id`;
  return rows.map(({ body }) => readTicketEvent(body));
}
async function given(count: number) {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await waits(count - index)).id);
  await look();
  return Promise.all(ids.map(whose));
}

describe('a queue', () => {
  it('gives nothing by itself unless it is told to, and then tells why', async () => {
    const { id } = await waits();
    await look();
    expect(await whose(id)).toBe('pending');
    await set({ assignment: 'inTurn' });
    await look();
    expect(await whose(id)).toBe(company.ana.id);
    expect(await told(id)).toEqual([{ kind: 'assigned', toUser: 'Ana', why: 'inTurn' }]);
    const [cycle] =
      await api.admin`select user_id::int as user, started_at from ticket_tracking where ticket_id = ${id}`;
    expect(cycle).toMatchObject({ user: company.ana.id, started_at: expect.any(Date) });
    const said = await api.admin`select from messages where ticket_id = ${id} and state = 'queued'`;
    expect(said.count).toBe(0);
  });

  it('greets the customer as accepting does, by the setting', async () => {
    await set({ assignment: 'inTurn' });
    await api.admin`
      insert into settings (company_id, key, value) values (${company.companyId}, 'sendGreetingAccepted', 'enabled')
      on conflict (company_id, key) do update set value = excluded.value`;
    const { id } = await waits();
    await look();
    const said = await api.admin<{ body: string }[]>`
      select body from messages where ticket_id = ${id} and state = 'queued'`;
    expect(said.map(({ body }) => body)).toEqual([expect.stringContaining('Ana')]);
  });

  it('gives to each in turn, whoever waits longest first, whatever they have', async () => {
    await set({ assignment: 'inTurn' });
    const { ana } = company;
    for (const _ of [1, 2, 3]) await createTicket(api.admin, company, { userId: ana.id });
    expect(await given(4)).toEqual([ana.id, carla.id, ana.id, carla.id]);
  });

  it('gives to whoever has fewest', async () => {
    await set({ assignment: 'fewest' });
    const { ana } = company;
    for (const _ of [1, 2]) await createTicket(api.admin, company, { userId: ana.id });
    expect(await given(4)).toEqual(
      [carla.id, carla.id, carla.id, ana.id].map((_, index) => (index < 2 ? carla.id : expect.any(Number))),
    );
    expect([(await agent(ana))?.open, (await agent(carla))?.open]).toEqual([3, 3]);
  });

  it('gives to the agent whom the customer knows, within the days, and only if they are there and have room', async () => {
    await set({ assignment: 'known', assignmentKnownDays: 10 });
    await createTicket(api.admin, company, { userId: carla.id });
    /** Carla has served this customer so many days ago. */
    const returns = async (days: number) => {
      const { id, contactId } = await waits();
      await api.admin`
        with old as (
          insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, closed_at)
          select company_id, contact_id, connection_id, queue_id, ${carla.id}, 'closed', now() from tickets where id = ${id}
          returning company_id, id, connection_id, queue_id)
        insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id, finished_at)
        select company_id, id, connection_id, queue_id, ${carla.id}, now() - make_interval(days => ${days}) from old`;
      expect(contactId).toBeGreaterThan(0);
      await look();
      const [event] = await told(id);
      return [await whose(id), event?.kind === 'assigned' && event.why];
    };
    expect(await returns(9)).toEqual([carla.id, 'known']);
    expect(await returns(11)).toEqual([company.ana.id, 'fewest']);
    await limit(carla, { capacity: 2 });
    expect(await returns(1)).toEqual([company.ana.id, 'fewest']);
    await limit(carla, { capacity: null });
    await leave(carla);
    expect(await returns(1)).toEqual([company.ana.id, 'fewest']);
  });

  it('knows whoever has served another contact of the same person', async () => {
    await set({ assignment: 'known' });
    const served = await createTicket(api.admin, company, { userId: carla.id });
    await api.admin`
      insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id, finished_at)
      select company_id, id, connection_id, queue_id, ${carla.id}, now() from tickets where id = ${served.id}`;
    const { id, contactId } = await waits();
    await api.admin`
      insert into contact_links (company_id, contact_id, person_id)
      select ${company.companyId}, unnest(${[contactId, served.contactId]}::bigint[]), ${randomUUID()}`;
    await look();
    expect(await whose(id)).toBe(carla.id);
  });

  it('gives only what waits for its people: no bot, no group, nothing put off, nothing that we said last', async () => {
    await set({ assignment: 'inTurn' });
    const [bot, group, later, ours, elsewhere] = await Promise.all([1, 2, 3, 4, 5].map(() => waits()));
    await api.admin`update tickets set answerer = 'queueMenu', waiting_since = null where id = ${bot?.id ?? 0}`;
    await api.admin`update tickets set is_group = true where id = ${group?.id ?? 0}`;
    await api.call(snoozeTicket, {
      params: { ticketId: later?.id ?? 0 },
      body: { until: new Date(Date.now() + 3_600_000).toISOString() },
      token: ana,
    });
    await api.admin`update tickets set waiting_since = null where id = ${ours?.id ?? 0}`;
    await api.admin`update tickets set queue_id = null where id = ${elsewhere?.id ?? 0}`;
    await look();
    for (const one of [bot, group, later, ours, elsewhere]) expect(await whose(one?.id ?? 0)).toBe('pending');
  });

  it('does not give a ticket to whoever has just given it back', async () => {
    await set({ assignment: 'inTurn' });
    const { id } = await waits();
    await look();
    await put(id, { status: 'pending' });
    await api.admin`update tickets set waiting_since = now() where id = ${id}`;
    await leave(carla);
    await look();
    expect(await whose(id)).toBe('pending');
    await arrive(carla);
    await look();
    expect(await whose(id)).toBe(carla.id);
  });
});

describe('an agent', () => {
  it('gets as many as they may have, in all and of a queue; 0 is none', async () => {
    await set({ assignment: 'inTurn' });
    await limit(company.ana, { capacity: 3, queues: [{ queueId: company.queues.support, capacity: 2 }] });
    await limit(carla, { capacity: 0 });
    const free = await given(5);
    expect(free.filter((user) => user === company.ana.id)).toHaveLength(2);
    expect(free.filter((user) => user === 'pending')).toHaveLength(3);
    await api.admin`insert into user_queues (company_id, user_id, queue_id)
      values (${company.companyId}, ${company.ana.id}, ${company.queues.sales})`;
    await set({ assignment: 'fewest' }, company.queues.sales);
    await waits(1, { queueId: company.queues.sales });
    await waits(1, { queueId: company.queues.sales });
    await look();
    expect(await agent(company.ana)).toMatchObject({
      capacity: 3,
      open: 3,
      queues: expect.arrayContaining([
        { queueId: company.queues.support, capacity: 2, open: 2 },
        { queueId: company.queues.sales, capacity: null, open: 1 },
      ]),
    });
    expect((await load()).waiting).toEqual([
      { queueId: company.queues.sales, tickets: 1, since: expect.any(String) },
      { queueId: company.queues.support, tickets: 3, since: expect.any(String) },
    ]);
    // What is put off takes no room, what is closed frees it.
    const [own] = await api.admin<{ id: number }[]>`
      select id from tickets where user_id = ${company.ana.id} and queue_id = ${company.queues.support} limit 1`;
    await put(Number(own?.id), { status: 'closed' });
    await look();
    expect(await agent(company.ana)).toMatchObject({ open: 3 });
  });

  it('who is away or offline gets nothing; back they do', async () => {
    await set({ assignment: 'inTurn' });
    await leave(carla);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const params = { userId: company.ana.id };
    await api.call(contracts.setAway, { params, body: { until }, token: ana });
    const directory = await api.call(listColleagues, { token: boss });
    expect(directory.find(({ id }) => id === company.ana.id)).toMatchObject({ awayUntil: until });
    const { id } = await waits();
    await look();
    expect(await whose(id)).toBe('pending');
    await look('tickets to assign', new Date(Date.parse(until) + 1));
    expect(await whose(id)).toBe(company.ana.id);
    await api.call(contracts.setAway, { params, body: { until: null }, token: boss });
    expect((await agent(company.ana))?.awayUntil).toBeNull();
  });

  it('who goes away hands back what they have, if they wish so, and colleagues get it', async () => {
    await set({ assignment: 'inTurn' });
    const { ana: me } = company;
    await leave(carla);
    const kept = await waits();
    const later = await waits();
    await look();
    await api.call(snoozeTicket, {
      params: { ticketId: later.id },
      body: { until: new Date(Date.now() + 7_200_000).toISOString() },
      token: ana,
    });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const away = (handBack: boolean) =>
      api.call(contracts.setAway, { params: { userId: me.id }, body: { until, handBack }, token: ana });
    expect(await away(false)).toEqual({ awayUntil: until, handedBack: 0 });
    expect(await whose(kept.id)).toBe(me.id);
    expect(await away(true)).toEqual({ awayUntil: until, handedBack: 1 });
    expect([await whose(kept.id), await whose(later.id)]).toEqual(['pending', me.id]);
    expect((await told(kept.id)).at(-1)).toEqual({
      kind: 'returned',
      by: 'Ana',
      fromUser: 'Ana',
      away: true,
    });
    await arrive(carla);
    await look();
    expect(await whose(kept.id)).toBe(carla.id);
    const { entries } = await api.call(listAudit, { query: { entity: 'user' }, token: boss });
    expect(entries[0]?.changes).toEqual([]);
    expect(entries.flatMap(({ changes }) => changes.map(({ field }) => field))).toContain('awayUntil');
  });

  it('is relieved by a supervisor: to a colleague who serves the queue, or back to the queues', async () => {
    const { ana: me, bruno } = company;
    const mine = await Promise.all([1, 2].map(() => createTicket(api.admin, company, { userId: me.id })));
    const sales = await createTicket(api.admin, company, { userId: me.id, queueId: company.queues.sales });
    const move = (toUserId: number | null) =>
      api.call(contracts.handOver, { params: { userId: me.id }, body: { toUserId }, token: boss });
    expect(await move(bruno.id)).toEqual({ moved: 1, left: 2 });
    expect(await whose(sales.id)).toBe(bruno.id);
    expect(await move(carla.id)).toEqual({ moved: 2, left: 0 });
    expect((await told(mine[0]?.id ?? 0)).at(-1)).toMatchObject({
      kind: 'transferred',
      by: 'Admin',
      toUser: 'Carla',
    });
    const back = { params: { userId: carla.id }, body: { toUserId: null }, token: boss };
    expect(await api.call(contracts.handOver, back)).toEqual({ moved: 2, left: 0 });
    expect(await whose(mine[0]?.id ?? 0)).toBe('pending');
  });

  it('is refused in words what cannot be', async () => {
    const params = { userId: company.ana.id };
    const future = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    for (const capacity of [-1, 1_001, 1.5, 'many'])
      await api.refused('ERR_VALIDATION', contracts.updateCapacity, {
        params,
        body: { capacity } as never,
        token: boss,
      });
    const foreign = { capacity: 1, queues: [{ queueId: company.queues.sales, capacity: 1 }] };
    const refusal = await api.refused('ERR_USER_NOT_IN_QUEUE', contracts.updateCapacity, {
      params,
      body: foreign,
      token: boss,
    });
    expect(refusal.params).toEqual({ name: 'Ana' });
    expect((await agent(company.ana))?.capacity).toBeNull();
    for (const until of [future(-1), future(400)])
      await api.refused('ERR_AWAY_UNTIL', contracts.setAway, { params, body: { until }, token: ana });
    const other = { params: { userId: carla.id }, body: { until: future(1) }, token: ana };
    await api.refused('ERR_NO_USER_FOUND', contracts.setAway, other);
    for (const call of [contracts.listAgents, contracts.handOver, contracts.updateCapacity])
      await api.refused('ERR_NO_PERMISSION', call, { params, body: { toUserId: null }, token: ana } as never);
    const gone = { params, body: { toUserId: 987_654 }, token: boss };
    await api.refused('ERR_NO_USER_FOUND', contracts.handOver, gone);
  });
});

describe('what waits too long', () => {
  it('goes on to another queue, once, of which its conversation tells, and is given there', async () => {
    const { support, sales } = company.queues;
    await set({ overflowQueueId: sales, overflowMinutes: 10 });
    await set({ assignment: 'fewest' }, sales);
    await arrive(company.bruno);
    const early = await waits(9);
    const late = await waits(11);
    await look('tickets to overflow');
    await look();
    expect([await whose(early.id), await whose(late.id)]).toEqual(['pending', company.bruno.id]);
    expect(await told(late.id)).toEqual([
      { kind: 'overflowed', fromQueue: 'Suporte', toQueue: 'Vendas', minutes: 10 },
      { kind: 'assigned', toUser: 'Bruno', why: 'fewest' },
    ]);
    // It waits there from then on.
    await set({ overflowQueueId: null });
    await set({ overflowQueueId: support, overflowMinutes: 10 }, sales);
    const there = await waits(60);
    await put(there.id, { queueId: sales }, boss);
    await look('tickets to overflow');
    expect((await told(there.id)).map((event) => event?.kind)).toEqual(['transferred']);
  });

  it('waits for longer while the queue is closed, where its hours count', async () => {
    const { support, sales } = company.queues;
    const zone = 'UTC';
    const hours = DEFAULT_BUSINESS_HOURS.map((row) => ({ ...row, startTime: '08:00', endTime: '18:00' }));
    await api.admin`
      update companies set timezone = ${zone}, schedules = ${JSON.stringify(hours)}::text::jsonb, holidays = '[]'
      where id = ${company.companyId}`;
    await set({ overflowQueueId: sales, overflowMinutes: 30, overflowBusinessHours: true });
    const { id } = await waits();
    const evening = new Date();
    evening.setUTCHours(17, 50, 0, 0);
    await api.admin`
      update tickets set waiting_since = ${evening}, queue_since = ${evening} where id = ${id}`;
    const later = (minutes: number) => new Date(evening.getTime() + minutes * 60_000);
    // Ten minutes until it closes, fourteen hours until it opens, and twenty minutes.
    await look('tickets to overflow', later(10 + 14 * 60 + 19));
    expect(await told(id)).toEqual([]);
    await look('tickets to overflow', later(10 + 14 * 60 + 20));
    expect(await told(id)).toMatchObject([{ kind: 'overflowed' }]);
    expect(await api.call(getQueue, { params: { queueId: support }, token: boss })).toMatchObject({
      overflowBusinessHours: true,
    });
  });

  it('never comes back: queues cannot lead into each other', async () => {
    const { support, sales } = company.queues;
    await set({ overflowQueueId: sales });
    const circle = { params: { queueId: sales }, body: { overflowQueueId: support }, token: boss };
    await api.refused('ERR_OVERFLOW_CIRCLE', updateQueue, circle);
    const own = { params: { queueId: support }, body: { overflowQueueId: support }, token: boss };
    await api.refused('ERR_OVERFLOW_CIRCLE', updateQueue, own);
    const foreign = await createCompany(api.admin, `Vizinha ${companies}`);
    const other = {
      params: { queueId: support },
      body: { overflowQueueId: foreign.queues.sales },
      token: boss,
    };
    await api.refused('ERR_NO_QUEUE_FOUND', updateQueue, other);
    await set({ overflowQueueId: null });
    const both = await Promise.all(
      [
        [support, sales],
        [sales, support],
      ].map(([queueId, overflowQueueId]) =>
        api.send(updateQueue, { params: { queueId: queueId ?? 0 }, body: { overflowQueueId }, token: boss }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});

it('two processes give each ticket once, to nobody more than they may have, while some are finished', async () => {
  const chance = createChance(SEED);
  const size = DEEP ? { tickets: 2_000, agents: 20 } : { tickets: 120, agents: 6 };
  noteDrawn('assignment', [`${size.tickets} tickets, ${size.agents} agents`]);
  const { companyId, connectionId } = company;
  const { support, sales } = company.queues;
  await set({ assignment: chance.pick(['inTurn', 'fewest', 'known'] as const) });
  await set({ assignment: chance.pick(['inTurn', 'fewest', 'known'] as const) }, sales);
  await leave(company.ana);
  await leave(carla);
  const capacities = new Map<number, number>();
  for (let index = 0; index < size.agents; index += 1) {
    const { id } = await createUser(api.admin, companyId, `Agente ${index}`, [support, sales]);
    capacities.set(id, chance.between(1, Math.floor(size.tickets / size.agents)));
    await api.admin`update users set online = true, capacity = ${capacities.get(id) ?? 0} where id = ${id}`;
  }
  await api.admin`
    with people as (
      insert into contacts (company_id, name) select ${companyId}, 'c ' || n from generate_series(1, ${size.tickets}::int) n
      returning id),
    waiting as (
      insert into tickets (company_id, contact_id, connection_id, queue_id, waiting_since)
      select ${companyId}, id, ${connectionId}, case when id % 2 = 0 then ${support}::bigint else ${sales}::bigint end, now()
      from people returning id, queue_id)
    insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, queued_at)
    select ${companyId}, id, ${connectionId}, queue_id, now() from waiting`;
  await api.admin`analyze tickets, ticket_tracking`;
  const most = async () =>
    (
      await api.admin<{ user: number; open: number }[]>`
      select user_id::int as user, count(*)::int as open from tickets
      where company_id = ${companyId} and status = 'open' group by user_id`
    ).filter(({ user, open }) => open > (capacities.get(user) ?? 0));
  const { database, config } = api;
  const env = { DATABASE_URL: database.url, DATA_DIR: config.dataDir };
  const programs = [1, 2].map(() => startProcess('server/test/assigning.ts', { env }));
  await Promise.all(programs.map(({ ready }) => ready));
  // Somebody finishes what the first ones were given, so that room comes and goes while both give.
  const finishing = (async () => {
    for (let round = 0; round < size.agents; round += 1) {
      await api.admin`
        with done as (select id from tickets where company_id = ${companyId} and status = 'open' limit 3)
        update tickets set status = 'closed', closed_at = now(), waiting_since = null where id in (select id from done)`;
      expect(await most()).toEqual([]);
    }
  })();
  for (const program of programs) program.say({});
  expect(await Promise.all([...programs.map(({ ended }) => ended), finishing])).toEqual([0, 0, undefined]);
  await look();
  expect(await most()).toEqual([]);
  const [counts] = await api.admin<Record<string, number>[]>`
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where user_id is not null)::int as given from tickets where company_id = ${companyId}`;
  const [events] = await api.admin<Record<string, number>[]>`
    select count(*)::int as told, count(distinct ticket_id)::int as tickets from messages
    where company_id = ${companyId} and body like '%"assigned"%'`;
  expect(events).toEqual({ told: counts?.given, tickets: counts?.given });
  // None was left behind while somebody had room.
  const room = await api.admin`
    select from users u where u.company_id = ${companyId} and u.online and u.capacity > (
      select count(*) from tickets t where t.company_id = u.company_id and t.user_id = u.id and t.status = 'open')`;
  expect(counts?.pending === 0 || room.count === 0).toBe(true);
});
