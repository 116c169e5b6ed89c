import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
} from '@balcao/shared/features/contacts/calls.ts';
import { exportHeadings } from '@balcao/shared/features/contacts/import-headings.ts';
import * as contracts from '@balcao/shared/features/contacts/imports.ts';
import { describe, expect, it } from 'vitest';
import { createCompany, createTicket } from '../../../test/fixtures.ts';
import { lookedAt, since } from '../../../test/looked-at.ts';
import * as repo from './imports.repo.ts';
import {
  api,
  at,
  companies,
  company,
  LINES,
  names,
  prepare,
  start,
  text,
  token,
  upload,
  type View,
} from './testing/files.ts';

prepare();

async function finished(id: string): Promise<View> {
  await expect
    .poll(async () => (await api.call(contracts.getImport, at(id))).state, { timeout: 20_000 })
    .not.toBe('running');
  return api.call(contracts.getImport, at(id));
}
const numbers = async () =>
  (await api.call(listContacts, { token })).contacts.map(({ number }) => number).toSorted();

describe('an import', () => {
  it('takes whoever has an e-mail alone, once, and leaves out who has neither', async () => {
    await api.call(createContact, { body: { name: 'Known', email: 'known@example.com' }, token });
    const draft = await upload(
      text([
        'Nome;Telefone;E-mail',
        'Lia;;Lia@example.com',
        'Lia again;;lia@example.com',
        'Known;;known@example.com',
        ';;nina@example.com',
        'Rui;5511988880001;lia@example.com',
        'Nobody;;',
        'Wrong;;lia@',
      ]),
    );
    await start(draft);
    expect(await finished(draft.id)).toMatchObject({ created: 3, skipped: 2, failed: 2 });
    expect(await names()).toEqual(['Known', 'Lia', 'nina@example.com', 'Rui']);
    const known = await api.database.admin`
      select c.name, i.kind, i.value, c.number_unchecked from contact_identities i
      join contacts c on c.company_id = i.company_id and c.id = i.contact_id
      where c.company_id = ${company.companyId} and c.name <> 'Known' order by i.kind, i.value`;
    expect(
      known.map(({ name, kind, value, number_unchecked }) => [name, kind, value, number_unchecked]),
    ).toEqual([
      ['Lia', 'email', 'lia@example.com', false],
      ['nina@example.com', 'email', 'nina@example.com', false],
      ['Rui', 'phone', '5511988880001', true],
    ]);
    const { problems } = await api.call(contracts.listImportProblems, at(draft.id));
    expect(problems.map(({ row, problem }) => [row, problem])).toEqual([
      [3, 'duplicate'],
      [4, 'duplicate'],
      [7, 'noNumber'],
      [8, 'email'],
    ]);
  });

  it('takes over what is right, once, and tells of the rest', async () => {
    await api.call(createContact, { body: { name: 'Known', number: '551187654321', notes: 'kept' }, token });
    const draft = await upload(
      text([
        'Nome;Telefone;CPF',
        'Maria;5511988880001;1',
        // The same number without the ninth digit, and one that is known.
        'Twin;551188880001;2',
        'Again;5511987654321;3',
        'Nobody;123;4',
        `${'x'.repeat(1_001)};5511988880009;5`,
        ';5511988880003;=1+1',
      ]),
    );
    await start(draft);
    expect(await finished(draft.id)).toMatchObject({
      state: 'done',
      created: 2,
      skipped: 2,
      failed: 2,
      updated: 0,
    });
    expect(await names()).toEqual(['+55 11 98888-0003', 'Known', 'Maria']);
    const edited = await api.database.admin`
      select name_edited from contacts where company_id = ${company.companyId} order by name`;
    expect(edited.map((row) => row.name_edited)).toEqual([false, true, true]);
    const { problems } = await api.call(contracts.listImportProblems, at(draft.id));
    expect(problems.map(({ row, problem }) => [row, problem])).toEqual([
      [3, 'duplicate'],
      [4, 'duplicate'],
      [5, 'number'],
      [6, 'name'],
    ]);
    await api.refused('ERR_IMPORT_STATE', contracts.startImport, {
      ...at(draft.id),
      body: { meanings: draft.meanings },
    });
  });

  it('may write over what is known', async () => {
    const { id } = await api.call(createContact, {
      body: { name: 'Old', number: '5511988880001', notes: 'kept', extraInfo: [{ name: 'CPF', value: '0' }] },
      token,
    });
    const update = async (line: string) => {
      const draft = await upload(text(['Nome;Telefone;CPF', line]));
      await start(draft, { updateExisting: true });
      expect(await finished(draft.id)).toMatchObject({ updated: 1, created: 0 });
    };
    await update('New;551188880001;0');
    // What it does not say stays.
    await update(';551188880001;1');
    await update('+55 11 8888-0001;551188880001;');
    expect(await api.call(getContact, { params: { contactId: id }, token })).toMatchObject({
      name: 'New',
      number: '5511988880001',
      notes: 'kept',
      extraInfo: [{ name: 'CPF', value: '1' }],
    });
  });

  it('needs a column for the number, and stops when it is told to', async () => {
    const draft = await upload(
      text(['Telefone', ...Array.from({ length: 2_000 }, (_, n) => String(5_511_980_000_000 + n))]),
    );
    const without = { ...at(draft.id), body: { meanings: ['name'] } };
    await api.refused('ERR_IMPORT_NO_NUMBER', contracts.startImport, without);
    await start(draft);
    const { created } = await api.call(contracts.cancelImport, at(draft.id));
    const after = await finished(draft.id);
    expect(after.state === 'done' || after.created === created).toBe(true);
    const [row] = await api.database
      .admin`select count(*)::int as n from contacts where company_id = ${company.companyId}`;
    expect(row?.n).toBe(after.created);
  });

  it('of thousands of rows shows how far it is, each person once, and every row that was left out', async () => {
    const number = (n: number) => String(5_511_980_000_000 + n);
    const rows = Array.from({ length: 3_000 }, (_, n) => {
      // Each tenth is the one before without the ninth digit, each hundredth is no number.
      if (n % 100 === 50) return `Linha ${n};x${n}`;
      return n % 10 === 9 ? `Linha ${n};5511${number(n - 1).slice(5)}` : `Linha ${n};${number(n)}`;
    });
    const draft = await upload(text(['Nome;Telefone', ...rows]));
    await start(draft);
    const seen: number[] = [];
    const look = async () => {
      const view = await api.call(contracts.getImport, at(draft.id));
      seen.push(view.created + view.skipped + view.failed);
      return view.state;
    };
    await expect.poll(look, { timeout: 20_000, interval: 20 }).toBe('done');
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThan(3);
    expect(await finished(draft.id)).toMatchObject({
      state: 'done',
      created: 2_670,
      skipped: 300,
      failed: 30,
    });
    const left: number[] = [];
    for (let after: string | null = '0'; after !== null; ) {
      const page: RouteOutput<typeof contracts.listImportProblems> = await api.call(
        contracts.listImportProblems,
        { ...at(draft.id), query: { after } },
      );
      left.push(...page.problems.map(({ row }) => row));
      after = page.next;
    }
    const expected = rows.flatMap((_, n) => (n % 10 === 9 || n % 100 === 50 ? [n + 2] : []));
    expect(left).toEqual(expected);
  }, 60_000);

  it('goes on where another process was killed', async () => {
    const draft = await upload(text(['Telefone', '5511988880001', '912 345 678']));
    // As a process leaves it that dies right after the commit of the start.
    await api.database
      .admin`update contact_imports set state = 'running', country = 'PT' where id = ${draft.id}`;
    await api.run('imports of contacts');
    expect(await finished(draft.id)).toMatchObject({ state: 'done', created: 2, country: 'PT' });
    expect(await numbers()).toEqual(['351912345678', '5511988880001']);
  });

  it('is found again in the company’s list, newest first', async () => {
    const { companyId, admin } = company;
    const sql = api.database.admin;
    await sql`
      insert into contact_imports (company_id, user_id, file_name, state, headings, meanings, total, created_at)
      select ${companyId}, ${admin.id}, 'n' || n, 'done', '{}', '{}', 1, now() - n / 2 * interval '1 minute'
      from generate_series(1, 90) n`;
    const { id } = await start(await upload(text(LINES)));
    const { preview: _, ...view } = await finished(id);
    expect(view).toMatchObject({ userId: admin.id, state: 'done', finishedAt: expect.any(String) });
    const listed: Omit<View, 'preview'>[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: RouteOutput<typeof contracts.listImports> = await api.call(contracts.listImports, {
        query: after ? { after } : {},
        token,
      });
      listed.push(...page.imports);
      after = page.next;
    }
    expect(listed[0]).toEqual(view);
    expect(new Set(listed.map((one) => one.id)).size).toBe(91);
    const times = listed.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const stranger = await api.signIn((await createCompany(sql, `Alheia ${companies}`)).admin);
    expect((await api.call(contracts.listImports, { token: stranger })).imports).toEqual([]);
    await sql`
      insert into contact_imports (company_id, state, headings, meanings, total, created_at)
      select ${companyId}, 'done', '{}', '{}', 1, now() - n * interval '1 hour' from generate_series(1, 3000) n`;
    await sql`analyze contact_imports`;
    await api.db.readCompany(companyId, async (tx) => {
      const before = await lookedAt(tx, 'contact_imports');
      const page = { offset: 0, limit: 41, after: listed.at(-1)?.id };
      expect(await repo.list(tx, companyId, null, page)).toHaveLength(41);
      const read = since(before, await lookedAt(tx, 'contact_imports'));
      expect({ ...read, few: read.rows < 100 }).toMatchObject({ scans: 0, few: true });
    });
  });

  it('has numbers of the company’s own country, or of the one that is chosen', async () => {
    const lines = (...some: string[]) => text(['Telefone', ...some]);
    const draft = await upload(lines('(11) 98765-4321', '11 8765-4322', '+1 202 555 0123', '351912345678'));
    expect(draft.country).toBe('BR');
    await start(draft);
    expect(await numbers()).toEqual(['12025550123', '351912345678', '551187654322', '5511987654321']);

    await api.database
      .admin`update connections set number = '351911111111' where company_id = ${company.companyId}`;
    await api.call(contracts.importContacts, { body: lines('912 345 679'), token });
    const abroad = await upload(lines('202 555 0124', '912 345 670'));
    expect(abroad.country).toBe('PT');
    const wrong = { ...at(abroad.id), body: { meanings: abroad.meanings, country: 'XX' } };
    await api.refused('ERR_VALIDATION', contracts.startImport, wrong);
    expect(await start(abroad, { country: 'US' })).toMatchObject({ country: 'US', created: 2 });
    expect(await numbers()).toEqual(expect.arrayContaining(['351912345679', '12025550124', '912345670']));
  });

  it('of a file of ours has its country codes', async () => {
    const draft = await upload(text([exportHeadings('es').join(';'), 'Ana;4930123456;;;']));
    expect(draft.country).toBeNull();
    await start(draft, { country: 'BR' });
    expect(await numbers()).toEqual(['4930123456']);
  });

  it('comes from the phone too', async () => {
    const { companyId, connectionId } = company;
    await api.database.admin`
      insert into phone_contacts (company_id, connection_id, number, key, name)
      select ${companyId}, ${connectionId}, number, key, name
      from (values ('5511988880001', '5511988880001', 'Mãe'), ('5511988880002', '5511988880002', ''),
        ('551188880003', '5511988880003', 'Já cliente'), ('5511988880004', '5511988880004', 'Vizinho')
      ) as book (number, key, name)`;
    await api.call(createContact, { body: { name: 'Cliente', number: '5511988880003' }, token });
    const listed = (query = {}) => api.call(contracts.listPhoneContacts, { query, token });
    const { people, ...rest } = await listed();
    expect(people.map(({ name }) => name)).toEqual(['Mãe', 'Vizinho', '']);
    expect(rest).toEqual({ total: 3, hasMore: false, next: null });
    expect((await listed({ searchParam: 'mae' })).people).toEqual([people[0]]);
    expect((await listed({ searchParam: '98888-0002' })).people).toEqual([people[2]]);
    const { id } = await api.call(contracts.importFromPhone, {
      token,
      body: { except: [people[1]?.id] },
    });
    expect(await finished(id)).toMatchObject({ state: 'done', created: 2 });
    expect(await names()).toEqual(['+55 11 98888-0002', 'Cliente', 'Mãe']);
    const one = await api.call(contracts.importFromPhone, { token, body: { only: [people[1]?.id] } });
    expect(await finished(one.id)).toMatchObject({ state: 'done', created: 1 });
    expect(await listed()).toEqual({ people: [], total: 0, hasMore: false, next: null });
  });

  it('lists a long address book page by page, each person once, at the cost of the page', async () => {
    const { companyId, connectionId } = company;
    const sql = api.database.admin;
    await sql`
      insert into phone_contacts (company_id, connection_id, number, key, name)
      select ${companyId}, ${connectionId}, n::text, (n / 2)::text, case when n < 4200 then 'Ana ' || n / 4 else '' end
      from generate_series(2000, 6001) n`;
    await sql`analyze phone_contacts`;
    const people: number[] = [];
    for (let after: string | null = null, page = 1; page === 1 || after; page += 1) {
      const query = after ? { after } : {};
      const answer: RouteOutput<typeof contracts.listPhoneContacts> = await api.call(
        contracts.listPhoneContacts,
        { query, token },
      );
      expect([answer.total, answer.hasMore]).toEqual([after ? null : 2_001, answer.next !== null]);
      people.push(...answer.people.map(({ id }) => id));
      after = answer.next;
    }
    expect([people.length, new Set(people).size]).toEqual([2_001, 2_001]);
    await api.db.readCompany(companyId, async (tx) => {
      const before = await lookedAt(tx, 'phone_contacts');
      const page = { offset: 0, limit: 41, after: ['', 0] as const };
      expect(await repo.listPhoneContacts(tx, companyId, undefined, page)).toHaveLength(41);
      const read = since(before, await lookedAt(tx, 'phone_contacts'));
      expect({ ...read, few: read.rows < 400 }).toMatchObject({ scans: 0, few: true });
    });
  });
});

