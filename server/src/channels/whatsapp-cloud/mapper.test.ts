import { expect, it } from 'vitest';
import type { ChannelEvent, InboundContent } from '../channel.ts';
import { eventsOf } from './mapper.ts';
import { readNotice } from './notice.ts';

const OURS = '106540352242922';
const FROM = '5511987654321';

const noticeOf = (value: object, phoneNumberId = OURS) =>
  Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { phone_number_id: phoneNumberId },
                ...value,
              },
            },
          ],
        },
      ],
    }),
  );
const read = (value: object, phoneNumberId?: string): ChannelEvent[] =>
  eventsOf(readNotice(noticeOf(value, phoneNumberId), OURS));
const message = (more: object) => ({ from: FROM, id: 'wamid.1', timestamp: '1700000000', ...more });

function contentOf(more: object): InboundContent | null {
  const [event] = read({ messages: [message(more)] });
  return event?.kind === 'message.received' ? event.message.content : null;
}

const ABOUT_CAKE = { referred_product: { catalog_id: '1', product_retailer_id: 'BOLO-1' } };

it.each<[string, object, object | null]>([
  ['a text', { type: 'text', text: { body: 'oi\0' } }, { kind: 'text', text: 'oi' }],
  [
    'a button of a template',
    { type: 'button', button: { text: 'Sim', payload: 'x' } },
    { kind: 'text', text: 'Sim', tap: 'x' },
  ],
  [
    'a chosen line',
    { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Vendas' } } },
    { kind: 'text', text: 'Vendas', tap: '1' },
  ],
  [
    'a chosen line whose title did not fit',
    {
      type: 'interactive',
      interactive: {
        type: 'list_reply',
        list_reply: { id: '2', title: 'Condições para revend…', description: 'Condições para revendedores' },
      },
    },
    { kind: 'text', text: 'Condições para revendedores', tap: '2' },
  ],
  [
    'a picture',
    { type: 'image', image: { id: '9', mime_type: 'image/jpeg', sha256: 'x', caption: 'veja' } },
    { kind: 'image', text: 'veja', mime: 'image/jpeg', source: Buffer.from('9') },
  ],
  [
    'speech',
    { type: 'audio', audio: { id: '9', mime_type: 'audio/ogg; codecs=opus', voice: true } },
    { kind: 'audio', voice: true },
  ],
  ['a video', { type: 'video', video: { id: '9', mime_type: 'video/mp4' } }, { kind: 'video' }],
  [
    'a sticker',
    { type: 'sticker', sticker: { id: '9', mime_type: 'image/webp', animated: false } },
    { kind: 'sticker' },
  ],
  [
    'a document',
    { type: 'document', document: { id: '9', mime_type: 'application/pdf', filename: 'nota.pdf' } },
    { kind: 'document', fileName: 'nota.pdf' },
  ],
  [
    'a place',
    { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Padaria', address: 'Rua A' } },
    { kind: 'location', latitude: -23.5, text: 'Padaria, Rua A' },
  ],
  [
    'people',
    {
      type: 'contacts',
      contacts: [
        { name: { formatted_name: 'Ana; Lima' }, phones: [{ phone: '+55 11 98765-4321', wa_id: FROM }] },
      ],
    },
    {
      kind: 'contacts',
      vcards: [
        `BEGIN:VCARD\nVERSION:3.0\nN:;Ana\\; Lima;;;\nFN:Ana\\; Lima\nTEL;TYPE=CELL;waid=${FROM}:+5511987654321\nEND:VCARD`,
      ],
    },
  ],
  [
    'what a number is for, and its extension',
    {
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Ana' },
          phones: [
            { phone: '+55 11 3333-0001 x12', type: 'Work' },
            { phone: '', wa_id: FROM, type: 'HOME' },
          ],
        },
      ],
    },
    {
      kind: 'contacts',
      vcards: [
        `BEGIN:VCARD\nVERSION:3.0\nN:;Ana;;;\nFN:Ana\nTEL;TYPE=WORK:+551133330001 x12\nTEL;TYPE=HOME;waid=${FROM}:+${FROM}\nEND:VCARD`,
      ],
    },
  ],
  [
    'what Meta does not carry, and why',
    {
      type: 'unsupported',
      errors: [
        { code: 131051, title: 'Unsupported', error_data: { details: 'Message type is not supported.' } },
      ],
    },
    { kind: 'unsupported', text: 'Message type is not supported.' },
  ],
  [
    'a form',
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: {
          name: 'flow',
          body: 'Sent',
          response_json: '{"flow_token":"x","Dia":"sexta","Pessoas":4,"Sabores":["coco","uva"]}',
        },
      },
    },
    { kind: 'text', text: 'Dia: sexta\nPessoas: 4\nSabores: coco, uva' },
  ],
  [
    'a form whose fields nobody can read',
    {
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { body: 'Sent', response_json: '[' } },
    },
    { kind: 'text', text: 'Sent' },
  ],
  [
    'an order',
    {
      type: 'order',
      order: {
        catalog_id: '1',
        text: 'Para sábado',
        product_items: [
          { product_retailer_id: 'BOLO-1', quantity: 2, item_price: 39.9, currency: 'BRL' },
          { product_retailer_id: 'PAO', quantity: 10, item_price: 0.75, currency: 'BRL' },
        ],
      },
    },
    {
      kind: 'text',
      text: 'Para sábado\n• 2 × BOLO-1: R$ 39,90\n• 10 × PAO: R$ 0,75\nR$ 87,30',
      card: { kind: 'order', itemCount: 12, total: { amount: 87_300, currency: 'BRL' } },
    },
  ],
  [
    'an order without sense',
    {
      type: 'order',
      order: { product_items: [{ quantity: -1, item_price: 2 ** 60, currency: 'x' }, { item_price: 'y' }] },
    },
    { kind: 'text', card: { kind: 'order', total: null } },
  ],
  [
    'a question about an article',
    {
      type: 'text',
      text: { body: 'Tem hoje?' },
      context: { referred_product: { catalog_id: '1', product_retailer_id: 'BOLO-1' } },
    },
    { kind: 'text', text: 'Tem hoje?\n• BOLO-1', card: { kind: 'product' } },
  ],
  [
    'a picture beside an article',
    {
      type: 'image',
      image: { id: '77', mime_type: 'image/jpeg', caption: 'Tem desta cor?' },
      context: { referred_product: { catalog_id: '1', product_retailer_id: 'BOLO-1' } },
    },
    {
      kind: 'image',
      text: 'Tem desta cor?\n• BOLO-1',
      source: Buffer.from('77'),
      card: { kind: 'product', text: 'Tem desta cor?', items: [{ name: 'BOLO-1' }] },
    },
  ],
  [
    'a voice note about an article',
    { type: 'audio', audio: { id: '78', mime_type: 'audio/ogg', voice: true }, context: ABOUT_CAKE },
    { kind: 'audio', voice: true, text: '• BOLO-1', card: { kind: 'product', items: [{ name: 'BOLO-1' }] } },
  ],
  [
    'a sticker about an article',
    { type: 'sticker', sticker: { id: '79', mime_type: 'image/webp' }, context: ABOUT_CAKE },
    { kind: 'sticker', card: { kind: 'product', items: [{ name: 'BOLO-1' }] } },
  ],
  [
    'a place about an article',
    { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja' }, context: ABOUT_CAKE },
    { kind: 'location', text: 'Loja', card: { kind: 'product', items: [{ name: 'BOLO-1' }] } },
  ],
  [
    'a tapped button about an article',
    {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: '7', title: 'Quero' } },
      context: ABOUT_CAKE,
    },
    { kind: 'text', text: 'Quero\n• BOLO-1', tap: '7', card: { kind: 'product', text: 'Quero' } },
  ],
  [
    'a tapped button without a title',
    { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'sim', title: '' } } },
    { kind: 'text', text: 'sim', tap: 'sim' },
  ],
  [
    'a form that is broken',
    {
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { response_json: '{"Nome":"Rita' } },
    },
    { kind: 'text', text: '{"Nome":"Rita' },
  ],
  [
    'the words of a kind newer than we are',
    {
      type: 'event',
      event: { title: 'Degustação', details: { description: 'Sábado às 9h' } },
      context: { id: 'wamid.0', text: 'o que responde' },
    },
    { kind: 'unsupported', type: 'event', text: 'Degustação\nSábado às 9h' },
  ],
  [
    'a chat that was only opened',
    { type: 'request_welcome' },
    { kind: 'text', text: '', card: { kind: 'arrival' } },
  ],
  [
    'a place out of this world',
    { type: 'location', location: { latitude: 91, longitude: 0 } },
    { kind: 'unsupported' },
  ],
  ['a note of the messenger', { type: 'system', system: { body: 'new number' } }, null],
])('reads %s', (_name, more, expected) => {
  const content = contentOf(more);
  if (expected) expect(content).toMatchObject(expected);
  else expect(content).toBeNull();
});

