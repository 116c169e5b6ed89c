import { listAudit } from '@balcao/shared/audit-log.ts';
import { login, me, resetPassword } from '@balcao/shared/features/auth/calls.ts';
import * as contracts from '@balcao/shared/features/companies/calls.ts';
import { createPlan } from '@balcao/shared/features/plans/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { createUser as addUser } from '@balcao/shared/features/users/calls.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';
import { loadSubscription, overdueSince } from '../subscription/subscription.ts';
import { setUpToken } from './set-up.ts';
import { plan } from './testing/plan.ts';

let api: TestApi;
/** The operator's company comes first, as on every installation. */
let operators: CompanyFixture;
let shop: CompanyFixture;
let operator: string;
let planId: number;

const SECRET = 'uma senha boa';

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('an installation that nobody has set up', () => {
  const body = (token: string) => ({
    token,
    companyName: 'Operadora',
    name: 'Olga',
    email: 'olga@operadora.test',
    password: SECRET,
  });

  it('is opened by the code in the log, once', async () => {
    expect(await api.call(contracts.getSetUp)).toEqual({ open: true });
    await api.refused('ERR_SETUP_TOKEN_INVALID', contracts.setUp, { body: body('guess') });
    const code = setUpToken(api.deps.secrets);
    // An attempt that failed has used up the number by which the rules know the operator.
    await api.database.admin`select nextval(pg_get_serial_sequence('companies', 'id'))`;
    await api.call(contracts.setUp, { body: body(code) });
    expect(await api.call(contracts.getSetUp)).toEqual({ open: false });
    await api.refused('ERR_SETUP_TOKEN_INVALID', contracts.setUp, {
      body: { ...body(code), email: 'other@operadora.test' },
    });

    const signedIn = await api.call(login, { body: { email: 'olga@operadora.test', password: SECRET } });
    expect(signedIn.user).toMatchObject({ super: true, profile: 'admin', companyId: 1 });
    operator = signedIn.token;
    operators = { companyId: 1 } as CompanyFixture;
    shop = await createCompany(api.database.admin, 'Padaria');
  });
});

