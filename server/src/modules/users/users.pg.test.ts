import { listAudit } from '@balcao/shared/audit-log.ts';
import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { login, me } from '@balcao/shared/features/auth/calls.ts';
import { getTicket } from '@balcao/shared/features/tickets/calls.ts';
import * as contracts from '@balcao/shared/features/users/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket, createUser } from '../../../test/fixtures.ts';

let api: TestApi;
let operator: CompanyFixture;
let company: CompanyFixture;
let admin: string;
let ana: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  operator = await createCompany(api.database.admin, 'Operator');
});
afterAll(() => api.stop());

/** Each test has a company of its own. */
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Padaria ${++companies}`);
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
});

const named = (name: string, more: object = {}) => ({
  name,
  email: `${name.toLowerCase().replaceAll(/\W/g, '')}.${companies}@new.test`,
  password: 'secret-1',
  ...more,
});
const create = (body: object) => api.call(contracts.createUser, { body, token: admin });
const update = (userId: number, body: object, token = admin) =>
  api.call(contracts.updateUser, { params: { userId }, body, token });
const get = (userId: number, token = admin) => api.call(contracts.getUser, { params: { userId }, token });
const names = ({ users }: RouteOutput<typeof contracts.listUsers>) => users.map(({ name }) => name);
const list = async (query: Record<string, string> = {}) =>
  api.call(contracts.listUsers, { query, token: admin });
const row = async (id: number) => {
  const [found] = await api.database.admin`select * from users where id = ${id}`;
  return found;
};

describe('managing people', () => {
  it('makes somebody who can sign in with what they were given', async () => {
    const body = named('Carla Dias', {
      profile: 'supervisor',
      allTicket: 'enabled',
      whatsappId: company.connectionId,
      queueIds: [company.queues.sales, company.queues.sales],
    });
    const user = await create({ ...body, email: body.email.toUpperCase() });
    expect(user).toEqual({
      id: expect.any(Number),
      name: 'Carla Dias',
      email: body.email,
      profile: 'supervisor',
      super: false,
      allTicket: 'enable',
      companyId: company.companyId,
      whatsappId: company.connectionId,
      queues: [{ id: company.queues.sales, name: 'Vendas', color: '#0c8599' }],
      online: false,
      secondFactor: false,
    });
    expect(await get(user.id)).toEqual(user);
    const signedIn = await api.call(login, { body: { email: body.email, password: body.password } });
    expect(signedIn.user).toMatchObject({ id: user.id, profile: 'supervisor', allTicket: 'enable' });
    expect((await row(user.id))?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await create(named('Plain'))).toMatchObject({
      profile: 'user',
      allTicket: 'disable',
      queues: [],
      whatsappId: null,
    });
  });

  it('takes what belongs together: an e-mail once, queues and connections of the company, the room of the plan', async () => {
    const create = (body: object) => ({ body: { ...named('Davi'), ...body }, token: admin });
    await api.refused('ERR_EMAIL_TAKEN', contracts.createUser, create({ email: operator.ana.email }));
    await api.refused(
      'ERR_NO_QUEUE_FOUND',
      contracts.createUser,
      create({ queueIds: [operator.queues.sales] }),
    );
    await api.refused(
      'ERR_NO_WAPP_FOUND',
      contracts.createUser,
      create({ whatsappId: operator.connectionId }),
    );
    const change = (body: object) => ({ params: { userId: company.ana.id }, body, token: admin });
    await api.refused('ERR_EMAIL_TAKEN', contracts.updateUser, change({ email: company.bruno.email }));
    await api.refused(
      'ERR_NO_QUEUE_FOUND',
      contracts.updateUser,
      change({ queueIds: [operator.queues.sales] }),
    );
    await api.refused(
      'ERR_NO_WAPP_FOUND',
      contracts.updateUser,
      change({ whatsappId: operator.connectionId }),
    );
    expect(await get(company.ana.id)).toMatchObject({ email: company.ana.email, whatsappId: null });

    const [plan] = await api.database.admin`insert into plans (name, users) values ('Four', 4) returning id`;
    await api.database.admin`update companies set plan_id = ${plan?.id} where id = ${company.companyId}`;
    const answers = await Promise.all(
      ['Eva', 'Fabio', 'Gil'].map((name) =>
        api.send(contracts.createUser, { body: named(name), token: admin }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    const full = await api.refused('ERR_PLAN_LIMIT_USERS', contracts.createUser, {
      body: named('Hugo'),
      token: admin,
    });
    expect(full.params).toEqual({ limit: 4 });
  });

  it('finds people by any part of name or e-mail, whatever the accents, page by page in the order of names', async () => {
    for (let index = 10; index < 50; index++)
      await createUser(api.database.admin, company.companyId, `Zico ${index}`, []);
    await createUser(api.database.admin, company.companyId, 'Átila Conceição', []);
    await createUser(api.database.admin, operator.companyId, 'Átila of another', []);
    const first = await list();
    expect([first.count, first.users.length, first.hasMore]).toEqual([44, 40, true]);
    expect(names(first).slice(0, 5)).toEqual(['Admin', 'Ana', 'Átila Conceição', 'Bruno', 'Zico 10']);
    const second = await list({ pageNumber: '2' });
    expect([names(second), second.hasMore]).toEqual([['Zico 46', 'Zico 47', 'Zico 48', 'Zico 49'], false]);
    expect(await list({ pageNumber: '999999' })).toEqual({ users: [], count: 44, hasMore: false });
    const all = await list({ pageNumber: 'all' });
    expect([all.users.length, all.hasMore]).toEqual([44, false]);
    for (const searchParam of ['conceicao', 'ATILA', 'ãtîla conc'])
      expect(names(await list({ searchParam }))).toEqual(['Átila Conceição']);
    expect(names(await list({ searchParam: company.bruno.email }))).toEqual(['Bruno']);
    expect(await list({ searchParam: 'zico', pageNumber: '1' })).toMatchObject({ count: 40, hasMore: false });
    for (const searchParam of ['%', '_', "'"])
      expect(await list({ searchParam })).toEqual({ users: [], count: 0, hasMore: false });
  });

  it('is for admins; a colleague sees the directory, without addresses', async () => {
    const directory = await api.call(contracts.listColleagues, { token: ana });
    expect(directory).toEqual([
      {
        id: company.admin.id,
        name: 'Admin',
        profile: 'admin',
        online: false,
        allTicket: false,
        queueIds: [],
      },
      {
        id: company.ana.id,
        name: 'Ana',
        profile: 'user',
        online: false,
        allTicket: false,
        queueIds: [company.queues.support],
      },
      {
        id: company.bruno.id,
        name: 'Bruno',
        profile: 'user',
        online: false,
        allTicket: false,
        queueIds: [company.queues.sales],
      },
    ]);
    expect(await get(company.ana.id, ana)).toMatchObject({ email: company.ana.email });
    const missing = { params: { userId: 999_999 }, token: ana };
    const unknown = await api.refused('ERR_NO_USER_FOUND', contracts.getUser, missing);
    for (const userId of [company.bruno.id, operator.ana.id])
      for (const contract of [contracts.getUser, contracts.updateUser]) {
        const call = {
          params: { userId },
          token: ana,
          ...(contract === contracts.updateUser ? { body: { name: 'Mine' } } : {}),
        };
        expect({ ...(await api.refused('ERR_NO_USER_FOUND', contract, call)), requestId: '' }).toEqual({
          ...unknown,
          requestId: '',
        });
      }
    await api.refused('ERR_NO_USER_FOUND', contracts.getUser, {
      params: { userId: operator.ana.id },
      token: admin,
    });
  });
});

describe('changing oneself', () => {
  it('changes the name at once, e-mail and password with the current password only', async () => {
    const { id, password } = company.ana;
    expect(await update(id, { name: 'Ana Luz', email: company.ana.email }, ana)).toMatchObject({
      name: 'Ana Luz',
    });
    const mine = (body: object, token = ana) => ({ params: { userId: id }, body, token });
    const email = `ana.${companies}@elsewhere.test`;
    for (const body of [{ email }, { password: 'new-secret' }, { email, currentPassword: 'wrong' }])
      await api.refused('ERR_WRONG_PASSWORD', contracts.updateUser, mine(body));
    expect((await row(id))?.email).toBe(company.ana.email);
    expect(await update(id, { email, currentPassword: password }, ana)).toMatchObject({ email });
    // Admins are no exception for themselves.
    const own = { params: { userId: company.admin.id }, body: { password: 'new-secret' }, token: admin };
    await api.refused('ERR_WRONG_PASSWORD', contracts.updateUser, own);

    await update(id, { password: 'new-secret', currentPassword: password }, ana);
    expect((await api.send(me, { token: ana })).statusCode).toBe(200);
    await api.refused('ERR_INVALID_CREDENTIALS', login, { body: { email, password } });
    await api.call(login, { body: { email, password: 'new-secret' } });
  });

  it('slows down guesses at the password of a session that was left open', async () => {
    const guess = {
      params: { userId: company.ana.id },
      body: { password: 'mine-now', currentPassword: 'guess' },
      token: ana,
    };
    const answers = [];
    for (let index = 0; index < 7; index++)
      answers.push((await api.send(contracts.updateUser, guess)).statusCode);
    expect(answers).toEqual([422, 422, 422, 422, 422, 429, 429]);
    expect((await api.send(me, { token: ana })).statusCode).toBe(200);
  });

  it('ignores what is not theirs to give, whoever asks for it', async () => {
    const greedy = {
      profile: 'admin',
      super: true,
      companyId: operator.companyId,
      allTicket: 'enable',
      queueIds: [company.queues.sales],
      whatsappId: company.connectionId,
      online: true,
      id: operator.admin.id,
      passwordHash: 'x',
      viewVersion: 99,
    };
    const before = await row(company.ana.id);
    await update(company.ana.id, { ...greedy, name: 'Ana Lima' }, ana);
    expect(await row(company.ana.id)).toEqual({ ...before, name: 'Ana Lima' });
    expect((await get(company.ana.id)).queues).toEqual([
      { id: company.queues.support, name: 'Suporte', color: '#e8590c' },
    ]);
    const made = await create({ ...named('Igor'), super: true, companyId: operator.companyId, id: 1 });
    expect(made).toMatchObject({ super: false, companyId: company.companyId });
    await update(made.id, { super: true, companyId: operator.companyId });
    expect(await get(made.id)).toMatchObject({ super: false, companyId: company.companyId });
  });
});

it('tells colleagues how many open tickets each has, of their own company alone', async () => {
  const { ana: agent } = company;
  for (const status of ['open', 'open', 'closed'] as const)
    await createTicket(api.database.admin, company, { status, userId: agent.id });
  expect(await api.call(contracts.listLoads, { token: ana })).toEqual([{ userId: agent.id, openTickets: 2 }]);
  expect(await api.call(contracts.listLoads, { token: await api.signIn(operator.admin) })).toEqual([]);
});

describe('rights', () => {
  it('change on the next request, without signing out', async () => {
    await api.refused('ERR_NO_PERMISSION', contracts.listUsers, { token: ana });
    const before = (await row(company.ana.id))?.view_version;
    await update(company.ana.id, { profile: 'admin' });
    expect((await api.send(contracts.listUsers, { token: ana })).statusCode).toBe(200);
    await update(company.ana.id, { profile: 'user', queueIds: [company.queues.sales] });
    await api.refused('ERR_NO_PERMISSION', contracts.listUsers, { token: ana });
    expect((await row(company.ana.id))?.view_version).toBeGreaterThan(before);
    const same = (await row(company.ana.id))?.view_version;
    await update(company.ana.id, { queueIds: [company.queues.sales], profile: 'user', name: 'Ana B' });
    expect((await row(company.ana.id))?.view_version).toBe(same);
  });

  it('end with a password that an admin gives, and links under way with them', async () => {
    const { companyId, ana: person } = company;
    await api.database
      .admin`insert into password_resets (company_id, user_id, hash) values (${companyId}, ${person.id}, 'link')`;
    await update(person.id, { password: 'given-by-admin' });
    await api.refused('ERR_SESSION_EXPIRED', me, { token: ana });
    await api.call(login, { body: { email: person.email, password: 'given-by-admin' } });
    expect(await api.database.admin`select from password_resets where user_id = ${person.id}`).toHaveLength(
      0,
    );
  });

  it('never leave a company without an admin, not even when two admins act at once', async () => {
    const { companyId, admin: first } = company;
    const alone = { params: { userId: first.id }, token: admin };
    await api.refused('ERR_LAST_ADMIN', contracts.updateUser, { ...alone, body: { profile: 'user' } });
    await api.refused('ERR_LAST_ADMIN', contracts.deleteUser, alone);
    await update(first.id, { profile: 'admin', name: 'Still' });

    for (const act of ['demote', 'delete'] as const) {
      const second = await createUser(api.database.admin, companyId, `Second ${act}`, [], {
        profile: 'admin',
        email: `second.${act}.${companies}@x.test`,
      });
      const theirs = await api.signIn(second);
      const mine = await api.signIn(first);
      const strike = (userId: number, token: string) =>
        act === 'demote'
          ? api.send(contracts.updateUser, { params: { userId }, body: { profile: 'user' }, token })
          : api.send(contracts.deleteUser, { params: { userId }, token });
      let strikes: Promise<Awaited<ReturnType<typeof strike>>>[] = [];
      await api.database.admin.begin(async (tx) => {
        // Both are let in as the admins they still are, and neither is done before the other has begun.
        await tx`select from users where company_id = ${companyId} for update`;
        strikes = [strike(second.id, mine), strike(first.id, theirs)].map((sent) => Promise.resolve(sent));
        await expect
          .poll(
            async () =>
              (
                await api.database
                  .admin`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
              ).count,
          )
          .toBe(2);
      });
      const answers = await Promise.all(strikes);
      const refused = answers
        .filter(({ statusCode }) => statusCode >= 400)
        .map((answer) => answer.json().error);
      expect(refused).toEqual(['ERR_LAST_ADMIN']);
      const left = await api.database
        .admin`select id from users where company_id = ${companyId} and profile = 'admin'`;
      expect(left).toHaveLength(1);
      await api.database
        .admin`delete from users where company_id = ${companyId} and id <> ${first.id} and profile = 'admin'`;
      const [stays] = await api.database
        .admin`update users set profile = 'admin' where id = ${first.id} returning id`;
      if (!stays) return;
    }
  });

  it('of an operator are changed by operators alone, and one of them stays', async () => {
    const { companyId } = operator;
    const root = await createUser(api.database.admin, companyId, 'Root', [], {
      profile: 'user',
      email: `root.${companies}@op.test`,
    });
    await api.database.admin`update users set super = true where id = ${root.id}`;
    const plain = await api.signIn(operator.admin);
    for (const body of [{ password: 'mine-now' }, { email: 'mine@op.test' }, { name: 'Mine' }])
      await api.refused('ERR_NO_PERMISSION', contracts.updateUser, {
        params: { userId: root.id },
        body,
        token: plain,
      });
    for (const contract of [contracts.deleteUser, contracts.removeSecondFactor])
      await api.refused('ERR_NO_PERMISSION', contract, { params: { userId: root.id }, token: plain });
    await api.database.admin`update users set super = true where id = ${operator.admin.id}`;
    const both = await api.signIn(operator.admin);
    await api.call(contracts.deleteUser, { params: { userId: root.id }, token: both });
    const second = await createUser(api.database.admin, companyId, 'Also admin', [], {
      profile: 'admin',
      email: `also.${companies}@op.test`,
    });
    expect(second.id).toBeGreaterThan(0);
    await api.refused('ERR_LAST_ADMIN', contracts.deleteUser, {
      params: { userId: operator.admin.id },
      token: both,
    });
    await api.database.admin`update users set super = false where id = ${operator.admin.id}`;
  });
});

