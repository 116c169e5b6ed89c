import { listAudit } from '@balcao/shared/audit-log.ts';
import { login, me } from '@balcao/shared/features/auth/calls.ts';
import { getTicket } from '@balcao/shared/features/tickets/calls.ts';
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
