import { expect, it } from 'vitest';
import { changedLine, DELETED_LINE, messagePreview } from './preview.ts';

it('shows every kind of message on one line', () => {
  expect([
    messagePreview('chat', 'Olá,\n  tudo bem?'),
    messagePreview('image', ''),
    messagePreview('application', 'contrato.pdf'),
    messagePreview('vcard', 'BEGIN:VCARD\nVERSION:3.0\nFN;CHARSET=UTF-8:Ana Souza\nEND:VCARD'),
    messagePreview('locationMessage', '|https://maps.google.com/?q=-23.5,-46.6|Praça da Sé'),
    messagePreview('chat', 'x'.repeat(1000)).length,
  ]).toEqual(['Olá, tudo bem?', '📷', '📄 contrato.pdf', '👤 Ana Souza', '📍 Praça da Sé', 250]);
});

it('tells what a message says since it was changed', () => {
  const image = { mediaType: 'image', cardKind: null, body: '', isDeleted: false, name: 'mesa.jpg' } as const;
  expect([
    changedLine({ ...image, body: 'a mesa', fromMe: false }),
    changedLine({ ...image, fromMe: false }),
    changedLine({ ...image, fromMe: true }),
    changedLine({ ...image, body: 'a mesa', fromMe: true, isDeleted: true }),
  ]).toEqual(['📷 a mesa', '📷', '📷 mesa.jpg', DELETED_LINE]);
});
