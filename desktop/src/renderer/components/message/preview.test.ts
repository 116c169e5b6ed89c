import { DELETED_LINE } from '@balcao/shared/features/messages/preview.ts';
import { expect, test } from 'vitest';
import { contactCards, parseLocation, previewOfLine, previewOfMessage } from './preview.ts';

test.each([
  ['Olá, preciso de ajuda', 'chat', 'Olá, preciso de ajuda'],
  ['📷', 'image', ''],
  ['📷 Olha isto', 'image', 'Olha isto'],
  ['📄 contrato final.pdf', 'application', 'contrato final.pdf'],
  ['🖼️', 'sticker', ''],
  [DELETED_LINE, 'deleted', ''],
  ['🛒\uFE0E Quero estes', 'order', 'Quero estes'],
  ['🛍\uFE0E', 'product', ''],
  // What a customer begins with the same sign is words.
  ['🛒 quero comprar', 'chat', '🛒 quero comprar'],
  ['🚫', 'chat', '🚫'],
  ['captura.png', 'image', ''],
  ['mande a captura.png hoje', 'chat', 'mande a captura.png hoje'],
])('the line of a ticket: %s', (line, type, text) => {
  expect(previewOfLine(line)).toEqual({ type, text });
});

test.each([
  ['locationMessage', ' | https://maps.example/?q=1,2 | Rua das Flores', 'Rua das Flores'],
  ['vcard', 'BEGIN:VCARD\nFN:Pedro\nEND:VCARD', 'Pedro'],
  ['image', '', ''],
  ['chat', 'linha 1\nlinha 2', 'linha 1 linha 2'],
] as const)('a quoted message: %s', (type, body, text) => {
  expect(previewOfMessage(type, body, null)).toEqual({ type, text });
});

test('a location is image | link | description, and only with harmless addresses', () => {
  expect(parseLocation('data:image/png;base64,AAAA | https://maps.example/?q=1,2 | Casa | fundos')).toEqual({
    image: 'data:image/png;base64,AAAA',
    link: 'https://maps.example/?q=1,2',
    description: 'Casa | fundos',
  });
  expect(parseLocation('| javascript:alert(1) | aqui')).toBeNull();
  expect(parseLocation('https://evil.example/x.png | https://maps.example | aqui')).toBeNull();
  expect(parseLocation('um | dois')).toBeNull();
});

test('a vCard gives its name and every number, folded lines included', () => {
  const card = [
    'BEGIN:VCARD',
    'FN:Pedro\\, o',
    '  encanador',
    'item1.TEL;waid=5511:+55 11 9',
    'TEL:190',
    'END:VCARD',
  ].join('\r\n');
  const pedro = { name: 'Pedro, o encanador', numbers: ['+55 11 9', '190'], more: 0 };
  expect(contactCards(card)).toEqual([pedro]);
  const second = 'BEGIN:VCARD\nFN:Rita\nTEL:+55 21 9\nEND:VCARD';
  expect(contactCards(`${card}\n${second}`)).toEqual([
    pedro,
    { name: 'Rita', numbers: ['+55 21 9'], more: 0 },
  ]);
  const old =
    'BEGIN:VCARD\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jo=C3=A3o 100%\nTEL;VALUE=uri:tel:+55\nEND:VCARD';
  expect(contactCards(old)).toEqual([{ name: 'João 100%', numbers: ['+55'], more: 0 }]);
});

test('a vCard made to harm shows a few of its numbers', () => {
  const numbers = Array.from({ length: 5_000 }, (_, at) => `TEL:${at}`).join('\n');
  const [many] = contactCards(`BEGIN:VCARD\nFN:${'x'.repeat(9_000)}\n${numbers}\nEND:VCARD`);
  expect([many?.name.length, many?.numbers, many?.more]).toEqual([100, ['0', '1', '2', '3', '4'], 4_995]);
  expect(contactCards(`BEGIN:VCARD\n${'TEL:190\n'.repeat(5_000)}`)).toEqual([
    { name: '', numbers: ['190'], more: 0 },
  ]);
  expect(contactCards('BEGIN:VCARD\nFN:a\nEND:VCARD\n'.repeat(2_000))).toHaveLength(20);
  expect(contactCards('BEGIN:VCARD\n'.repeat(5_000))).toEqual([{ name: '', numbers: [], more: 0 }]);
  const broken = 'FN;ENCODING=QUOTED-PRINTABLE:=FF=FE\nTEL:\nTEL: ;\uD800';
  expect(contactCards(broken)).toEqual([{ name: 'ÿþ', numbers: [], more: 0 }]);
});
