import { expect, it } from 'vitest';
import { eventsOf, type HubLine } from './mapper.ts';
import { hubNotice } from './notices.ts';

const LINE: HubLine = { channel: 'instagram', channelId: 'loja' };

function messageOf(content: object, line = LINE) {
  const message = { id: 'm1', from: '7', to: 'loja', direction: 'IN', contents: [content] };
  const [event] = eventsOf(hubNotice.parse({ type: 'MESSAGE', message }), line, new Date(0));
  return event?.kind === 'message.received' ? event.message : null;
}

it.each<[string, object, object]>([
  ['words', { type: 'text', text: 'Oi' }, { kind: 'text', text: 'Oi' }],
  [
    'what was tapped',
    { type: 'postback', text: 'Vendas', payload: 'menu-1' },
    { kind: 'text', text: 'Vendas', tap: 'menu-1' },
  ],
  [
    'what was tapped, by its title',
    { type: 'postback', postback: { title: 'Vendas', payload: 'x' } },
    { kind: 'text', text: 'Vendas' },
  ],
  [
    'a place',
    { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A, 1' },
    { kind: 'location', latitude: -23.5, longitude: -46.6, text: 'Loja, Rua A, 1' },
  ],
  [
    'a kind that we do not know, by the words in it',
    { type: 'story_mention', story: { caption: 'Olha a loja!' } },
    { kind: 'unsupported', type: 'story_mention', text: 'Olha a loja!' },
  ],
  ['a kind without words', { type: 'share', latitude: null }, { kind: 'unsupported', text: '' }],
])('reads %s', (_what, content, expected) => {
  expect(messageOf(content)?.content).toMatchObject(expected);
});

it('reads what brought somebody to a bot of Telegram, and takes it for nothing elsewhere', () => {
  const start = { type: 'text', text: '/start natal-2026' };
  expect(messageOf(start, { ...LINE, channel: 'telegram' })?.referral).toMatchObject({
    kind: 'link',
    sourceId: 'natal-2026',
    app: 'telegram',
    entryPoint: 'start',
  });
  expect(messageOf(start)?.referral).toBeNull();
});