it('knows the person by number and name, what is answered, and what was forwarded', () => {
  const contacts = [{ wa_id: FROM, profile: { name: 'Ana' } }];
  const said = message({ type: 'text', text: { body: 'oi' }, context: { id: 'wamid.0', forwarded: true } });
  const [event] = read({ contacts, messages: [said] });
  expect(event).toMatchObject({
    kind: 'message.received',
    message: {
      chat: { kind: 'direct', identities: [{ kind: 'phone', value: FROM }] },
      ref: { id: 'wamid.1', fromMe: false },
      authorName: 'Ana',
      quotedId: 'wamid.0',
      forwarded: true,
      at: new Date(1_700_000_000_000),
    },
  });
  const later = message({
    timestamp: String(Math.floor(Date.now() / 1000) + 9_000),
    type: 'text',
    text: { body: 'x' },
  });
  const [future] = read({ messages: [later] });
  expect(future?.kind === 'message.received' && future.message.at.getTime() <= Date.now()).toBe(true);
});

it('reads reactions, and what became of our messages', () => {
  const reaction = message({ type: 'reaction', reaction: { message_id: 'wamid.7', emoji: '👍' } });
  expect(read({ messages: [reaction] })).toMatchObject([
    { kind: 'message.changed', ref: { id: 'wamid.7' }, change: { kind: 'react', emoji: '👍' } },
  ]);
  const status = (more: object) => ({ id: 'wamid.7', timestamp: '1700000000', recipient_id: FROM, ...more });
  const statuses = [
    status({ status: 'delivered' }),
    status({ status: 'read' }),
    status({ status: 'failed', errors: [{ code: 131_047, title: 'Re-engagement message' }] }),
    status({ status: 'of tomorrow' }),
  ];
  expect(read({ statuses })).toMatchObject([
    { kind: 'message.status_changed', ids: ['wamid.7'], status: 'delivered' },
    { kind: 'message.status_changed', status: 'read' },
    { kind: 'message.failed', ids: ['wamid.7'], code: 'outside_service_window' },
  ]);
});

it('one that nobody understands loses no other, and another number’s is not ours', () => {
  const good = message({ type: 'text', text: { body: 'oi' } });
  expect(
    read({ messages: [null, { id: 5 }, { ...good, from: '../x' }, good], statuses: ['x'] }),
  ).toHaveLength(1);
  expect(read({ messages: [good] }, '999999999')).toEqual([]);
  for (const body of ['', '[]', '{"object":"page","entry":[]}', '{"object":"whatsapp_business_account"}'])
    expect(eventsOf(readNotice(Buffer.from(body), OURS))).toEqual([]);
});
