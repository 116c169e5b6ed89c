import { EVENTS } from '@balcao/shared/bridge/events.ts';
import { METHODS } from '@balcao/shared/bridge/methods.ts';
import type { MethodDefinition } from '@balcao/shared/contract/method.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createBridgeClient } from '../../bridge/client.ts';
import { connectMemory } from '../../bridge/memory.ts';
import { bridgeKey } from '../kit/bridge-query.ts';
import { followCore, isStale } from './live-queries.ts';

const changed = (entities: ('ticket' | 'message' | 'connection' | 'draft')[], ticketIds: number[] = []) => ({
  entities,
  ticketIds,
  contactIds: [7],
  all: false,
});

test('a change makes stale what shows its rows, and nothing else', () => {
  const stale = (key: readonly unknown[], change: ReturnType<typeof changed>) =>
    isStale(key, change, METHODS);
  expect(stale(['tickets.list', { status: 'open' }], changed(['ticket']))).toBe(true);
  expect(stale(['tickets.list', { status: 'open' }], changed(['draft']))).toBe(false);
  expect(stale(['rows.connection', null], changed(['connection']))).toBe(true);
  expect(stale(['settings.get', null], changed(['ticket', 'message', 'connection'], [1]))).toBe(false);
  expect(stale(['messages.list', { ticketId: 1 }], changed(['message'], [1, 2]))).toBe(true);
  expect(stale(['messages.list', { ticketId: 3, contactId: 3 }], changed(['message'], [1, 2]))).toBe(false);
  expect(stale(['messages.list', { ticketId: 3, contactId: 7 }], changed(['message'], [1, 2]))).toBe(true);
  // Not refetched at every tick of a message: the cache has the new state.
  const also = [{ ticketId: 4, contactId: 7 }];
  expect(stale(['messages.list', { ticketId: 3, contactId: 3, also }], changed(['message'], [1, 2]))).toBe(
    true,
  );
  expect(stale(['messages.find', { contactIds: [5, 7], text: 'a' }], changed(['message'], [1]))).toBe(true);
  expect(stale(['messages.findAtServer', { contactIds: [7], text: 'a' }], changed(['message'], [1]))).toBe(
    false,
  );
});

test('methods show rows of which the core tells', () => {
  const told = EVENTS['db.changed'].shape.entities.element.options as readonly string[];
  const declared: MethodDefinition[] = Object.values(METHODS);
  expect(declared.flatMap(({ shows = [] }) => shows).filter((entity) => !told.includes(entity))).toEqual([]);
});

test('after a bootstrap everything is read again', () => {
  expect(
    isStale(['messages.list', { ticketId: 3 }], { entities: [], ticketIds: [], contactIds: [], all: true }),
  ).toBe(true);
});

test('whoever may see more, or less, reads everything anew', async () => {
  let tell: (session: SessionState) => void = () => {};
  const bridge = createBridgeClient(
    connectMemory({
      dispatch: () => Promise.reject(new Error('nothing is asked')),
      on(event, listener) {
        if (event === 'session.changed') tell = listener as typeof tell;
        return () => {};
      },
    }),
  );
  const client = new QueryClient();
  const stop = followCore(bridge, client);
  const session = (profile: 'user' | 'admin'): SessionState => ({
    serverUrl: 'https://desk.test',
    user: { id: 7, profile } as SessionState['user'],
    endedBy: null,
  });
  const list = ['tickets.list', {}];
  const isInvalidated = () => client.getQueryState(list)?.isInvalidated;
  client.setQueryData(bridgeKey('session.get', null), session('user'));
  client.setQueryData(list, []);
  tell(session('admin'));
  await expect.poll(isInvalidated).toBe(true);
  stop();
  bridge.close();
});
