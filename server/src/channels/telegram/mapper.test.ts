import { expect, it } from 'vitest';
import { eventsOf } from './mapper.ts';
import { update } from './updates.ts';

const contentOf = (more: object) => {
  const chat = { id: 7, type: 'private' };
  const message = { message_id: 1, chat, from: { first_name: 'Ana' }, date: 1_700_000_000, ...more };
  const [event] = eventsOf(update.parse({ update_id: 1, message }));
  return event?.kind === 'message.received' ? event.message.content : null;
};

const photo = [
  { file_id: 'small', width: 90 },
  { file_id: 'large', width: 900 },
];

it.each<[string, object, object]>([
  [
    'a list of tasks',
    {
      checklist: {
        title: 'Mudança',
        tasks: [
          { id: 1, text: 'Caixas', completion_date: 1_700_000_000 },
          { id: 2, text: 'Caminhão' },
        ],
      },
    },
    { kind: 'text', text: 'Mudança\n☑ Caixas\n☐ Caminhão' },
  ],
  [
    'a picture that has been paid for',
    { paid_media: { star_count: 5, paid_media: [{ type: 'photo', photo }] }, caption: 'veja' },
    { kind: 'image', text: 'veja', source: Buffer.from('large') },
  ],
  [
    'what is to be paid for first',
    { paid_media: { star_count: 5, paid_media: [{ type: 'preview', duration: 3 }] }, caption: 'só pagando' },
    { kind: 'text', text: 'só pagando' },
  ],
  [
    'a bill',
    { invoice: { title: 'Bolo', description: 'De cenoura', currency: 'BRL', total_amount: 3990 } },
    { kind: 'text', text: 'Bolo\nDe cenoura' },
  ],
  ['a story', { story: { id: 3, chat: { id: 7, type: 'private' } } }, { kind: 'unsupported', type: 'story' }],
])('reads %s', (_what, more, content) => {
  expect(contentOf(more)).toMatchObject(content);
});
