import { expect, test } from 'vitest';
import { readTicketEvent, type TicketEvent } from './event.ts';

test('an event is read as it was written', () => {
  const event: TicketEvent = {
    kind: 'transferred',
    by: 'Ana',
    fromUser: 'Ana',
    toUser: null,
    fromQueue: 'Suporte',
    toQueue: 'Vendas',
  };
  expect(readTicketEvent(JSON.stringify(event))).toEqual(event);
});

test.each([
  ['no JSON', 'olá'],
  ['a kind that is newer than this program', '{"kind":"levitated"}'],
  ['a mark that nobody can give', '{"kind":"rated","rate":7,"toUser":null}'],
  ['nothing', ''],
])('%s is no event', (_, body) => expect(readTicketEvent(body)).toBeNull());
