import { deflateRawSync } from 'node:zlib';
import * as contracts from '@balcao/shared/api/contact-imports.ts';
import { createContact, getContact, listContacts } from '@balcao/shared/api/contacts.ts';
import type { RouteOutput } from '@balcao/shared/api/contract.ts';
import { uploadMedia } from '@balcao/shared/api/media.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { CFB, utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let token: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Importadora ${++companies}`);
  token = await api.signIn(company.admin);
});

async function send(bytes: Uint8Array, name = 'clientes.csv'): Promise<string> {
  const mediaId = crypto.randomUUID();
  const headers = { 'x-file-name': encodeURIComponent(name) };
  await api.call(uploadMedia, { params: { mediaId }, body: Buffer.from(bytes), headers, token });
  return mediaId;
}
const upload = async (bytes: Uint8Array, name?: string) =>
  api.call(contracts.uploadContacts, { body: { mediaId: await send(bytes, name) }, token });
const refused = async (code: ErrorCode, bytes: Uint8Array) =>
  api.refused(code, contracts.uploadContacts, { body: { mediaId: await send(bytes) }, token });
const text = (lines: string[]) => Buffer.from(lines.join('\r\n'));
const workbook = (rows: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx') => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Clientes');
  return write(book, { type: 'buffer', bookType }) as Buffer;
};

