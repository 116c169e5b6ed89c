import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { login, me } from '@balcao/shared/features/auth/calls.ts';
import * as contracts from '@balcao/shared/features/users/calls.ts';
import { describe, expect, it } from 'vitest';
import { createTicket, createUser } from '../../../test/fixtures.ts';
import {
  admin,
  ana,
  api,
  companies,
  company,
  create,
  get,
  named,
  operator,
  prepare,
  row,
  update,
} from './testing/people.ts';

prepare();

const names = ({ users }: RouteOutput<typeof contracts.listUsers>) => users.map(({ name }) => name);
const list = async (query: Record<string, string> = {}) =>
  api.call(contracts.listUsers, { query, token: admin });

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
      invitation: null,
      invited: null,
    });
    const { invited: _, ...view } = user;
    expect(await get(user.id)).toEqual(view);
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
        awayUntil: null,
        allTicket: false,
        queueIds: [],
      },
      {
        id: company.ana.id,
        name: 'Ana',
        profile: 'user',
        online: false,
        awayUntil: null,
        allTicket: false,
        queueIds: [company.queues.support],
      },
      {
        id: company.bruno.id,
        name: 'Bruno',
        profile: 'user',
        online: false,
        awayUntil: null,
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
