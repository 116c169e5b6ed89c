import {
  beginSecondFactor,
  confirmSecondFactor,
  login,
  me,
  refreshToken,
} from '@balcao/shared/features/auth/calls.ts';
import {
  advanceDueDate,
  getCompany,
  getOperatorContact,
  updateCompany,
} from '@balcao/shared/features/companies/calls.ts';
import { markInvoicePaid } from '@balcao/shared/features/invoices/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { createTag } from '@balcao/shared/features/tags/calls.ts';
import { deleteUser, getUser, listUsers, updateUser } from '@balcao/shared/features/users/calls.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Session, startApi } from '../../test/api.ts';
import { type CompanyFixture, createCompany, createUser, type UserFixture } from '../../test/fixtures.ts';
import { createConsole } from './testing/console.ts';
import { openListener } from './testing/listener.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

/** An admin of a company that forgot to pay: what is open to them, and how it ends. */
const LAST_DAY = '2020-02-29';

let server: SyncApi;
let root: string;
let company: CompanyFixture;

beforeAll(async () => {
  server = await openSyncApi(await startApi());
  const operator = await createCompany(server.database.admin, 'Operadora');
  await server.database.admin`
    update companies set email = 'contato@operadora.test', phone = '11 4000-1000' where id = 1`;
  await server.database.admin`update users set super = true where id = ${operator.admin.id}`;
  root = await server.signIn(operator.admin);
});
afterAll(() => server.stop());

const operate = (body: object) =>
  server.call(updateCompany, { params: { companyId: company.companyId }, body, token: root });
const account = ({ email, password }: UserFixture) => ({ body: { email, password } });

/** What the refusal carries. */
async function enter(
  user: UserFixture,
  extra: object = {},
): Promise<Session & { status: number; params: Record<string, unknown> }> {
  const response = await server.send(login, { body: { ...account(user).body, ...extra } });
  return { status: response.statusCode, ...response.json() };
}

let firms = 0;
beforeEach(async () => {
  company = await createCompany(server.database.admin, `Loja ${++firms}`);
});

describe('signing in to an overdue company', () => {
  it('is refused with the date for everybody, and carries a session for an admin alone', async () => {
    const agent = await server.signIn(company.ana);
    await operate({ dueDate: LAST_DAY });
    const refused = await server.refused('ERR_SUBSCRIPTION_EXPIRED', login, account(company.ana));
    expect(refused.params).toEqual({ date: LAST_DAY });
    expect(JSON.stringify(refused)).not.toMatch(/token/i);
    await server.refused('ERR_INVALID_CREDENTIALS', login, {
      body: { email: company.admin.email, password: 'wrong' },
    });
    // The refused sign-in has not ended the session that was there.
    expect((await server.call(me, { token: agent })).overdueSince).toBe(LAST_DAY);

    const session = await enter(company.admin);
    expect(session).toMatchObject({
      status: 402,
      error: 'ERR_SUBSCRIPTION_EXPIRED',
      params: { date: LAST_DAY },
      user: { id: company.admin.id, overdueSince: LAST_DAY },
    });
    const renewed = await server.call(refreshToken, { body: { refreshToken: session.refreshToken } });
    expect(renewed.user.overdueSince).toBe(LAST_DAY);
  });

  it('asks an admin for the second factor before it gives anything', async () => {
    const token = await server.signIn(company.admin);
    const { password } = company.admin;
    const { secret } = await server.call(beginSecondFactor, { token, body: { password } });
    const code = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: server.deps.clock().getTime() + steps * 30_000,
      });
    await server.call(confirmSecondFactor, { token, body: { code: code(0) } });
    await operate({ dueDate: LAST_DAY });
    await server.refused('ERR_SECOND_FACTOR_REQUIRED', login, account(company.admin));
    const guess = { body: { ...account(company.admin).body, code: '000000' } };
    await server.refused('ERR_SECOND_FACTOR_WRONG', login, guess);
    expect(await enter(company.admin, { code: code(1) })).toMatchObject({
      status: 402,
      user: { id: company.admin.id },
    });
  });

  it('opens the own profile and company, and nothing else', async () => {
    await operate({ dueDate: LAST_DAY });
    const { token } = await enter(company.admin);
    const own = { params: { userId: company.admin.id }, token };
    const others = { params: { userId: company.ana.id }, token };
    await server.call(getUser, own);
    await server.call(updateUser, { ...own, body: { name: 'Nome novo' } });
    await server.call(getCompany, { params: { companyId: company.companyId }, token });
    expect(await server.call(getOperatorContact, { token })).toEqual({
      name: 'Operadora',
      email: 'contato@operadora.test',
      phone: '11 4000-1000',
    });
    const closed = [
      server.refused('ERR_SUBSCRIPTION_EXPIRED', listQueues, { token }),
      server.refused('ERR_SUBSCRIPTION_EXPIRED', listUsers, { token }),
      server.refused('ERR_SUBSCRIPTION_EXPIRED', getUser, others),
      server.refused('ERR_SUBSCRIPTION_EXPIRED', updateUser, { ...others, body: { name: 'Outro nome' } }),
      server.refused('ERR_SUBSCRIPTION_EXPIRED', deleteUser, others),
      server.refused('ERR_SUBSCRIPTION_EXPIRED', getCompany, { params: { companyId: 1 }, token }),
      server.refused('ERR_SUBSCRIPTION_EXPIRED', createTag, { token, body: { name: 'x', color: '#112233' } }),
    ];
    await Promise.all(closed);
  });
});

