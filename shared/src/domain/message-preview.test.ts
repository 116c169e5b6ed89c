import { expect, it } from 'vitest';
import { messagePreview } from './message-preview.ts';

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
