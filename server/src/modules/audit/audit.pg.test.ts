import { type AuditEntity, type AuditEntry, exportAudit, listAudit } from '@balcao/shared/audit-log.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';
import type { Tx } from '../../platform/db/client.ts';
import { diff, record } from './audit.service.ts';

let api: TestApi;
let company: CompanyFixture;
let other: CompanyFixture;
let token: string;

beforeAll(async () => {
  api = await startApi();
  company = await createCompany(api.database.admin, 'Padaria');
  other = await createCompany(api.database.admin, 'Livraria');
  token = await api.signIn(company.admin);
  // Signing in is noted too.
  await api.database.admin`delete from audit_log`;
});
afterAll(() => api.stop());

const note = (by: CompanyFixture, userId: number | null, entityName: string, entity: AuditEntity = 'queue') =>
  api.db.withCompany(by.companyId, (tx) =>
    record(tx, {
      companyId: by.companyId,
      actor: userId === null ? null : { companyId: by.companyId, userId },
      action: 'update',
      entity,
      entityId: 7,
      entityName,
      changes: diff({ name: 'old' }, { name: entityName }),
    }),
  );
const list = async (query: Record<string, string> = {}) =>
  (await api.call(listAudit, { query, token })).entries;
const names = (entries: AuditEntry[]) => entries.map(({ entityName }) => entityName);

describe('the differences of two states', () => {
  it('are named field by field, as text', () => {
    const before = { name: 'a', same: 1, on: false, none: null, list: [1], gone: 'x' };
    const after = { name: 'b', same: 1, on: true, none: 3, list: [1, 2], gone: undefined };
    expect(diff(before, after)).toEqual([
      { field: 'name', from: 'a', to: 'b' },
      { field: 'on', from: 'false', to: 'true' },
      { field: 'none', from: null, to: '3' },
      { field: 'list', from: '[1]', to: '[1,2]' },
    ]);
    expect(diff(null, { name: 'n', due: new Date(0) })).toEqual([
      { field: 'name', from: null, to: 'n' },
      { field: 'due', from: null, to: '1970-01-01T00:00:00.000Z' },
    ]);
    expect(diff({ name: 'n' }, null)).toEqual([{ field: 'name', from: 'n', to: null }]);
  });

  it('show of secrets only that they changed, and cut what nobody reads', () => {
    const before = { password: 'canary-1', passwordHash: 'canary-2', token: null, totpSecret: 'same' };
    const after = { password: 'canary-3', passwordHash: 'canary-4', token: 'canary-5', totpSecret: 'same' };
    const changes = diff(before, after);
    expect(changes.map(({ field }) => field)).toEqual(['password', 'passwordHash', 'token']);
    expect(JSON.stringify(changes)).not.toContain('canary');
    expect(diff({ text: '' }, { text: 'x'.repeat(9_000) })[0]?.to).toHaveLength(500);
  });
});

