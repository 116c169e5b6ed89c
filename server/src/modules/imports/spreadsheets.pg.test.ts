import { PassThrough } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { getContact, listContacts } from '@balcao/shared/features/contacts/calls.ts';
import * as contracts from '@balcao/shared/features/contacts/imports.ts';
import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/limits.ts';
import { CFB, utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { createCompany } from '../../../test/fixtures.ts';
import { flatSheets } from '../../../test/flat-sheets.ts';
import { PICTURE } from '../../../test/picture.ts';
import { workbook } from '../../../test/workbook.ts';
import {
  api,
  companies,
  company,
  LINES,
  names,
  prepare,
  send,
  start,
  text,
  token,
  upload,
} from './testing/files.ts';

prepare();

const refused = async (code: ErrorCode, bytes: Uint8Array, name?: string) =>
  api.refused(code, contracts.uploadContacts, { body: { mediaId: await send(bytes, name) }, token });

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

  it('from the sheet that somebody chooses, with the saved results of its formulas', async () => {
    const rows = [
      ['Nome', 'Telefone', 'Compras'],
      ['Ana', '5511988880001', '=SUM(1)'],
    ];
    const sheets = [
      { name: 'Antiga', isHidden: true, rows: [['Telefone'], ['5511988880009']] },
      { name: 'Resumo', rows: [['Telefone'], ['5511988880008']] },
      { name: 'Clientes', rows },
    ];
    const mediaId = await send(flatSheets(sheets), 'clientes.fods');
    const draft = (body: object) => api.call(contracts.uploadContacts, { body: { mediaId, ...body }, token });
    expect(await draft({})).toMatchObject({
      sheet: 1,
      total: 1,
      preview: [['5511988880008']],
      hasFormulas: false,
    });
    const chosen = await draft({ sheet: 2 });
    expect(chosen).toMatchObject({ sheet: 2, preview: [['Ana', '5511988880001', '7']], hasFormulas: true });
    expect(chosen.sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ['Antiga', true],
      ['Resumo', false],
      ['Clientes', false],
    ]);
    expect(await start(chosen)).toMatchObject({ created: 1, hasFormulas: true });
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
    formulas.A2 = { t: 'n', f: 'WEBSERVICE("http://x.test")' };
    const book = utils.book_new();
    utils.book_append_sheet(book, formulas, 'x');
    await refused('ERR_IMPORT_FORMULAS', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    const flat = flatSheets([{ name: 'x', rows: Array(20_000).fill(Array(8).fill('5511988880001')) }]);
    await refused('ERR_BODY_TOO_LARGE', flat, 'clientes.fods');
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