describe('somebody who leaves', () => {
  it('returns their open tickets to the queue, keeps the others, and is out at once', async () => {
    const { database } = api;
    const open = await createTicket(database.admin, company, { userId: company.ana.id });
    const closed = await createTicket(database.admin, company, { userId: company.ana.id, status: 'closed' });
    const [head] =
      await database.admin`select max(seq) as seq from change_log where company_id = ${company.companyId}`;
    await api.call(contracts.deleteUser, { params: { userId: company.ana.id }, token: admin });

    await api.refused('ERR_SESSION_EXPIRED', me, { token: ana });
    await api.refused('ERR_INVALID_CREDENTIALS', login, {
      body: { email: company.ana.email, password: company.ana.password },
    });
    await api.refused('ERR_NO_USER_FOUND', contracts.getUser, {
      params: { userId: company.ana.id },
      token: admin,
    });
    await api.refused('ERR_NO_USER_FOUND', contracts.deleteUser, {
      params: { userId: company.ana.id },
      token: admin,
    });
    const ticket = (id: number) => api.call(getTicket, { params: { ticketId: id }, token: admin });
    expect(await ticket(open.id)).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: company.queues.support,
    });
    expect(await ticket(closed.id)).toMatchObject({ status: 'closed', userId: null });
    const [cycle] = await database.admin`
      select user_id, started_at, queued_at > now() - interval '1 minute' as queued
      from ticket_tracking where ticket_id = ${open.id} and finished_at is null`;
    expect(cycle).toMatchObject({ user_id: null, started_at: null, queued: true });
    const log = await database.admin<{ entity: string; row_id: string; op: string }[]>`
      select entity, row_id, op from change_log
      where company_id = ${company.companyId} and seq > ${head?.seq} and entity in ('ticket', 'user') order by 1, 2`;
    expect(log.map(({ entity, row_id, op }) => [entity, Number(row_id), op])).toEqual([
      ['ticket', open.id, 'put'],
      ['ticket', closed.id, 'put'],
      ['user', company.ana.id, 'delete'],
    ]);
  });

  it('with a long history does not flood the consoles: they fetch their rows anew', async () => {
    const { database } = api;
    const { companyId, connectionId, bruno } = company;
    await database.admin`
      with people as (insert into contacts (company_id, name) select ${companyId}, 'c' from generate_series(1, 501) returning id)
      insert into tickets (company_id, contact_id, connection_id, user_id, status)
      select ${companyId}, id, ${connectionId}, ${bruno.id}, 'closed' from people`;
    const state = async () => {
      const [found] = await database.admin`
        select epoch, (select count(*)::int from change_log where company_id = ${companyId}) as entries
        from sync_state where company_id = ${companyId}`;
      return found as { epoch: string; entries: number };
    };
    const before = await state();
    await api.call(contracts.deleteUser, { params: { userId: bruno.id }, token: admin });
    const after = await state();
    expect([after.epoch === before.epoch, after.entries]).toEqual([false, before.entries]);
  });
});

