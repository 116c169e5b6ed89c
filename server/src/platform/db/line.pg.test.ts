import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type FaultProxy, startFaultProxy } from '../../../test/fault-proxy.ts';
import { createCompany } from '../../../test/fixtures.ts';
import { openPool } from './client.ts';
import { openDatabase } from './database.ts';

let database: TestDatabase;
let companyId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  companyId = (await createCompany(database.admin, 'A')).companyId;
});
afterAll(() => database.close());

/** How often one side waits for the other, from now on. */
function countRoundTrips(proxy: FaultProxy): () => number {
  let trips = 0;
  let last = 'down';
  proxy.watch = (direction) => {
    if (direction === 'down' && last === 'up') trips += 1;
    last = direction;
  };
  return () => trips;
}

describe.each(['disable', 'prefer', 'require'])('sslmode=%s', (sslmode) => {
  it('says what it was asked to say as it was asked to', async () => {
    const sql = openPool(`${database.url}?sslmode=${sslmode}`, { max: 1, name: 'asked' });
    const [row] = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    expect(row).toEqual({ ssl: sslmode !== 'disable' });
    await sql.end();
  });

  it('lets the beginning of a transaction travel with its first statement', async () => {
    const proxy = await startFaultProxy(database.url);
    const db = openDatabase({
      url: `${proxy.url}?sslmode=${sslmode}`,
      name: 'travels',
      poolSize: 1,
      onCommit: () => {},
    });
    const ask = () =>
      db.withCompany(companyId, async (tx) => {
        const [first] = await tx`select current_setting('app.company_id') as company`;
        const [second] = await tx`select pg_current_xact_id()::text as id`;
        const [third] = await tx`select pg_current_xact_id()::text as id`;
        return [first?.company, second?.id === third?.id];
      });
    // The first one learns what the statements are.
    await ask();
    const trips = countRoundTrips(proxy);
    expect(await ask()).toEqual([String(companyId), true]);
    // One for each statement, and the commit.
    expect(trips()).toBe(4);
    await db.close();
    await proxy.stop();
  });
});

it('executes nothing of a transaction whose beginning is refused, though it travelled with it', async () => {
  const sql = openPool(database.url, { max: 1, name: 'refused' });
  await sql`create table begun (how text)`;
  const nonsense = 'isolation level nonsense';
  for (const ask of [
    () => sql.begin(nonsense, (tx) => tx`insert into begun values ('steps')`),
    () => sql.begin(nonsense, (tx) => tx`insert into begun values (${'learned'})`),
    () => sql.begin(nonsense, (tx) => tx.unsafe(`insert into begun values ('query')`)),
  ])
    await expect(ask()).rejects.toThrow('CONNECTION_CLOSED');
  expect([...(await sql`select how from begun`)]).toEqual([]);
  await sql.end();
});

it('believes no certificate that nobody vouches for', async () => {
  const sql = openPool(`${database.url}?sslmode=verify-full`, { max: 1, name: 'doubts' });
  await expect(sql`select 1`).rejects.toThrow('self-signed certificate');
  await sql.end();
});

it('says nothing to a database without the TLS that it must have', async () => {
  const proxy = await startFaultProxy(database.url);
  proxy.watch = (direction, bytes) => {
    if (direction === 'down' && bytes.length === 1) bytes.write('N');
  };
  const strict = openPool(`${proxy.url}?sslmode=require`, { max: 1, name: 'strict' });
  await expect(strict`select 1`).rejects.toThrow('has none');
  await strict.end();
  await proxy.stop();
});
