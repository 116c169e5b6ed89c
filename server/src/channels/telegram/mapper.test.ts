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
  [
    'a story of somebody who has a name there',
    {
      story: {
        id: 3,
        chat: { id: 7, type: 'private', first_name: 'Ana', last_name: 'Lima', username: 'ana' },
      },
    },
    {
      kind: 'text',
      text: 'Ana Lima\n• https://t.me/ana/s/3',
      card: { kind: 'story', title: 'Ana Lima', actions: [{ url: 'https://t.me/ana/s/3' }] },
    },
  ],
  [
    'a story of a channel',
    { story: { id: 3, chat: { id: -7, type: 'channel', title: 'Ofertas' } } },
    { kind: 'text', text: 'Ofertas', card: { kind: 'story' } },
  ],
  [
    'a story of somebody without a name',
    { story: { id: 3, chat: { id: 7, type: 'private' } } },
    { kind: 'text', text: '', card: { kind: 'story' } },
  ],
  [
    'tasks that were added',
    { checklist_tasks_added: { tasks: [{ id: 3, text: 'Flores' }] } },
    { kind: 'text', text: '☐ Flores' },
  ],
  [
    'tasks that were done, and one that was not',
    {
      checklist_tasks_done: {
        checklist_message: {
          checklist: {
            title: 'Mudança',
            tasks: ['Caixas', 'Caminhão', 'Chaves'].map((text, id) => ({ id, text })),
          },
        },
        marked_as_done_task_ids: [0],
        marked_as_not_done_task_ids: [2],
      },
    },
    { kind: 'text', text: '☑ Caixas\n☐ Chaves' },
  ],
  [
    'a kind that we do not know by its words',
    { gift: { gift: { id: '1', sticker: { emoji: '🎁' } }, text: 'Parabéns pela loja!' } },
    { kind: 'unsupported', type: 'gift', text: 'Parabéns pela loja!' },
  ],
  [
    'somebody whose card says no number by the number beside it',
    {
      contact: {
        ...{ phone_number: '5511987654321', first_name: 'Rita', last_name: 'Lima' },
        vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Rita\nEND:VCARD',
      },
    },
    { kind: 'contacts', vcards: [expect.stringContaining('5511987654321')] },
  ],
  [
    'a game by what it is called',
    { game: { title: 'Dominó', description: 'De quatro', photo: [] } },
    { kind: 'unsupported', type: 'game', text: 'Dominó\nDe quatro' },
  ],
])('reads %s', (_what, more, content) => {
  expect(contentOf(more)).toMatchObject(content);
});

it.each([
  ['of another message', { pinned_message: { text: 'Bom dia' } }],
  ['of nobody', { new_chat_members: [{ first_name: 'Ana' }], message_thread_id: 4 }],
])('shows no words %s', (_what, more) => {
  expect(contentOf(more)).toBeNull();
});

const messagesOf = (event: string, more: object) => {
  const chat = { id: 7, type: 'private' };
  return eventsOf(
    update.parse({ update_id: 1, [event]: { message_id: 9, chat, date: 1_700_000_000, ...more } }),
  );
};

it('reads each of several pictures that have been paid for, the words with the first', () => {
  const video = { file_id: 'film', duration: 4 };
  const paid = [{ type: 'photo', photo }, { type: 'preview' }, { type: 'video', video }];
  const told = messagesOf('message', { paid_media: { star_count: 5, paid_media: paid }, caption: 'veja' });
  expect(told).toMatchObject([
    { message: { ref: { id: '9' }, content: { kind: 'image', text: 'veja' } } },
    { message: { ref: { id: '9/1' }, content: { kind: 'video', text: '', source: Buffer.from('film') } } },
  ]);
});

it('reads the tasks of a list that has changed', () => {
  const checklist = { title: 'Mudança', tasks: [{ id: 1, text: 'Caixas', completion_date: 1_700_000_000 }] };
  expect(messagesOf('edited_message', { checklist })).toMatchObject([
    { ref: { id: '9' }, change: { kind: 'edit', text: 'Mudança\n☑ Caixas' } },
  ]);
});