it('removes the second factor of somebody who has lost it', async () => {
  const { companyId, ana: person } = company;
  await api.database
    .admin`update users set totp_secret = 'x', totp_confirmed_at = now(), totp_step = 1 where id = ${person.id}`;
  await api.database
    .admin`insert into recovery_codes (company_id, user_id, hash) values (${companyId}, ${person.id}, 'y')`;
  expect(await get(person.id)).toMatchObject({ secondFactor: true });
  await api.refused('ERR_NO_PERMISSION', contracts.removeSecondFactor, {
    params: { userId: person.id },
    token: ana,
  });
  await api.call(contracts.removeSecondFactor, { params: { userId: person.id }, token: admin });
  expect(await get(person.id)).toMatchObject({ secondFactor: false });
  expect(await api.database.admin`select from recovery_codes where user_id = ${person.id}`).toHaveLength(0);
});

it('notes every change of people, without their passwords', async () => {
  const user = await create(named('Joana', { queueIds: [company.queues.sales] }));
  await update(user.id, { name: 'Joana D', password: 'canary-password', queueIds: [] });
  await api.call(contracts.removeSecondFactor, { params: { userId: user.id }, token: admin });
  await api.call(contracts.deleteUser, { params: { userId: user.id }, token: admin });
  const { entries } = await api.call(listAudit, { query: { entity: 'user' }, token: admin });
  expect(entries.map(({ action, userName, entityName }) => [action, userName, entityName])).toEqual([
    ['delete', 'Admin', 'Joana D'],
    ['secondFactor', 'Admin', 'Joana D'],
    ['update', 'Admin', 'Joana D'],
    ['create', 'Admin', 'Joana'],
  ]);
  expect(entries[2]?.changes).toEqual([
    { field: 'name', from: 'Joana', to: 'Joana D' },
    { field: 'password', from: '••••', to: '••••' },
    { field: 'queues', from: 'Vendas', to: '' },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/canary|argon2/);
});
