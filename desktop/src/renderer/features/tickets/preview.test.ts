import { expect, test } from 'vitest';
import { parseLocation, parseVcard, previewOf } from './preview.ts';

test.each([
  ['Olá, preciso de ajuda', null, 'Olá, preciso de ajuda'],
  ['IMG-20261120-WA0004.jpg', 'image', ''],
  ['voz.ogg', 'audio', ''],
  ['contrato final.pdf', 'document', 'contrato final.pdf'],
  ['mande para nota.pdf ou\nfoto.jpg', null, 'mande para nota.pdf ou\nfoto.jpg'],
  [' | https://maps.example/?q=1,2 | Rua das Flores', 'location', 'Rua das Flores'],
  ['BEGIN:VCARD\nFN:Pedro\nEND:VCARD', 'vcard', 'Pedro'],
])('%s', (body, kind, text) => {
  expect(previewOf(body)).toEqual({ kind, text });
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
  expect(parseVcard(card)).toEqual({ name: 'Pedro, o encanador', numbers: ['+55 11 9', '190'] });
});
