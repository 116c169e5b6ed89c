import type { ErrorCode } from '@balcao/shared/errors.ts';
import { getContact, listContacts } from '@balcao/shared/features/contacts/calls.ts';
import * as contracts from '@balcao/shared/features/contacts/imports.ts';
import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/limits.ts';
import { describe, expect, it } from 'vitest';
import { PICTURE } from '../../../test/picture.ts';
import { api, at, names, prepare, send, start, text, token, upload } from './testing/files.ts';

prepare();

describe('an address book is read', () => {
  it('of a phone, whoever wrote it', async () => {
    const cards = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jo=C3=A3o da=',
      ' Silva',
      'TEL;WORK:1130000000',
      'TEL;CELL:(11) 98888-0001',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Lima;Rita;;;',
      'item1.TEL;waid=5511900000000;type=CELL:90000-0000',
      'EMAIL:rita@x.test',
      'ORG:Padaria Aurora',
      'END:VCARD',
      'BEGIN:VCARD',
      'ORG:Oficina do Zé',
      'TEL:11988880003',
      'END:VCARD',
      'BEGIN:VCARD',
      'FN:Sem número',
      'END:VCARD',
    ];
    const draft = await upload(text(cards), 'contatos.vcf');
    expect(draft).toMatchObject({ state: 'draft', total: 4 });
    expect(draft.headings.slice(0, 7)).toEqual([
      ...['Nome', 'Número', 'E-mail', 'Anotações', 'Empresa', 'Ramal', 'Número 2'],
    ]);
    expect(draft.meanings.slice(0, 5)).toEqual(['name', 'number', 'email', 'notes', 'extra']);
    expect(draft.preview.map((cells) => cells.filter(Boolean))).toEqual([
      ['João da Silva', '(11) 98888-0001', '1130000000'],
      ['Rita Lima', '+5511900000000', 'rita@x.test', 'Padaria Aurora'],
      ['Oficina do Zé', '11988880003'],
      ['Sem número'],
    ]);
    const done = await start(draft, { country: 'BR' });
    expect(done).toMatchObject({ state: 'done', created: 3, failed: 1 });
    expect(await names()).toEqual(expect.arrayContaining(['João da Silva', 'Oficina do Zé', 'Rita Lima']));
  });

  it('of somebody with many numbers, and one behind an extension', async () => {
    const numbers = [1, 2, 3, 4, 5, 6].map((n) => `TEL;TYPE=WORK:+55 11 3333-000${n}`);
    const phones = [
      'TEL;TYPE=CELL:+55 11 98888-0001',
      ...numbers,
      'TEL;TYPE=WORK:tel:+55-11-3333-0007;ext=12',
    ];
    const name = 'Associação dos Moradores e Amigos do Bairro Jardim das Palmeiras';
    const draft = await upload(
      text(['BEGIN:VCARD', 'VERSION:4.0', `FN:${name}`, ...phones, 'END:VCARD']),
      'contatos.vcf',
    );
    expect(await start(draft, { country: 'BR' })).toMatchObject({ state: 'done', created: 1 });
    const { contacts } = await api.call(listContacts, { token });
    const id = contacts.find((one) => one.name === name)?.id ?? 0;
    const { number, extraInfo } = await api.call(getContact, { params: { contactId: id }, token });
    expect(number).toBe('5511988880001');
    const [, , , ...rest] = [0, 1, 2, 3, 4, 5, 6].map((n) => `+55 11 3333-000${n}`);
    expect(extraInfo.map(({ value }) => value)).toEqual([
      '+55 11 3333-0001',
      '+55 11 3333-0002',
      `${rest.join(' / ')} / +55-11-3333-0007 x12`,
    ]);
  });

  it('of Google', async () => {
    const google = [
      'First Name,Middle Name,Last Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
      'Rita,Maria,Lima,Padaria Aurora,* myContacts,Home,rita@x.test,Work,+55 11 3333-0001,Mobile,+55 11 98888-0001',
      'Davi,,Reis,,* myContacts,Work,davi@x.test ::: d@x.test,Mobile,+55 11 3333-0002 ::: +55 11 98888-0002,,',
      'Só,,Fixo,,* myContacts,,,Home,(11) 3333-0003 ramal 12,,',
    ];
    const done = await start(await upload(text(google), 'contacts.csv'), { country: 'BR' });
    expect(done).toMatchObject({ state: 'done', created: 3 });
    const { contacts } = await api.call(listContacts, { token });
    const known = await Promise.all(
      contacts.map(async ({ id }) => {
        const { name, number, email, extraInfo } = await api.call(getContact, {
          params: { contactId: id },
          token,
        });
        return [name, number, email, ...extraInfo.map((pair) => `${pair.name}: ${pair.value}`)];
      }),
    );
    expect(known).toEqual([
      [
        'Davi Reis',
        '5511988880002',
        'davi@x.test',
        'E-mail 1 - Value: d@x.test',
        'Phone 1 - Value: +55 11 3333-0002',
      ],
      [
        'Rita Maria Lima',
        '5511988880001',
        'rita@x.test',
        'Organization Name: Padaria Aurora',
        'Phone 1 - Value: +55 11 3333-0001',
      ],
      ['Só Fixo', '551133330003', '', 'Phone 1 - Value: ramal 12'],
    ]);
  });

  it('of Outlook, whose columns are more than are kept', async () => {
    const empty = Array.from({ length: 60 }, (_, n) => `Endereço ${n}`);
    const headings = [
      'Nome',
      'Segundo nome',
      'Sobrenome',
      ...empty,
      'Telefone comercial',
      'Telefone celular',
    ];
    const row = (...cells: string[]) => [...cells.slice(0, 3), ...empty.map(() => ''), ...cells.slice(3)];
    const lines = [
      headings,
      row('Rita', '', 'Lima', '1133330001', '11988880001'),
      row('Davi', '', '', '1133330002', ''),
    ];
    const draft = await upload(text(lines.map((cells) => cells.join(','))), 'contatos.csv');
    expect(draft.headings).toEqual(['Nome', 'Sobrenome', 'Telefone comercial', 'Telefone celular']);
    expect(draft.meanings).toEqual(['name', 'name', 'number', 'number']);
    expect(await start(draft, { country: 'BR' })).toMatchObject({ state: 'done', created: 2 });
    const { contacts } = await api.call(listContacts, { token });
    expect(contacts.map(({ name, number }) => [name, number])).toEqual([
      ['Davi', '551133330002'],
      ['Rita Lima', '5511988880001'],
    ]);
  });

  const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');

  it.each(['', '\uFEFF'])('in UTF-16 that begins with %j', async (mark) => {
    const cards = mark + card('N;ENCODING=BASE64;CHARSET=UTF-8:U2lsdmE7Sm9zw6k7Ozs=', 'TEL:11988880001');
    const { preview } = await upload(Buffer.from(cards, 'utf16le'), 'contatos.vcf');
    expect(preview[0]?.slice(0, 2)).toEqual(['José Silva', '11988880001']);
  });

  it('whatever its size, as far as it has people', async () => {
    const long = card(`FN:${'x'.repeat(5_000_000)}`, 'TEL:11988880001');
    const photographed = card('FN:Ana', `PHOTO;ENCODING=b:${'A'.repeat(3_000_000)}`, 'TEL:11988880002');
    const nested = card('FN:Bia', 'AGENT:', card('FN:Davi', 'TEL:11988880009').trim(), 'TEL:11988880003');
    const done = await start(await upload(text([long, photographed, nested]), 'contatos.vcf'));
    expect(done).toMatchObject({ state: 'done', total: 3, created: 2, failed: 1 });
    const { problems } = await api.call(contracts.listImportProblems, at(done.id));
    expect(problems.map(({ row, problem }) => [row, problem])).toEqual([[2, 'name']]);
    expect(await names()).toEqual(['Ana', 'Bia']);
    const many = await upload(Buffer.from(card('FN:Ana', 'TEL:11988880001').repeat(10_000)), 'contatos.vcf');
    expect([many.total, many.preview.length]).toEqual([10_000, 8]);
  });

  /** What a phone writes for somebody with a picture. */
  const pictured = (n: number) => {
    const picture = Array.from({ length: 1_400 }, () => ` ${'A'.repeat(74)}`).join('\r\n');
    return card(`FN:Ana ${n}`, `PHOTO;ENCODING=b;TYPE=JPEG:\r\n${picture}`, `TEL:119888800${n + 10}`);
  };

  it('with the pictures of its people, which are left out', async () => {
    const book = Buffer.from(Array.from({ length: 200 }, (_, n) => pictured(n)).join(''));
    expect(book.length).toBeGreaterThan(2 * IMPORT_LIMITS.bytes);
    const { headings, total, preview } = await upload(book, 'contatos.vcf');
    expect([total, preview[0]?.slice(0, 2)]).toEqual([200, ['Ana 0', '11988880010']]);
    expect(headings).not.toContain('PHOTO');
  });

  it('as far as what is left without pictures is no larger than a spreadsheet', async () => {
    const names = card(`FN:${'x'.repeat(IMPORT_LIMITS.bytes)}`);
    const picture = card(`PHOTO:${'A'.repeat(IMPORT_LIMITS.addressBookBytes)}`);
    for (const body of [names, picture].map((text) => Buffer.from(text)))
      await api.refused('ERR_BODY_TOO_LARGE', contracts.importContacts, { body, token });
  });

  it('unless it is none, or has nobody', async () => {
    const refused = async (code: ErrorCode, bytes: Buffer) =>
      api.refused(code, contracts.uploadContacts, {
        body: { mediaId: await send(bytes, 'contatos.vcf') },
        token,
      });
    await refused('ERR_IMPORT_TYPE', PICTURE);
    await refused('ERR_IMPORT_TYPE', Buffer.concat([Buffer.from('BEGIN:VCARD\r\nPHOTO:'), PICTURE]));
    await refused('ERR_IMPORT_EMPTY', Buffer.from('BEGIN:VCARD\r\nAGENT:\r\n'.repeat(10_000)));
  });
});
