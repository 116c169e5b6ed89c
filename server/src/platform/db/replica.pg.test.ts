import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchMessages } from '@balcao/shared/features/messages/calls.ts';
import { ROUTES } from '@balcao/shared/routes.ts';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { eventually } from '../../../test/eventually.ts';
import type { CompanyFixture } from '../../../test/fixtures.ts';
import { inputOf, sample } from '../../../test/generate.ts';
import { type Standby, startLeaderAndStandby } from '../../../test/standby.ts';
import { validCall } from '../../../test/valid-call.ts';
import { loadConfig } from '../../config.ts';
import { addMessage, addTicket, type TicketFixture } from '../../sync/testing/data.ts';
import type { EmbeddedDatabase } from './embedded.ts';

/** A leader and a replica of PostgreSQL's own making, and the API on both. */

let dir: string;
let leader: EmbeddedDatabase;
let standby: Standby;
let admin: postgres.Sql;
let replica: postgres.Sql;
let api: TestApi;
let company: CompanyFixture;
let ticket: TicketFixture;
let token: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-replica-'));
  // Started by root, PostgreSQL runs as another user, who must reach its folder.
  await chmod(dir, 0o755);
  ({ leader, standby } = await startLeaderAndStandby(dir));
  admin = postgres(leader.url, { max: 2, onnotice: () => {} });
  replica = postgres(standby.url, { max: 1, onnotice: () => {} });
  const database = { url: leader.url, admin, close: () => admin.end({ timeout: 1 }) };
  const config = loadConfig({ DATA_DIR: dir, DATABASE_URL: leader.url });
  api = await startApi({ beside: { database, config }, env: { DATABASE_REPLICA_URL: standby.url } });
  company = await api.company('Padaria');
  token = await api.signIn(company.admin);
  ticket = await addTicket(api.db, company, { queueId: null, name: 'Maria' });
}, 60_000);
afterAll(async () => {
  await api?.stop();
  await replica?.end({ timeout: 1 });
  await admin?.end({ timeout: 1 });
  await standby?.stop();
  await leader?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Who answers what reads much. */
const whoAnswers = () =>
  api.db.readReplica(company.companyId, async (tx) => {
    const [row] = await tx<{ isReplica: boolean }[]>`select pg_is_in_recovery() as is_replica`;
    return row?.isReplica ? 'replica' : 'leader';
  });

/** A message is committed, and found by whoever asks at once. */
async function expectFound(word: string): Promise<void> {
  await addMessage(api.db, company, ticket, word);
  const found = await api.call(searchMessages, { token, query: { searchParam: word } });
  expect(found.hits.map(({ body }) => body)).toEqual([word]);
}

const answers = (who: 'replica' | 'leader') => eventually(whoAnswers, (now) => now === who, 20_000);

it('answers whatever reads much, each time with all that was committed before', async () => {
  expect(await whoAnswers()).toBe('replica');
  for (const word of ['primeira', 'segunda', 'terceira']) await expectFound(word);
  const heavy = ROUTES.filter((contract) => contract.heavy);
  expect(heavy.length).toBeGreaterThan(8);
  for (const contract of heavy) {
    const { required = [], properties = {} } = inputOf(contract, 'query');
    const needed = required.map((name) => [name, sample(name, properties[name] ?? {})]);
    const query = { ...('days' in properties ? { days: '7' } : {}), ...Object.fromEntries(needed) };
    await api.call(contract, { ...(await validCall(api, contract)), query });
  }
  // It would rest after one that it could not answer.
  expect(await whoAnswers()).toBe('replica');
});

it('is not asked while it is behind, and is when it has come after', async () => {
  await replica`select pg_wal_replay_pause()`;
  await expectFound('atrasada');
  expect(await whoAnswers()).toBe('leader');
  await replica`select pg_wal_replay_resume()`;
  await answers('replica');
});

it('is not asked while it is away, nor when it has become another leader', async () => {
  await standby.stop();
  await expectFound('sozinha');
  expect(await whoAnswers()).toBe('leader');
  await standby.start();
  await answers('replica');
  await replica`select pg_promote()`;
  await expectFound('promovida');
  expect(await whoAnswers()).toBe('leader');
});