describe('sign-up', () => {
  const body = (change: object = {}) => ({
    name: 'Mercadinho Sol',
    email: 'dona@sol.test',
    phone: '11 98888-7777',
    password: SECRET,
    planId,
    ...change,
  });
  const signUp = (change: object = {}) => ({ body: body(change) });

  beforeAll(async () => {
    ({ id: planId } = await api.call(createPlan, { body: plan('Básico', { users: 1 }), token: operator }));
  });

  it('founds a company on trial; its due date, state and rights are the server’s alone', async () => {
    const made = await api.call(
      contracts.signUp,
      signUp({
        dueDate: '2999-01-01',
        status: false,
        campaignsEnabled: false,
        recurrence: 'ANUAL',
        profile: 'user',
        super: true,
        language: 'es',
      }),
    );
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    expect(made.dueDate).toBe(new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10));
    const { token, user } = await api.call(login, { body: { email: 'dona@sol.test', password: SECRET } });
    expect(user).toMatchObject({ profile: 'admin', super: false, company: { name: 'Mercadinho Sol' } });
    const { entries } = await api.call(listAudit, { query: { entity: 'company' }, token });
    expect(entries).toMatchObject([
      { action: 'create', entityName: 'Mercadinho Sol', userName: 'Mercadinho Sol', userId: user.id },
    ]);
    const company = await api.call(contracts.getCompany, { params: { companyId: made.id }, token });
    expect(company).toMatchObject({
      recurrence: 'MENSAL',
      status: true,
      campaignsEnabled: true,
      language: 'es',
      phone: '11 98888-7777',
      plan: { name: 'Básico', value: 9_900 },
      schedules: DEFAULT_BUSINESS_HOURS,
    });
    // The plan allows one user, and the first admin is it.
    await api.refused('ERR_PLAN_LIMIT_USERS', addUser, {
      body: { name: 'Mais um', email: 'um@sol.test', password: SECRET },
      token,
    });
  });

  it('refuses a name, an e-mail and a plan that it cannot take, and leaves nothing behind', async () => {
    const before = await api.database.admin`select count(*) from companies`;
    await api.refused('ERR_COMPANY_NAME_TAKEN', contracts.signUp, signUp({ email: 'x@sol.test' }));
    await api.refused('ERR_EMAIL_TAKEN', contracts.signUp, signUp({ name: 'Outra Loja' }));
    await api.refused('ERR_NO_PLAN_FOUND', contracts.signUp, signUp({ name: 'Loja', planId: 987_654 }));
    await api.refused('ERR_VALIDATION', contracts.signUp, signUp({ name: 'A' }));
    expect(await api.database.admin`select count(*) from companies`).toEqual(before);
  });

  it('is closed by the operator', async () => {
    const set = (value: string) =>
      api.call(updateSetting, { params: { key: 'userCreation' }, body: { value }, token: operator });
    await set('disabled');
    await api.refused(
      'ERR_USER_CREATION_DISABLED',
      contracts.signUp,
      signUp({ name: 'Tarde demais', email: 't@t.test' }),
    );
    await set('enabled');
  });

  it('slows down whoever founds companies by the dozen', async () => {
    const codes: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const response = await api.send(contracts.signUp, signUp({ planId: 987_654, name: `Loja ${turn}` }));
      codes.push(response.json<{ error: string }>().error);
    }
    expect(codes.at(-1)).toBe('ERR_TOO_MANY_REQUESTS');
    api.advance(601_000);
    await api.refused('ERR_NO_PLAN_FOUND', contracts.signUp, signUp({ planId: 987_654, name: 'Loja' }));
  });
});

