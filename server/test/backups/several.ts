import { join } from 'node:path';
import postgres from 'postgres';
import { expect } from 'vitest';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createCompany, createTicket } from '../fixtures.ts';
import { expectDone, expectRefused } from './commands.ts';
import type { Installation } from './installation.ts';
import { noticeRestore } from './unsent.ts';

/** Two databases of one PostgreSQL: each has backups of its own, and a moment holds for both. */
export async function backUpSeveral({ dataDir, env, start, lose }: Installation): Promise<void> {
  const second = new URL(env.DATABASE_URL ?? '');
  second.pathname = '/second';
  const several = { ...env, DATABASES: `db2=${second.href}` };
  const onSecond = ['--database', 'db2'];
  const made = await start();
  await made.admin.unsafe('create database second');
  for (const url of [made.url, second.href]) await migrate(url);
  createSecrets({ keyFile: join(dataDir, 'secret.key') });
  const admin = postgres(second.href, { max: 1, onnotice: () => {} });
  const operator = await createCompany(admin, 'Operator');
  const ticket = await createTicket(admin, operator);
  await expectRefused(['backup', '--database', 'db3'], several, /DATABASES names no db3/);
  expect(await expectDone(['backup'], several)).toMatch(/db2 IS NOT PART OF IT/);
  await expectRefused(['backup', 'verify', ...onSecond], several, /There is no backup yet/);
  // As where its provider copies it.
  expect(await expectDone(['backup', ...onSecond], { ...several, BACKUP_STANZA: '' })).toMatch(
    /THE DATABASE IS NOT PART OF IT/,
  );
  const noted = await admin`select has_database from backups where kind = 'backup'`;
  expect([...noted]).toEqual([{ has_database: false }]);
  await expectDone(['backup', ...onSecond], several);
  expect(await expectDone(['backup', 'verify', ...onSecond], several)).toContain('It is whole');
  await admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, read, body, state, created_at)
    values (${operator.companyId}, gen_random_uuid(), ${ticket.id}, ${ticket.contactId}, ${operator.connectionId}, true,
      true, 'Na fila', 'queued', now())`;
  // Whole milliseconds, which is all that a date has, between the two.
  const [now] = await admin<{ at: Date }[]>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at, pg_sleep(0.002)`;
  await admin`update messages set state = 'sent' where body = 'Na fila'`;
  await createCompany(admin, 'Later');
  await expectDone(['backup', ...onSecond], several);
  await admin.end();
  await made.stop();

  await lose();
  await expectDone(['restore', '--to', now?.at.toISOString() ?? '', ...onSecond], several);
  const restored = await start();
  const again = postgres(second.href, { max: 1, onnotice: () => {} });
  const rows = await again`select name from companies`;
  expect(rows.map(({ name }) => name)).toEqual(['Operator']);
  // Each database knows by itself that it was brought back.
  await noticeRestore(second.href);
  const unsent = await again`select state, error_code from messages where body = 'Na fila'`;
  expect([...unsent]).toEqual([{ state: 'failed', error_code: 'ERR_SEND_RESTORED' }]);
  await again.end();
  await restored.stop();
}
