import { PassThrough } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
} from '@balcao/shared/features/contacts/calls.ts';
import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/import-columns.ts';
import { exportHeadings } from '@balcao/shared/features/contacts/import-headings.ts';
import * as contracts from '@balcao/shared/features/contacts/imports.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { CFB, utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';
import { lookedAt, since } from '../../../test/looked-at.ts';
import { PICTURE } from '../../../test/picture.ts';
import { workbook } from '../../../test/workbook.ts';
import * as repo from './imports.repo.ts';

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
const refused = async (code: ErrorCode, bytes: Uint8Array, name?: string) =>
  api.refused(code, contracts.uploadContacts, { body: { mediaId: await send(bytes, name) }, token });
const text = (lines: string[]) => Buffer.from(lines.join('\r\n'));
/** An archive of one file that says it is small. */
function archiveOf(path: string, packed: Buffer): Buffer {
  const said = 10;
  const name = Buffer.from(path);
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

/** A workbook whose first record says that the rest is encrypted. */
function withPassword(xls: Buffer): Buffer {
  const file = CFB.read(xls, { type: 'buffer' });
  const stream = CFB.find(file, '/Workbook');
  if (!stream) throw new Error('no workbook');
  const bytes = Buffer.from(stream.content as Uint8Array);
  const first = 4 + bytes.readUInt16LE(2);
  const record = Buffer.alloc(58);
  for (const [at, value] of [0x2f, 54, 1, 1, 1].entries()) record.writeUInt16LE(value, at * 2);
  stream.content = Buffer.concat([bytes.subarray(0, first), record, bytes.subarray(first)]);
  stream.size = stream.content.length;
  return CFB.write(file, { type: 'buffer' }) as Buffer;
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
const numbers = async () =>
  (await api.call(listContacts, { token })).contacts.map(({ number }) => number).toSorted();
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

  it.each(['xlsx', 'biff8'] as const)('with days as people write them, from %s', async (type) => {
    const day = (v: number, z: string) => ({ t: 'n', v, z });
    const cells = [
      day(32_874, 'm/d/yy'),
      day(45_123.5, 'dd/mm/yyyy hh:mm'),
      day(0.75, 'hh:mm'),
      1_990,
      { t: 's', v: 'hoje', z: 'm/d/yy' },
    ];
    const { preview } = await upload(
      workbook([['Nascimento', 'Compra', 'Hora', 'Ano', 'Desde'], cells], type),
    );
    expect(preview).toEqual([['01/01/1990', '16/07/2023 12:00', '18:00', '1990', 'hoje']]);
  });

  it('with a long cell cut between letters', async () => {
    const { preview } = await upload(text(['Telefone;Nota', `5511988880001;${'x'.repeat(4_999)}😀`]));
    expect(preview[0]?.[1]).toBe(`${'x'.repeat(4_999)}\uFFFD`);
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

  it('unless it unpacks to far more than it says: at the cost of its own reader, and others do not wait', async () => {
    const bomb = archiveOf('xl/workbook.xml', deflateRawSync(Buffer.alloc(400 * 1024 * 1024), { level: 1 }));
    const end = bomb.length - 22;
    const countedTwice = Buffer.from(bomb);
    countedTwice.writeUInt16LE(0, end + 10);
    const calledStored = Buffer.from(bomb);
    calledStored.writeUInt16LE(0, bomb.readUInt32LE(end + 16) + 10);
    const inAnother = archiveOf('Index.zip', deflateRawSync(bomb));
    const oneLongText = workbook(
      Array.from({ length: 25_000 }, () => ['x'.repeat(1_000)]),
      'xlsx',
      { bookSST: true, compression: true },
    );

    const before = process.memoryUsage.rss();
    let most = before;
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 10);
    const body = { mediaId: await send(bomb) };
    const reading = api.refused('ERR_IMPORT_UNREADABLE', contracts.uploadContacts, { body, token });
    const others = names();
    expect(await Promise.race([reading.then(() => 'bomb'), others.then(() => 'others')])).toBe('others');
    await reading;
    for (const bytes of [countedTwice, calledStored, inAnother])
      await refused('ERR_IMPORT_UNREADABLE', bytes);
    await refused('ERR_BODY_TOO_LARGE', oneLongText);
    // A cell without end.
    await refused('ERR_IMPORT_UNREADABLE', Buffer.alloc(300_000, 'a'));
    clearInterval(look);
    expect((most - before) / 1024 ** 2).toBeLessThan(150);
  }, 60_000);

  it('unless three of the company wait already', async () => {
    const body = text(LINES);
    const another = await createCompany(api.database.admin, `Vizinha ${companies}`);
    const slow = Array.from({ length: 4 }, () => new PassThrough());
    const headers = { 'transfer-encoding': 'chunked' };
    const waiting = slow.map((open) => api.call(contracts.importContacts, { body: open, headers, token }));
    const oneMore = async () => (await api.send(contracts.importContacts, { body, token })).json().error;
    await expect.poll(oneMore, { timeout: 10_000 }).toBe('ERR_TOO_MANY_REQUESTS');
    await refused('ERR_TOO_MANY_REQUESTS', body);
    await api.call(contracts.importContacts, { body, token: await api.signIn(another.admin) });
    for (const open of slow) open.end(body);
    await Promise.all(waiting);
    await upload(body);
  });

  it('unless it is closed, cut short or something else than it is called', async () => {
    const rows = [['Telefone'], ['5511988880001']];
    const closed = CFB.utils.cfb_new();
    const key =
      'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="AA=="';
    const keys = `<?xml version="1.0"?><encryption xmlns="x"><keyData ${key}/></encryption>`;
    CFB.utils.cfb_add(closed, '/EncryptionInfo', Buffer.from(`\x04\0\x04\0\x40\0\0\0${keys}`, 'latin1'));
    CFB.utils.cfb_add(closed, '/EncryptedPackage', Buffer.alloc(5_000, 7));
    await refused('ERR_IMPORT_PROTECTED', CFB.write(closed, { type: 'buffer' }) as Buffer, 'x.xlsx');
    await refused('ERR_IMPORT_PROTECTED', withPassword(workbook(rows, 'biff8')), 'x.xls');
    const cut = (whole: Buffer, part: number) => whole.subarray(0, Math.floor(whole.length * part));
    for (const part of [0.1, 0.5, 0.9]) await refused('ERR_IMPORT_UNREADABLE', cut(workbook(rows), part));
    await refused('ERR_IMPORT_UNREADABLE', cut(workbook(rows, 'biff8'), 0.6));
    await refused('ERR_IMPORT_TYPE', PICTURE, 'clientes.xlsx');
    await refused('ERR_IMPORT_TYPE', Buffer.from('%PDF-1.7\n\x01\x02'), 'clientes.csv');
    expect((await upload(workbook(rows), 'clientes.csv')).preview).toEqual([['5511988880001']]);
  });

  it('with headings and notes that name what every object has', async () => {
    const names = ['Telefone', '__proto__', 'constructor', 'toString'];
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([names, ['5511988880001', 'a', 'b', 'c']]);
    Object.assign(sheet.A1, { c: [{ a: 'polluted', t: 'x' }] });
    utils.book_append_sheet(book, sheet, 'x');
    const archive = CFB.read(write(book, { type: 'buffer', bookType: 'xlsx' }), { type: 'buffer' });
    for (const [at, path] of archive.FullPaths.entries()) {
      const file = archive.FileIndex[at];
      if (!file || !path.includes('comments')) continue;
      file.content = Buffer.from(String(file.content).replaceAll('ref="A1"', 'ref="__proto__"'));
      file.size = file.content.length;
    }
    const bytes = CFB.write(archive, { type: 'buffer', fileType: 'zip' } as never) as unknown as Buffer;
    const made = await start(await upload(bytes, 'x.xlsx'));
    expect(made).toMatchObject({ state: 'done', created: 1 });
    const [one] = (await api.call(listContacts, { token })).contacts;
    const { extraInfo } = await api.call(getContact, { params: { contactId: one?.id }, token });
    expect(extraInfo).toEqual([
      { name: '__proto__', value: 'a' },
      { name: 'constructor', value: 'b' },
      { name: 'toString', value: 'c' },
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('POST /contacts/import', () => {
  const form = (bytes: Buffer, name = 'clientes.csv') => {
    const edge = 'edge';
    const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    return {
      body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
      headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
      token,
    };
  };

  it('takes a file over at once, once for each key', async () => {
    const call = form(text(LINES));
    const keyed = { ...call, headers: { ...call.headers, 'idempotency-key': crypto.randomUUID() } };
    const made = await api.call(contracts.importContacts, keyed);
    expect(made).toMatchObject({ fileName: 'clientes.csv', state: 'done', total: 2, created: 2 });
    expect((await api.call(contracts.importContacts, keyed)).id).toBe(made.id);
    const others = form(text(['Nome;Telefone', 'Rita;5511988880009']));
    const reused = { ...others, headers: keyed.headers };
    await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', contracts.importContacts, reused);
    const none = { ...call, headers: { ...call.headers, 'idempotency-key': 'a key' } };
    await api.refused('ERR_VALIDATION', contracts.importContacts, none);
    expect(await names()).toEqual(['Ana', 'João']);
    const bare = await api.call(contracts.importContacts, { body: text(LINES), token });
    expect(bare).toMatchObject({ created: 0, skipped: 2 });
  });

  it('refuses what it cannot read, and keeps nothing of it', async () => {
    const refuse = (code: ErrorCode, bytes: Buffer, name?: string) =>
      api.refused(code, contracts.importContacts, form(bytes, name));
    await refuse('ERR_IMPORT_NO_NUMBER', text(['Nome;Cidade', 'Ana;Recife']));
    await refuse('ERR_IMPORT_TYPE', PICTURE, 'x.xlsx');
    await refuse('ERR_BODY_TOO_LARGE', Buffer.alloc(IMPORT_LIMITS.bytes + 1, 'a'));
    await api.refused('ERR_IMPORT_EMPTY', contracts.importContacts, { token });
    await api.refused('ERR_VALIDATION', contracts.importContacts, {
      ...form(text(LINES)),
      body: '--edge\r\nnothing',
    });
    const kept = await api.database
      .admin`select from contact_imports where company_id = ${company.companyId}`;
    expect([kept.count, await names()]).toEqual([0, []]);
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
  const response = await api.send(contracts.exportContacts, { token });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = response.body.split('\r\n');
  expect(lines[0]).toBe('\uFEFFNome;Número;E-mail;Informações adicionais;Anotações');
  expect(lines).toHaveLength(2_103);
  expect(lines[1]).toBe(`"'=HYPERLINK(""http://x"")";5511988880001;;;"'+cmd;x"`);
  expect(new Set(lines).size).toBe(lines.length);
  // And comes back as it was.
  const { meanings, preview } = await upload(Buffer.from(response.body));
  expect(meanings).toEqual(['name', 'number', 'email', 'pairs', 'notes']);
  expect(preview[0]).toEqual([attack, '5511988880001', '', '', '+cmd;x']);
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