describe('operators', () => {
  const fields = (change: object = {}) => ({
    name: 'Farmácia Lua',
    email: 'adm@lua.test',
    password: SECRET,
    planId,
    dueDate: '2031-01-31',
    recurrence: 'MENSAL',
    ...change,
  });
  let companyId: number;
  const one = (body?: object) => ({ params: { companyId }, token: operator, ...(body ? { body } : {}) });

  it('create companies whose first admin can sign in', async () => {
    const made = await api.call(contracts.createCompany, { body: fields(), token: operator });
    companyId = made.id;
    expect(made).toMatchObject({
      link: null,
      name: 'Farmácia Lua',
      dueDate: '2031-01-31',
      status: true,
      graceDays: 0,
    });

    expect(await api.call(contracts.updateCompany, one({ language: 'en' }))).toMatchObject({
      language: 'en',
    });
    expect(await api.call(login, { body: { email: 'adm@lua.test', password: SECRET } })).toMatchObject({
      user: { companyId, profile: 'admin', company: { language: 'en' } },
    });
    await api.refused('ERR_COMPANY_NAME_TAKEN', contracts.createCompany, {
      body: fields({ name: 'farmácia lua', email: 'b@lua.test' }),
      token: operator,
    });
  });

  it('give a link instead of a password, with which the admin chooses one, once, within a week', async () => {
    const { password, ...rest } = fields({ name: 'Sem Senha', email: 'adm@semsenha.test' });
    const { link } = await api.call(contracts.createCompany, { body: rest, token: operator });
    const token = /^\/reset-password\?lang=pt#([\w-]{43})$/.exec(link ?? '')?.[1] ?? '';
    const [{ days } = { days: 0 }] = await api.database.admin<{ days: number }[]>`
      select round(extract(epoch from max(expires_at) - max(requested_at)) / 86400)::int as days from password_resets`;
    expect(days).toBe(7);
    await api.call(resetPassword, { body: { token, password } });
    await api.refused('ERR_RESET_LINK_INVALID', resetPassword, { body: { token, password } });
    expect(await api.call(login, { body: { email: rest.email, password } })).toMatchObject({
      user: { profile: 'admin', company: { name: 'Sem Senha' } },
    });
  });

  it('advance the due date by the recurrence, from where it is; a month ends where it ends', async () => {
    expect((await api.call(contracts.advanceDueDate, one())).dueDate).toBe('2031-02-28');
    await api.call(contracts.updateCompany, one({ recurrence: 'SEMESTRAL', dueDate: '2031-08-31' }));
    expect((await api.call(contracts.advanceDueDate, one())).dueDate).toBe('2032-02-29');
    for (const dueDate of ['0001-01-01', '9999-12-31', '2031-02-30', ' '])
      await api.refused('ERR_VALIDATION', contracts.updateCompany, one({ dueDate }));
    const cleared = await api.call(contracts.updateCompany, one({ dueDate: '' }));
    expect(cleared.dueDate).toBeNull();
  });

  it('open a company again at once, its consoles included', async () => {
    const token = await api.signIn(shop.admin);
    const target = { params: { companyId: shop.companyId }, token: operator };
    await api.call(contracts.updateCompany, { ...target, body: { dueDate: '2020-01-01' } });
    api.advance(1_500);
    await api.refused('ERR_SUBSCRIPTION_EXPIRED', login, {
      body: { email: shop.ana.email, password: shop.ana.password },
    });
    // The screen that says so still knows who is there.
    expect((await api.call(me, { token })).company.dueDate).toMatch(/^2020-01-0[12]/);
    const graced = { ...target, body: { dueDate: yesterday(), graceDays: 2 } };
    await api.call(contracts.updateCompany, graced);
    api.advance(1_500);
    await api.signIn(shop.ana);
    await api.call(contracts.updateCompany, { ...target, body: { dueDate: null, graceDays: 0 } });
  });

  it('close a company at midnight where it is, after the days of grace', async () => {
    const { companyId: id } = shop;
    const closes = async (timezone: string, dueDate: string, graceDays: number, at: string) => {
      await api.database.admin`
        update companies set timezone = ${timezone}, due_date = ${dueDate}, grace_days = ${graceDays} where id = ${id}`;
      const subscription = await api.db.asSystem((tx) => loadSubscription(tx, id));
      const midnight = new Date(at);
      return [
        overdueSince(subscription, new Date(midnight.getTime() - 1)),
        overdueSince(subscription, midnight),
      ];
    };
    expect(await closes('America/Sao_Paulo', '2026-12-31', 0, '2027-01-01T03:00Z')).toEqual([
      null,
      '2026-12-31',
    ]);
    expect(await closes('Pacific/Kiritimati', '2028-02-28', 1, '2028-02-29T10:00Z')).toEqual([
      null,
      '2028-02-28',
    ]);
    // Clocks go from 24:00 to 1:00 in the night before the sixth.
    expect(await closes('America/Santiago', '2026-09-05', 0, '2026-09-06T04:00Z')).toEqual([
      null,
      '2026-09-05',
    ]);
    await api.database.admin`
      update companies set timezone = default, due_date = null, grace_days = 0 where id = ${id}`;
  });

  it('block a company, whose sessions end; never their own', async () => {
    const token = await api.signIn(shop.bruno);
    await api.call(contracts.updateCompany, {
      params: { companyId: shop.companyId },
      body: { status: false },
      token: operator,
    });
    expect((await api.send(me, { token })).statusCode).toBe(401);
    await api.refused('ERR_COMPANY_BLOCKED', login, {
      body: { email: shop.bruno.email, password: shop.bruno.password },
    });
    await api.refused('ERR_COMPANY_PROTECTED', contracts.updateCompany, {
      params: { companyId: operators.companyId },
      body: { status: false },
      token: operator,
    });
    await api.call(contracts.updateCompany, {
      params: { companyId: shop.companyId },
      body: { status: true },
      token: operator,
    });
    await api.signIn(shop.bruno);
  });

  it('find a company by a part of its name, whatever the accents, page by page', async () => {
    const found = await api.call(contracts.listCompanies, {
      query: { searchParam: 'FARMACIA' },
      token: operator,
    });
    expect(found).toMatchObject({ companies: [{ name: 'Farmácia Lua' }], count: 1, hasMore: false });
    await api.database
      .admin`insert into companies (name) select 'Filial ' || n from generate_series(1, 45) n`;
    const pages = await Promise.all(
      ['1', '2'].map((pageNumber) =>
        api.call(contracts.listCompanies, { query: { searchParam: 'filial', pageNumber }, token: operator }),
      ),
    );
    expect(pages.map(({ companies, hasMore }) => [companies.length, hasMore])).toEqual([
      [40, true],
      [5, false],
    ]);
    const after = pages[0]?.next ?? '';
    const behind = { query: { searchParam: 'filial', after }, token: operator };
    expect(await api.call(contracts.listCompanies, behind)).toEqual(pages[1]);
    const all = await api.call(contracts.listAllCompanies, { token: operator });
    const { count } = await api.call(contracts.listCompanies, { token: operator });
    expect(all).toHaveLength(count);
  });

  it('see how much a company uses, and nothing of what was said', async () => {
    const firm = await createCompany(api.database.admin, 'Movimentada');
    const { id } = await createTicket(api.database.admin, firm);
    await api.database.admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, state, read,
        created_at)
      select company_id, gen_random_uuid(), id, contact_id, connection_id, true, 'x', 'chat', 'sent', true, said
      from tickets, (values (now() - interval '29 days'), (now() - interval '31 days'),
        (now() - interval '61 days')) as at (said) where id = ${id}`;
    const query = { searchParam: 'movimentada' };
    const answer = await api.call(contracts.listCompanies, { query, token: operator });
    const [newest] = await api.database.admin<{ at: Date }[]>`
      select max(created_at) as at from messages where company_id = ${firm.companyId}`;
    const lastMessageAt = newest?.at.toISOString();
    expect(answer.companies.map(({ use }) => use)).toEqual([
      { users: 3, connections: 1, messages: 2, messagesBefore: 1, lastMessageAt },
    ]);
  });

  it('delete a company while somebody writes for it: that person’s session is over, and nothing failed', async () => {
    const firm = await createCompany(api.database.admin, 'Fugaz');
    const token = await api.signIn(firm.admin);
    let writing: Promise<unknown> | undefined;
    await api.database.admin.begin(async (tx) => {
      await tx`delete from companies where id = ${firm.companyId}`;
      const call = { params: { key: 'ipixc' }, body: { value: 'x' }, token };
      writing = api.refused('ERR_SESSION_EXPIRED', updateSetting, call);
      await expect
        .poll(
          async () =>
            (
              await api.database
                .admin`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
            ).count,
        )
        .toBe(1);
    });
    await writing;
  });

  it('delete a company with everything it has; never their own', async () => {
    await api.call(contracts.deleteCompany, one());
    await api.refused('ERR_NO_COMPANY_FOUND', contracts.getCompany, one());
    await api.refused('ERR_INVALID_CREDENTIALS', login, {
      body: { email: 'adm@lua.test', password: SECRET },
    });
    await api.refused('ERR_COMPANY_PROTECTED', contracts.deleteCompany, {
      params: { companyId: operators.companyId },
      token: operator,
    });
    const { entries } = await api.call(listAudit, { query: { entity: 'company' }, token: operator });
    expect(entries[0]).toMatchObject({
      userName: 'Olga',
      action: 'delete',
      entityId: String(companyId),
      entityName: 'Farmácia Lua',
    });
    expect(entries.find(({ action }) => action === 'update')?.changes).toContainEqual(
      expect.objectContaining({ field: 'status' }),
    );
  });
});

const yesterday = () => new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