/** An archive of one file that says it is small. */
function archiveOf(content: Buffer, said: number): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from('xl/workbook.xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(said, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(said, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}

type View = RouteOutput<typeof contracts.getImport>;
const at = (importId: string) => ({ params: { importId }, token });
const start = (draft: View, choice: object = {}) =>
  api.call(contracts.startImport, { ...at(draft.id), body: { meanings: draft.meanings, ...choice } });
async function finished(id: string): Promise<View> {
  await expect
    .poll(async () => (await api.call(contracts.getImport, at(id))).state, { timeout: 20_000 })
    .not.toBe('running');
  return api.call(contracts.getImport, at(id));
}
const names = async () => (await api.call(listContacts, { token })).contacts.map(({ name }) => name);

const LINES = [
  'Nome;Telefone;E-mail;Cidade',
  'João;(11) 5511 98888-0001;j@x.test;São Paulo',
  'Ana;5511988880002;;',
];

describe('a file is read', () => {
  it.each([
    ['UTF-8', Buffer.from(LINES.join('\n'))],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${LINES.join('\n')}`)],
    ['UTF-16', Buffer.from(`\uFEFF${LINES.join('\r\n')}`, 'utf16le')],
    ['Windows-1252', Buffer.from(LINES.join('\r\n'), 'latin1')],
    ['commas', Buffer.from(LINES.join('\n').replaceAll(';', ','))],
    ['tabs', Buffer.from(LINES.join('\n').replaceAll(';', '\t'))],
    ['XLSX', workbook(LINES.map((line) => line.split(';')))],
    [
      'XLS',
      workbook(
        LINES.map((line) => line.split(';')),
        'biff8',
      ),
    ],
  ])('as %s', async (_, bytes) => {
    expect(await upload(bytes)).toMatchObject({
      fileName: 'clientes.csv',
      state: 'draft',
      headings: ['Nome', 'Telefone', 'E-mail', 'Cidade'],
      meanings: ['name', 'number', 'email', 'extra'],
      total: 2,
      preview: [
        ['João', '(11) 5511 98888-0001', 'j@x.test', 'São Paulo'],
        ['Ana', '5511988880002', '', ''],
      ],
    });
  });

  it('with numbers as they are, whatever their cell shows', async () => {
    const { preview } = await upload(workbook([['Telefone'], [5_511_988_880_001]]));
    expect(preview).toEqual([['5511988880001']]);
  });

  it('unless it is hostile, or none', async () => {
    await refused('ERR_IMPORT_TYPE', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 1]));
    await refused('ERR_IMPORT_EMPTY', text(['Nome;Telefone', '']));
    await refused('ERR_IMPORT_UNREADABLE', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(64)]));
    const formulas = utils.aoa_to_sheet([['Telefone'], ['x']]);
    formulas.A2 = { t: 'n', v: 5_511_988_880_001, f: 'WEBSERVICE("http://x.test")' };
    const book = utils.book_new();
    utils.book_append_sheet(book, formulas, 'x');
    await refused('ERR_IMPORT_FORMULAS', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    const many = await refused('ERR_IMPORT_TOO_MANY_ROWS', text(['Telefone', ...Array(1_000_000).fill('5')]));
    expect(many.params).toEqual({ limit: 50_000 });
    expect(await names()).toEqual([]);
  });

  it('unless it is locked, cut off, or reaches for what it must not', async () => {
    const whole = workbook(LINES.map((line) => line.split(';')));
    await refused('ERR_IMPORT_UNREADABLE', whole.subarray(0, whole.length / 2));
    const locked = CFB.utils.cfb_new();
    for (const part of ['/EncryptionInfo', '/EncryptedPackage'])
      CFB.utils.cfb_add(locked, part, Buffer.alloc(4_096, 1));
    await refused('ERR_IMPORT_UNREADABLE', CFB.write(locked, { type: 'buffer' }) as Buffer);
    // CVE-2023-30533: a comment on a cell of this name.
    const sheet = utils.aoa_to_sheet([['Telefone'], ['5511988880001']]);
    sheet.A2.c = [{ a: 'x', t: 'polluted' }];
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'x');
    const parts = CFB.read(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer, { type: 'buffer' });
    const comments = CFB.find(parts, '/xl/comments1.xml');
    const said = String(Buffer.from(comments?.content as Uint8Array)).replace('ref="A2"', 'ref="__proto__"');
    expect(said).toContain('__proto__');
    CFB.utils.cfb_add(parts, '/xl/comments1.xml', Buffer.from(said));
    const reaching = CFB.write(parts, { type: 'buffer', fileType: 'zip' }) as Buffer;
    const body = { mediaId: await send(reaching) };
    const { statusCode } = await api.send(contracts.uploadContacts, { body, token });
    expect([201, 400, 422]).toContain(statusCode);
    expect(await upload(whole)).toMatchObject({ total: 2 });
  });

  it('unless it unpacks to far more than it says, and others do not wait for it', async () => {
    const body = { mediaId: await send(archiveOf(Buffer.alloc(100 * 1024 * 1024), 10)) };
    const bomb = api.refused('ERR_BODY_TOO_LARGE', contracts.uploadContacts, { body, token });
    const others = names();
    expect(await Promise.race([bomb.then(() => 'bomb'), others.then(() => 'others')])).toBe('others');
    await bomb;
  });
});

describe('an import', () => {
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
        `${'x'.repeat(51)};5511988880009;5`,
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
    expect(await names()).toEqual(['+55 11 98888 0003', 'Known', 'Maria']);
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
    const draft = await upload(text(['Nome;Telefone;CPF', 'New;551188880001;1']));
    await start(draft, { updateExisting: true });
    expect(await finished(draft.id)).toMatchObject({ updated: 1, created: 0 });
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

  it('goes on where another process was killed', async () => {
    const draft = await upload(text(['Telefone', '5511988880001', '5511988880002']));
    // As a process leaves it that dies right after the commit of the start.
    await api.database.admin`update contact_imports set state = 'running' where id = ${draft.id}`;
    expect(await finished(draft.id)).toMatchObject({ state: 'done', created: 2 });
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
    expect(rest).toEqual({ total: 3, hasMore: false });
    expect((await listed({ searchParam: 'mae' })).people).toEqual([people[0]]);
    const { id } = await api.call(contracts.importFromPhone, {
      token,
      body: { except: [people[1]?.id] },
    });
    expect(await finished(id)).toMatchObject({ state: 'done', created: 2 });
    expect(await names()).toEqual(['+55 11 98888 0002', 'Cliente', 'Mãe']);
    const one = await api.call(contracts.importFromPhone, { token, body: { only: [people[1]?.id] } });
    expect(await finished(one.id)).toMatchObject({ state: 'done', created: 1 });
    expect(await listed()).toEqual({ people: [], total: 0, hasMore: false });
  });
});

it('an export is a file of all that one sees, safe to open', async () => {
  const { companyId } = company;
  await api.database.admin`insert into contacts (company_id, name, number)
    select ${companyId}, 'Cliente ' || lpad(n::text, 4, '0'), '55119' || n from generate_series(1, 2100) n`;
  const attack = '=HYPERLINK("http://x")';
  await api.call(createContact, { body: { name: attack, number: '5511988880001', notes: '+cmd;x' }, token });
  await createCompany(api.database.admin, `Outra ${companies}`);
  const response = await api.send(contracts.exportContacts, { token });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = response.body.split('\r\n');
  expect(lines[0]).toBe('\uFEFFname;number;email;extraInfo;notes');
  expect(lines).toHaveLength(2_103);
  expect(lines[1]).toBe(`"'=HYPERLINK(""http://x"")";5511988880001;;;"'+cmd;x"`);
  expect(new Set(lines).size).toBe(lines.length);
});