it('an export is a file of all that one sees, safe to open', async () => {
  const { companyId } = company;
  await api.database.admin`insert into contacts (company_id, name, number)
    select ${companyId}, 'Cliente ' || lpad(n::text, 4, '0'), '55119' || n from generate_series(1, 2100) n`;
  const attack = '=HYPERLINK("http://x")';
  await api.call(createContact, { body: { name: attack, number: '5511988880001', notes: '+cmd;x' }, token });
  await createCompany(api.database.admin, `Outra ${companies}`);
  await api.database.admin`insert into contacts (company_id, name, email) values
    (${companyId}, 'Só e-mail', 'so@exemplo.com.br'), (${companyId}, 'Nem isso', '')`;
  const response = await api.send(contracts.exportContacts, { token });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = response.body.split('\r\n');
  expect(lines[0]).toBe('\uFEFFNome;Número;E-mail;Informações adicionais;Anotações;Origem');
  expect(lines).toHaveLength(2_104);
  expect(lines.at(-2)).toBe('Só e-mail;;so@exemplo.com.br;;;');
  expect(response.body).not.toContain('Nem isso');
  expect(lines[1]).toBe(`"'=HYPERLINK(""http://x"")";5511988880001;;;"'+cmd;x";`);
  expect(new Set(lines).size).toBe(lines.length);
  // And comes back as it was.
  const { meanings, preview } = await upload(Buffer.from(response.body));
  expect(meanings).toEqual(['name', 'number', 'email', 'pairs', 'notes', 'skip']);
  expect(preview[0]).toEqual([attack, '5511988880001', '', '', '+cmd;x', '']);
});

