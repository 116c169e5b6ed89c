import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVcards, type Vcard, vcardLine, vcardName } from './read-vcards.ts';
import { writeVcard } from './write-vcard.ts';

const phone = (number: string, more: Partial<Vcard['phones'][number]> = {}) => ({
  number,
  extension: '',
  waid: '',
  types: more.isMobile ? ['CELL'] : [],
  isMobile: false,
  ...more,
});
const person = (name: string, more: Partial<Vcard> = {}): Vcard => ({
  name,
  organization: '',
  phones: [],
  emails: [],
  note: '',
  ...more,
});
const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n');

describe('a card as programs write it', () => {
  it.each([
    [
      '2.1 with soft breaks, a character set and bare types',
      card(
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Silva;Jos=C3=A9 Concei=C3=A7=C3=A3o;;;',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jos=C3=A9 Concei=C3=A7=C3=A3o da=',
        ' Silva',
        'TEL;CELL;PREF:011900000000',
      ),
      person('José Conceição da Silva', {
        phones: [phone('011900000000', { types: ['CELL', 'PREF'], isMobile: true })],
      }),
    ],
    [
      'quoted-printable broken within a character, in an old set, with an empty line behind it',
      card('FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Jo=E3=', 'o=', '', 'TEL:11'),
      person('João', { phones: [phone('11')] }),
    ],
    [
      'empty lines behind soft breaks',
      card(
        'FN;ENCODING=QUOTED-PRINTABLE:Jos=C3=A9=',
        '',
        ' da=',
        '',
        '',
        ' Silva, a: b=',
        '',
        'item1.TEL;CELL:190',
        'NOTE;QUOTED-PRINTABLE:um=',
        '',
        'dois=',
        '',
      ),
      person('José da Silva, a: b', {
        phones: [phone('190', { isMobile: true })],
        note: 'umdois',
      }),
    ],
    [
      '2.1 in Base64',
      card(
        'N;ENCODING=BASE64;CHARSET=UTF-8:U2lsdmE7Sm9zw6k7Ozs=',
        'ORG;BASE64;CHARSET=ISO-8859-1:UGFk',
        ' YXJpYSBK4Q==',
        'NOTE;ENCODING=b:*',
        'TEL:190',
      ),
      person('José Silva', { organization: 'Padaria Já', phones: [phone('190')], note: '*' }),
    ],
    [
      '3.0 of an iPhone, with groups and the id of WhatsApp',
      card(
        'VERSION:3.0',
        'N:Lima;Rita;;;',
        'FN:Rita Lima',
        'item1.TEL;waid=5511900000000;type=CELL:+55 11 90000-0000',
        'item1.X-ABLabel:celular',
        'ORG:Padaria Aurora;Compras',
        'item2.EMAIL;type=INTERNET:rita@example.com',
      ),
      person('Rita Lima', {
        organization: 'Padaria Aurora, Compras',
        phones: [phone('+55 11 90000-0000', { waid: '5511900000000', isMobile: true })],
        emails: ['rita@example.com'],
      }),
    ],
    ['no full name', card('VERSION:3.0', 'N:Souza;Marta;;;'), person('Marta Souza')],
    ['an empty full name', card('FN:', 'N:;;;;', 'NICKNAME:Tita'), person('Tita')],
    ['an organization alone', card('FN:', 'ORG:Oficina'), person('Oficina', { organization: 'Oficina' })],
    [
      'backslashes',
      card('FN:Lima\\, Rita\\; ME', 'NOTE:um\\ndois'),
      person('Lima, Rita; ME', { note: 'um\ndois' }),
    ],
    [
      'folded lines, and lines left empty',
      card('FN:Pedro\\, o', '', '  encanador', 'TEL:1', ' 90'),
      person('Pedro, o encanador', { phones: [phone('190')] }),
    ],
    [
      '4.0 with an address of a telephone',
      card('VERSION:4.0', 'FN:Ana', 'TEL;VALUE=uri;TYPE="voice,cell":tel:+55-11-90000-0000;ext=12'),
      person('Ana', {
        phones: [phone('+55-11-90000-0000', { extension: '12', types: ['VOICE', 'CELL'], isMobile: true })],
      }),
    ],
    ['a colon in quotation marks', card('FN;X-WHO="a:b":Ana'), person('Ana')],
    ['no digits in a number', card('FN:Ana', 'TEL:nenhum'), person('Ana')],
    [
      'a photograph that is not indented',
      card('FN:Ana', 'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ', 'SkZJRgABAQ', 'AAAQABAAD', '', 'TEL:190'),
      person('Ana', { phones: [phone('190')] }),
    ],
    ['an unknown character set', card('FN;CHARSET=x-none:Ana'), person('Ana')],
    ['small letters and tabs', 'begin:vcard\nfn:Ana\n\tPaula\nend:vcard', person('AnaPaula')],
  ])('%s', (_, text, expected) => {
    expect([...readVcards(text)]).toEqual([expected]);
  });

  it('is read from the bytes of a file, folded within a character, with or without a mark', () => {
    const text = card('FN:João', 'TEL:190');
    const bytes = new TextEncoder().encode(text);
    const within = bytes.indexOf(0xc3) + 1;
    const fold = new TextEncoder().encode('\r\n ');
    const folded = new Uint8Array([...bytes.subarray(0, within), ...fold, ...bytes.subarray(within)]);
    const wide = (swap: boolean) =>
      new Uint8Array(
        [...`\uFEFF${text}`].flatMap((character) => {
          const code = character.charCodeAt(0);
          return swap ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8];
        }),
      );
    const latin = new Uint8Array([...text].map((character) => character.charCodeAt(0)));
    for (const file of [
      bytes,
      folded,
      new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]),
      wide(false),
      wide(true),
      wide(false).subarray(2),
      wide(true).subarray(2),
      latin,
    ])
      expect([...readVcards(file)]).toEqual([person('João', { phones: [phone('190')] })]);
  });
});

