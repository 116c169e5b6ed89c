import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';
import { forget } from './audit.repo.ts';
import { record } from './audit.service.ts';

let api: TestApi;
let dir: string;

beforeAll(async () => {
  api = await startApi();
  dir = await mkdtemp(join(tmpdir(), 'balcao-audit-'));
  await writeFile(join(dir, 'secret.key'), Buffer.alloc(32, 7).toString('base64'));
});
afterAll(async () => {
  await api.stop();
  await rm(dir, { recursive: true });
});

/** As an operator types it. */
async function verify(...args: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: api.database.url, DATA_DIR: dir };
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../balcao.ts'), 'audit', ...args], {
    env,
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  return { code, said: (await said).join('') };
}

const note = ({ companyId, ana }: CompanyFixture, entityName: string) =>
  api.db.withCompany(companyId, (tx) =>
    record(tx, {
      companyId,
      actor: { companyId, userId: ana.id },
      action: 'update',
      entity: 'queue',
      entityId: 7,
      entityName,
    }),
  );

/** A company with a log of twenty deeds that came at once. */
async function book(name: string) {
  const company = await createCompany(api.database.admin, name);
  await Promise.all(Array.from({ length: 20 }, (_, index) => note(company, `deed ${index}`)));
  const entries = await api.database.admin<{ id: string; entityName: string; hash: Buffer }[]>`
    select id, entity_name as "entityName", hash from audit_log where company_id = ${company.companyId} order by id`;
  return { company, entries };
}

const broken = async ({ companyId }: CompanyFixture) => {
  const [row] = await api.database.admin`select audit_break(${companyId})::int as id`;
  return row?.id ?? null;
};

it('shows where somebody changed, removed or slipped in an entry behind its back', async () => {
  const { admin } = api.database;
  const { company, entries } = await book('Cartório');
  const [third, fourth, newest] = [entries[2]!, entries[3]!, entries.at(-1)!];
  expect(await broken(company)).toBeNull();

  const rename = (id: string, name: string) =>
    admin`update audit_log set entity_name = ${name} where id = ${id}`;
  await rename(third.id, 'harmless');
  expect(await broken(company)).toBe(Number(third.id));
  await rename(third.id, third.entityName);
  expect(await broken(company)).toBeNull();

  // Behind the program's back: its triggers do not see it.
  const behind = (work: (tx: typeof admin) => Promise<unknown>) =>
    admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await work(tx as unknown as typeof admin);
      const [row] = await tx`select audit_break(${company.companyId})::int as id`;
      throw new Error(`broken at ${row?.id}`);
    });
  const remove = (id: string) => behind((tx) => tx`delete from audit_log where id = ${id}`);
  await expect(remove(entries[0]!.id)).rejects.toThrow(`broken at ${entries[1]!.id}`);
  await expect(remove(third.id)).rejects.toThrow(`broken at ${fourth.id}`);
  await expect(remove(newest.id)).rejects.toThrow(`broken at ${newest.id}`);
  await expect(
    behind((tx) => tx`delete from audit_log where company_id = ${company.companyId}`),
  ).rejects.toThrow(`broken at ${newest.id}`);
  const insert = (id: number) =>
    behind(
      (tx) => tx`
        insert into audit_log (company_id, id, user_name, action, entity, entity_id, hash) overriding system value
        values (${company.companyId}, ${id}, 'Ana', 'delete', 'queue', '7', ${third.hash})`,
    );
  await expect(insert(0)).rejects.toThrow('broken at 0');
  await expect(insert(Number(newest.id) + 1_000_000)).rejects.toThrow(/broken at \d+/);

  // What is written after the newest one went does not cover that up.
  await admin`delete from audit_log where id = ${newest.id}`;
  await note(company, 'later');
  expect(await broken(company)).toBeGreaterThan(Number(newest.id));
});

it('may lose its oldest entries by age alone, and is whole after that; what was tampered with stays', async () => {
  const { admin } = api.database;
  const { companyId, ana } = await createCompany(admin, 'Arquivo');
  const company = { companyId, ana } as CompanyFixture;
  const old = (name: string, years: number) => admin`
    insert into audit_log (company_id, at, user_name, action, entity, entity_id, entity_name)
    values (${companyId}, now() - make_interval(years => ${years}), 'Zoé', 'delete', 'queue', '7', ${name})`;
  for (const [name, years] of [
    ['a', 5],
    ['b', 4],
    ['young', 0],
    ['c', 3],
  ] as const)
    await old(name, years);
  const left = async () =>
    (await admin`select entity_name from audit_log where company_id = ${companyId} order by id`).map(
      (row) => row.entity_name,
    );
  const yearAgo = new Date(Date.now() - 365 * 86_400_000);
  const take = (most: number, before = yearAgo) =>
    api.db.asSystem((tx) => forget(tx, companyId, before.toISOString(), most));

  expect([await take(1), await left(), await broken(company)]).toEqual([1, ['b', 'young', 'c'], null]);
  // Only what is before all that stays: a chain has no holes.
  expect([await take(500), await left(), await broken(company)]).toEqual([1, ['young', 'c'], null]);
  await note(company, 'new');
  expect([await take(500), await left(), await broken(company)]).toEqual([0, ['young', 'c', 'new'], null]);
  // Whoever asks for more than half a year's gets nothing.
  expect([await take(500, new Date()), await left()]).toEqual([0, ['young', 'c', 'new']]);

  const { companyId: other } = await createCompany(admin, 'Adulterado');
  await admin`
    insert into audit_log (company_id, at, user_name, action, entity, entity_id, entity_name)
    select ${other}, now() - interval '3 years', 'Zoé', 'delete', 'queue', '7', 'n' || n from generate_series(1, 5) n`;
  await admin`update audit_log set user_name = 'Ana' where company_id = ${other} and entity_name = 'n3'`;
  expect(await api.db.asSystem((tx) => forget(tx, other, yearAgo.toISOString(), 500))).toBe(2);
  expect(await api.db.asSystem((tx) => forget(tx, other, yearAgo.toISOString(), 500))).toBe(0);
});

it('is verified by an operator, with the seals that were noted once', async () => {
  const { admin } = api.database;
  const { company, entries } = await book('Tabelião');
  const seal = entries.at(-1)!.hash.toString('hex');
  await admin`delete from companies where id <> ${company.companyId}`;
  const whole = await verify('verify');
  expect(whole).toEqual({ code: 0, said: expect.stringContaining(`seal ${seal}`) });
  expect((await verify('verify', String(company.companyId), seal)).code).toBe(0);
  expect((await verify('verify', String(company.companyId), 'f'.repeat(64))).code).toBe(1);
  expect((await verify('verify', 'x')).code).toBe(2);
  await admin`update audit_log set user_name = 'Nobody' where id = ${entries[4]!.id}`;
  const cut = await verify('verify');
  expect(cut.code).toBe(1);
  expect(cut.said).toContain(`entry ${entries[4]!.id} of`);
});
