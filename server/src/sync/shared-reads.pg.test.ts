import type { Person } from '@balcao/shared/contract/roles.ts';
import type { BatchFrame } from '@balcao/shared/sync/frames.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type CompanyFixture, createCompany, createUser } from '../../test/fixtures.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import type { Batch, BatchRequest } from './batch.ts';
import { createCursorProofs } from './cursor-proof.ts';
import { createSharedReads, LostError } from './shared-reads.ts';
import { ResyncError, readSnapshot, SessionEndedError } from './snapshot.ts';
import { addMessage, addTicket } from './testing/data.ts';
import { createView } from './view.ts';
import { createGate } from './wakeup.ts';

let database: TestDatabase;
let db: Database;
let company: CompanyFixture;
let transactions = 0;
const errors: unknown[] = [];
const onError = (error: unknown) => void errors.push(error);

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, name: 'shared-reads-test', poolSize: 4, onCommit() {} });
  company = await createCompany(database.admin, 'Padaria');
});
afterAll(async () => {
  await db.close();
  await database.close();
});

const hints = { noteRound: () => {} };
const links = { of: () => expect.unreachable() };
const proofs = createCursorProofs({ derive: () => new Uint8Array(32) });
const counted: Pick<Database, 'readCompany'> = {
  readCompany(companyId, work) {
    transactions += 1;
    return db.readCompany(companyId, work);
  },
};

/** A console of this person that has everything up to now. */
async function arrive(user: { id: number }): Promise<BatchRequest> {
  const identity = {
    companyId: company.companyId,
    userId: user.id,
    clientId: crypto.randomUUID(),
    sessionId: crypto.randomUUID(),
  };
  const { companyId, userId, clientId, sessionId } = identity;
  await database.admin`insert into sessions (company_id, id, user_id) values (${companyId}, ${sessionId}, ${userId})`;
  await database.admin`insert into sync_clients (company_id, id, user_id, schema, app_version)
    values (${companyId}, ${clientId}, ${userId}, 1, 'test')`;
  const { actor, epoch, head, viewVersion } = await db.readCompany(companyId, (tx) =>
    readSnapshot(tx, identity),
  );
  return {
    identity,
    view: createView(actor as Person, { tickets: new Set(), contacts: new Set() }),
    position: { epoch, seq: head, viewVersion },
    from: head,
    acked: 0,
    form: 'frame',
  };
}

const frameOf = (batch: Batch) => JSON.parse(batch.text.toString()) as BatchFrame;

test('consoles at the same place read once, each its own, and those who see the same get the same bytes', async () => {
  const { support, sales } = company.queues;
  const queued = await addTicket(db, company, { queueId: support, name: 'Suporte' });
  const other = await addTicket(db, company, { queueId: sales, name: 'Vendas' });
  const colleague = await createUser(database.admin, company.companyId, 'Colega', [support]);
  const gone = await createUser(database.admin, company.companyId, 'Fora', [support]);
  const moved = await createUser(database.admin, company.companyId, 'Mudou', [support]);
  const people = [company.ana, colleague, company.bruno, company.admin, gone, moved];
  const requests = await Promise.all(people.map(arrive));
  // Arrivals change nothing that the log names, so all stand at the same place.
  expect(new Set(requests.map(({ position }) => position.seq)).size).toBe(1);

  await addMessage(db, company, queued, 'para o suporte');
  await addMessage(db, company, other, 'para as vendas');
  await database.admin`update sessions set ended_at = now(), ended_by = 'logout' where user_id = ${gone.id}`;
  const { id } = await addTicket(db, company, { queueId: null, name: 'Sem fila', messages: ['sem fila'] });
  await database.admin`update users set view_version = view_version + 1 where id = ${moved.id}`;

  transactions = 0;
  const reads = createSharedReads({ db: counted, links, proofs, hints, gate: createGate(1), onError });
  const results = await Promise.allSettled(requests.map((request) => reads.read(request)));
  expect(transactions).toBe(1);
  const [ana, same, bruno, boss, ended, changed] = results;
  const batches = [ana, same, bruno, boss].map((result) => {
    if (result?.status !== 'fulfilled') throw new Error('no batch');
    return result.value;
  });
  const words = (batch: Batch) =>
    ['para o suporte', 'para as vendas', 'sem fila'].filter((word) => batch.text.includes(word));
  expect(batches.map(words)).toEqual([
    ['para o suporte'],
    ['para o suporte'],
    ['para as vendas'],
    ['para o suporte', 'para as vendas', 'sem fila'],
  ]);
  expect(batches[1]?.text).toBe(batches[0]?.text);
  expect(batches.map((batch) => batch.more)).toEqual([false, false, false, false]);
  expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(SessionEndedError) });
  expect(changed).toMatchObject({ status: 'rejected', reason: expect.any(ResyncError) });
  const tickets = frameOf(batches[3]!).puts.flatMap((set) =>
    set.entity === 'ticket' ? set.rows.map((row) => row.id) : [],
  );
  expect(tickets.toSorted()).toEqual([queued.id, other.id, id].toSorted());
});

test('a round that has to wait shows the moment in which it begins, to all who have joined it', async () => {
  const { support } = company.queues;
  const ticket = await addTicket(db, company, { queueId: support, name: 'Depois' });
  const people = [];
  for (const name of ['Cedo', 'Tarde'])
    people.push(await createUser(database.admin, company.companyId, name, [support]));
  const [early, late] = await Promise.all(people.map(arrive));
  const gate = createGate(1);
  const busy = Promise.withResolvers<void>();
  const before = gate(() => busy.promise);
  const reads = createSharedReads({ db: counted, links, proofs, hints, gate, onError });
  transactions = 0;
  const first = reads.read(early!);
  await addMessage(db, company, ticket, 'enquanto esperava');
  const second = reads.read(late!);
  busy.resolve();
  await before;
  for (const batch of await Promise.all([first, second]))
    expect(batch.text.toString()).toContain('enquanto esperava');
  expect(transactions).toBe(1);
});

test('a read that fails is repeated once, and then all who asked are told', async () => {
  const request = await arrive(await createUser(database.admin, company.companyId, 'Azarado', []));
  let failures = 1;
  const broken: typeof counted = {
    readCompany: (companyId, work) =>
      failures-- > 0 ? Promise.reject(new Error('chance')) : db.readCompany(companyId, work),
  };
  const reads = createSharedReads({ db: broken, links, proofs, hints, gate: createGate(1), onError });
  expect(await reads.read(request)).toMatchObject({ empty: true });
  failures = 2;
  const both = await Promise.allSettled([reads.read(request), reads.read(request)]);
  expect(both.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
    expect.any(LostError),
    expect.any(LostError),
  ]);
  expect(errors).toHaveLength(3);
});