describe('the log', () => {
  it('is listed newest first, by page, person, kind, day and any part of a name, of the own company alone', async () => {
    for (let index = 1; index <= 41; index++) await note(company, company.ana.id, `Fila ${index}`);
    await note(company, company.admin.id, 'Seção Ímpar', 'connection');
    await note(company, null, 'alone');
    await note(other, other.admin.id, 'foreign Ímpar');
    const { companyId } = company;
    // Two in the evening of the second of January in São Paulo, which is the third in UTC.
    await api.database.admin`
      insert into audit_log (company_id, at, user_name, action, entity, entity_id, entity_name)
      values (${companyId}, '2020-01-03T02:00Z', 'Zoé', 'delete', 'help', 'k', 'evening'),
        (${companyId}, '2020-01-03T03:00Z', 'Zoé', 'delete', 'help', 'k', 'midnight')`;

    const first = await list();
    expect(names(first).slice(0, 4)).toEqual(['alone', 'Seção Ímpar', 'Fila 41', 'Fila 40']);
    expect(first[0]).toMatchObject({ userId: null, userName: '' });
    expect(first[2]).toMatchObject({
      userId: company.ana.id,
      userName: 'Ana',
      action: 'update',
      entity: 'queue',
      entityId: '7',
      changes: [{ field: 'name', from: 'old', to: 'Fila 41' }],
    });
    const second = await api.call(listAudit, { query: { pageNumber: '2' }, token });
    expect([first.length, names(second.entries), second.hasMore]).toEqual([
      40,
      ['Fila 3', 'Fila 2', 'Fila 1', 'midnight', 'evening'],
      false,
    ]);
    expect((await api.call(listAudit, { query: { pageNumber: '999999' }, token })).entries).toEqual([]);

    expect(names(await list({ entity: 'connection' }))).toEqual(['Seção Ímpar']);
    expect(names(await list({ userId: String(company.admin.id) }))).toEqual(['Seção Ímpar']);
    expect(names(await list({ from: '2020-01-02', to: '2020-01-02' }))).toEqual(['evening']);
    expect(names(await list({ from: '2020-01-03', to: '2020-01-03' }))).toEqual(['midnight']);
    for (const searchParam of ['secao impar', 'ÍMPAR', 'mpa'])
      expect(names(await list({ searchParam }))).toEqual(['Seção Ímpar']);
    expect(names(await list({ searchParam: 'zoe' }))).toEqual(['midnight', 'evening']);
    expect(names(await list({ searchParam: 'zoe', to: '2020-01-02', entity: 'help' }))).toEqual(['evening']);
    expect(await list({ searchParam: 'ana', entity: 'help' })).toEqual([]);
    expect(await list({ searchParam: '%' })).toEqual([]);
  });

  it('is taken along whole as a file, also where thousands have one moment, in words of the language', async () => {
    const big = await createCompany(api.database.admin, 'Arquivo');
    const boss = await api.signIn(big.admin);
    await api.database.admin`
      insert into audit_log (company_id, at, user_name, action, entity, entity_id, entity_name, changes)
      select ${big.companyId}, '2020-01-03T02:00:00.000001Z'::timestamptz + n / 700 * interval '1 microsecond', 'Zoé',
        'update', 'tag', n, 'Etiqueta ' || n, '[{"field":"name","from":null,"to":"a;b"}]'
      from generate_series(1, 2600) n`;
    const lines = async (query: Record<string, string>) => {
      const answer = await api.send(exportAudit, { query, token: boss });
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      return answer.payload.trimEnd().split('\r\n');
    };
    const all = await lines({ language: 'en', to: '2020-01-02' });
    expect(all).toHaveLength(2601);
    expect(new Set(all).size).toBe(2601);
    expect(all[0]).toContain('When');
    expect(all[1]).toContain('Etiqueta 2600');
    expect(all[1]).toContain('Jan 2, 2020');
    expect(all.at(-1)).toContain('Etiqueta 1;"name: – → a;b"');
    expect(await lines({ searchParam: 'etiqueta 1', entity: 'tag' })).toHaveLength(1112);
    // Who has taken it along is in it, under the name of the list; nothing of others is.
    expect((await lines({ onlyReading: 'true' })).at(-1)).toMatch(/^.*;Admin;baixou a;lista;Auditoria;$/);
    await api.refused('ERR_NO_PERMISSION', exportAudit, { token: await api.signIn(big.ana) });
  });

  it('stays when its people go, and goes with its company', async () => {
    const gone = await createCompany(api.database.admin, 'Efêmera');
    const theirs = await api.signIn(gone.admin);
    await note(gone, gone.ana.id, 'kept');
    await api.database.admin`delete from users where id = ${gone.ana.id}`;
    const { entries } = await api.call(listAudit, { token: theirs });
    expect(entries[0]).toMatchObject({ entityName: 'kept', userId: null, userName: 'Ana' });
    await api.database.admin`delete from companies where id = ${gone.companyId}`;
    expect(await api.database.admin`select from audit_log where company_id = ${gone.companyId}`).toHaveLength(
      0,
    );
  });

  it('cannot be changed or emptied by the program, in either of its roles', async () => {
    for (const run of [
      (work: Parameters<typeof api.db.asSystem>[0]) => api.db.withCompany(company.companyId, work),
      api.db.asSystem,
    ]) {
      await expect(run((tx) => tx`update audit_log set user_name = 'nobody'`)).rejects.toThrow(
        /permission denied/,
      );
      await expect(run((tx) => tx`truncate audit_log`)).rejects.toThrow(/permission denied/);
    }
    const mine = (tx: Tx) => tx`delete from audit_log where company_id = ${company.companyId}`;
    await expect(api.db.withCompany(company.companyId, mine)).rejects.toThrow(/permission denied/);
    expect((await api.db.asSystem(mine)).count).toBe(0);
  });

  it('keeps what would forge a line inside its one entry', async () => {
    const name = 'x\n{"action":"delete","userName":"Ana"}\r\n';
    await note(company, company.ana.id, name);
    const [newest] = await list();
    expect(newest?.entityName).toBe(name);
  });
});