describe('several people', () => {
  const [ana, rita] = [card('FN:Ana'), card('FN:Rita')];
  it.each([
    ['one after the other', `${ana}\n${rita}`],
    ['without ends', `${ana.replace('END:VCARD', '')}\n${rita.replace('END:VCARD', '')}`],
    [
      'with a secretary in the first card',
      card('FN:Ana', 'AGENT:', card('FN:Bia', 'TEL:1')) + rita.padStart(80),
    ],
    ['with a secretary whose card does not end', `BEGIN:VCARD\nFN:Ana\nAGENT:\nBEGIN:VCARD\nFN:Bia\n${rita}`],
  ])('%s', (_, text) => {
    expect([...readVcards(text)].map(({ name }) => name)).toEqual(['Ana', 'Rita']);
    expect(vcardName(text)).toBe('Ana');
  });

  it('are nobody where no card is', () => {
    expect([...readVcards('Bom dia')]).toEqual([]);
    expect([...readVcards('')]).toEqual([]);
    expect([vcardName(''), vcardLine('')]).toEqual(['', '']);
  });

  it('may be ten thousand', () => {
    const people = [...readVcards(card('FN:Ana', 'TEL:190').concat('\n').repeat(10_000))];
    expect(people).toHaveLength(10_000);
    expect([...readVcards('BEGIN:VCARD\n'.repeat(10_000))]).toEqual([person('')]);
  });
});

it('bounds a value of five megabytes in one line', () => {
  const [read] = readVcards(card(`FN:${'x'.repeat(5_000_000)}`, 'TEL:190'));
  expect([read?.name.length, read?.phones]).toEqual([10_000, [phone('190')]]);
});

it('tells in one line who it is', () => {
  expect(vcardLine(card('FN:Ana', 'item1.TEL:190', 'TEL:191'))).toBe('Ana 190');
  expect(vcardLine(card('TEL:190'))).toBe('190');
});

it('reads whatever anybody sends', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.string({ unit: 'binary' }), (bytes, text) => {
      for (const input of [bytes, text, card(text)])
        for (const { name, phones } of readVcards(input)) {
          expect(name.isWellFormed()).toBe(true);
          for (const { number } of phones) expect(number).toMatch(/\d/);
        }
    }),
  );
});

it('reads what it has written', () => {
  const words = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const number = fc.record({
    number: fc.stringMatching(/^\+?\d{3,15}$/),
    extension: fc.stringMatching(/^\d{0,8}$/),
    waid: fc.stringMatching(/^(\d{10,15})?$/),
    types: fc.uniqueArray(fc.constantFrom('CELL', 'HOME', 'WORK', 'FAX', 'PREF', 'X-RADIO')),
  });
  fc.assert(
    fc.property(words, words, fc.array(number), (name, organization, phones) => {
      const [read] = readVcards(writeVcard({ name, organization, phones }));
      expect(read?.name).toBe(name || phones[0]?.number || organization);
      expect(read?.organization).toBe(organization);
      expect(read?.phones.map(({ isMobile: _, ...phone }) => phone)).toEqual(phones);
    }),
  );
});

it('takes a number and its extension apart as people write them', () => {
  const read = (value: string) => [...readVcards(card(`TEL;WORK;FAX:${value}`))][0]?.phones[0];
  const types = ['WORK', 'FAX'];
  expect(read('+55 11 3333-0001 x12')).toEqual(phone('+55 11 3333-0001', { extension: '12', types }));
  expect(read('(11) 3333-0001X 12')).toEqual(phone('(11) 3333-0001', { extension: '12', types }));
  for (const whole of ['x12', '+55 11 3333-0001 x', '3333x123456789'])
    expect(read(whole)?.number ?? 'x').toBe(/\d/.test(whole) ? whole : 'x');
});