it('an export says where people came from last', async () => {
  const { admin } = api.database;
  const { companyId, connectionId, queues } = company;
  const { id, contactId } = await createTicket(admin, company, { name: 'Rita' });
  const cameBy = (kind: string, title: string) => admin.json({ kind, title, sourceId: '7' });
  await admin`update tickets set referral = ${cameBy('ad', 'Bolo; festa')}, referred_at = '2024-01-01' where id = ${id}`;
  await admin`
    insert into tickets (company_id, contact_id, connection_id, queue_id, status, referral, referred_at)
    values (${companyId}, ${contactId}, ${connectionId}, ${queues.sales}, 'closed', ${cameBy('link', '')}, '2024-02-01')`;
  const origin = async (language: string) => {
    const { body } = await api.send(contracts.exportContacts, { query: { language }, token });
    return body.split('\r\n').map((line) => line.split(';;;;').at(-1));
  };
  expect(await origin('en')).toEqual([expect.stringMatching(/;Came from$/), 'Link: 7', '']);
  await admin`delete from tickets where company_id = ${companyId} and status = 'closed'`;
  expect(await origin('pt')).toEqual([expect.stringMatching(/;Origem$/), '"Anúncio: Bolo; festa"', '']);
});

it.each(['pt', 'en', 'es'])('an export with headings in %s brings back who was deleted', async (language) => {
  const people = [
    { name: 'Ana', number: '4930123456', email: 'ana@x.test', notes: 'Liga à tarde;\nfala "alemão".' },
    { name: '=Bruno', number: '5511988880001', email: '', notes: '' },
  ];
  const extraInfo = [
    { name: 'CPF', value: '123' },
    { name: '+ Endereço: casa', value: 'Rua A, 1\nRecife' },
  ];
  for (const body of people) await api.call(createContact, { body: { ...body, extraInfo }, token });
  const everybody = async () => {
    const { contacts } = await api.call(listContacts, { token });
    return Promise.all(
      contacts.map(async ({ id }) => {
        const contact = await api.call(getContact, { params: { contactId: id }, token });
        const { name, number, email, notes } = contact;
        return { id, known: { name, number, email, notes, extraInfo: contact.extraInfo } };
      }),
    );
  };
  const before = await everybody();
  const { body } = await api.send(contracts.exportContacts, { query: { language }, token });
  for (const { id } of before) await api.call(deleteContact, { params: { contactId: id }, token });
  expect(await everybody()).toEqual([]);
  expect(await start(await upload(Buffer.from(body)))).toMatchObject({ created: 2, failed: 0 });
  expect((await everybody()).map(({ known }) => known)).toEqual(before.map(({ known }) => known));
});