describe('the live line of an overdue company', () => {
  const listen = async (session: Pick<Session, 'token'>) => {
    const line = openListener(server.url, session.token, { hello: { rooms: { notification: true } } });
    await line.frame('subscribed');
    return line;
  };

  it('tells its admin of the payment, and of a due date that moves, before it ends', async () => {
    await operate({ dueDate: LAST_DAY });
    const session = await enter(company.admin);
    const line = await listen(session);
    const { admin } = server.database;
    const [invoice] = await admin`
      insert into invoices (company_id, detail, users, connections, queues, value, months, due_date)
      values (${company.companyId}, 'Básico', 1, 1, 1, 9900, 1, ${LAST_DAY}) returning id::int`;
    await line.event('payment', ({ action }) => action === 'create');
    await operate({ dueDate: '2020-03-31' });
    await line.event('company');
    // Two days: on the company's calendar yesterday may still be today.
    await admin`update companies set due_date = current_date - 2 where id = ${company.companyId}`;
    await server.call(markInvoicePaid, { params: { invoiceId: invoice?.id }, token: root });
    expect(await line.closed).toBe(CLOSE.goingAway);
    const told = line.events().map(({ event, action }) => `${event} ${action}`);
    expect(told.at(-1)).toBe(`company-${company.companyId}-company update`);
    expect(told.filter((one) => one.endsWith('CONCLUIDA'))).toEqual([
      `company-${company.companyId}-payment CONCLUIDA`,
    ]);
    const paid = line.events().find(({ action }) => action === 'CONCLUIDA');
    expect(paid?.record).toMatchObject({
      id: invoice?.id,
      status: 'paid',
      company: { id: company.companyId, dueDate: expect.stringMatching(/^20/) },
    });
  });

  it('tells its admin nothing but the payment, after which the same session is an ordinary one', async () => {
    await operate({ dueDate: LAST_DAY });
    const session = await enter(company.admin);
    const hello = createConsole(server.url, session.token);
    expect(await hello.closed).toEqual({ code: CLOSE.companyBlocked });
    expect(hello.frames.at(-1)).toMatchObject({
      code: 'ERR_SUBSCRIPTION_EXPIRED',
      params: { date: LAST_DAY },
    });
    const line = await listen(session);
    await server.database.admin`
      insert into tags (company_id, name, color) values (${company.companyId}, 'Urgente', '#112233')`;
    line.send({ type: 'ping', t: 7 });
    await line.frame('pong');

    const at = performance.now();
    await server.call(advanceDueDate, { params: { companyId: company.companyId }, token: root });
    await operate({ dueDate: null });
    expect(await line.closed).toBe(CLOSE.goingAway);
    expect(performance.now() - at).toBeLessThan(3_000);
    const last = { event: `company-${company.companyId}-company`, action: 'update' };
    expect(line.events().length).toBeGreaterThan(0);
    for (const told of line.events()) expect(told).toEqual({ ...last, record: { id: company.companyId } });
    expect((await server.call(me, { token: session.token })).overdueSince).toBeNull();
    await expect
      .poll(async () => (await server.send(listQueues, { token: session.token })).statusCode)
      .toBe(200);
    (await listen(session)).cut();
  });

  it('tells the programs of a company that is not overdue of its payment, too', async () => {
    const line = await listen({ token: await server.signIn(company.admin) });
    const { admin } = server.database;
    await admin`update companies set due_date = current_date + 3 where id = ${company.companyId}`;
    const [invoice] = await admin`
      insert into invoices (company_id, detail, users, connections, queues, value, months, due_date)
      values (${company.companyId}, 'Básico', 1, 1, 1, 9900, 1, current_date + 3) returning id::int`;
    await server.call(markInvoicePaid, { params: { invoiceId: invoice?.id }, token: root });
    await line.event('payment', ({ action }) => action === 'CONCLUIDA');
    line.cut();
  });

  it('ends when somebody else signs in as the same admin, who hears why', async () => {
    await operate({ dueDate: LAST_DAY });
    const line = await listen(await enter(company.admin));
    await enter(company.admin);
    expect(await line.closed).toBe(CLOSE.takenOver);
    expect(line.events()).toMatchObject([{ record: { id: company.admin.id } }]);
  });

  it('is not for those who could do nothing about it, also when that is since this moment', async () => {
    const agent = await server.openSession(company.ana);
    const chief = await createUser(server.database.admin, company.companyId, 'Chefe', [], {
      profile: 'admin',
    });
    await operate({ dueDate: LAST_DAY });
    expect(await openListener(server.url, agent.token).closed).toBe(CLOSE.companyBlocked);
    const line = await listen(await enter(chief));
    await server.database.admin`update users set profile = 'user' where id = ${chief.id}`;
    expect(await line.closed).toBe(CLOSE.companyBlocked);
    expect(line.events()).toEqual([]);
  });
});
