import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { storageSettings } from '@balcao/shared/features/storage/bridge.ts';
import { afterEach, expect, test } from 'vitest';
import { openFileStore } from '../media/file-store.ts';
import type { Store } from '../store/store.ts';
import { contact, draftOf, instant, message, START, ticket, uuid } from '../store/testing/rows.ts';
import { open, seeded, silentLog, tempDir } from '../store/testing/temp-store.ts';
import { type CachePolicy, createCachePolicy } from './cache-policy.ts';

const DAY = 86_400;
const MEGABYTE = 1024 ** 2;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const PEOPLE = Array.from({ length: 100 }, (_, at) => at + 1);

/** A hundred closed conversations of 30 KB each, the first one today, each a day older than the one before. */
async function computer() {
  const dir = tempDir();
  const store = seeded(open(dir), [
    { entity: 'contact', rows: PEOPLE.map((id) => contact({ id })) },
    {
      entity: 'ticket',
      rows: PEOPLE.map((id) => ticket({ id, status: 'closed', lastMessageAt: instant(-id * DAY) })),
    },
    {
      entity: 'message',
      rows: PEOPLE.map((id) => message(id, { ticketId: id, body: 'muito obrigado '.repeat(2_000) })),
    },
  ]);
  const files = await openFileStore(join(dir, 'media'), 1_024 * MEGABYTE, null, store.neededFiles);
  let settings = storageSettings.parse({});
  const policy: CachePolicy = createCachePolicy({
    store,
    files,
    settings: () => settings,
    shown: () => [],
    now: () => START,
    log: silentLog,
  });
  stops.push(policy.stop);
  const choose = (change: Partial<typeof settings>) => {
    settings = { ...settings, ...change };
    return policy.apply();
  };
  return { store, files, policy, choose };
}

test('what is older than the days that were chosen leaves, and what is closed when all is cleared', async () => {
  const { store, policy, choose } = await computer();
  store.drafts.set(60, draftOf('fica'));
  await choose({});
  expect(store.usage().messages).toBe(100);
  await choose({ days: 30 });
  expect(store.tickets.byId(30)?.id).toBe(30);
  expect(store.tickets.byId(31)).toBeNull();
  expect(store.usage()).toMatchObject({ messages: 31, conversations: 31, drafts: 1 });
  await policy.clear();
  expect(store.usage()).toMatchObject({ messages: 1, conversations: 1, drafts: 1 });
});

test('a cache that is too large shrinks, the oldest conversations first', async () => {
  const { store, choose } = await computer();
  const before = store.usage().bytes;
  await choose({ cacheMegabytes: 2 });
  expect(before).toBeGreaterThan(3 * MEGABYTE);
  expect(store.usage().bytes).toBeLessThan(2 * MEGABYTE);
  expect(store.usage().bytes).toBeGreaterThan(MEGABYTE);
  expect(store.tickets.byId(1)?.id).toBe(1);
  expect(store.tickets.byId(100)).toBeNull();
});

test('received files that were not used for longest leave when the limit shrinks; those to be sent stay', async () => {
  const { store, files, choose } = await computer();
  const put = (n: number, pinned: boolean) =>
    files.put(
      uuid(n),
      { mime: 'image/png', name: 'a.png', pinned },
      (async function* () {
        yield randomBytes(MEGABYTE);
      })(),
    );
  await put(1, true);
  for (const n of [2, 3, 4]) await put(n, false);
  await choose({ mediaMegabytes: 2 });
  expect(files.usage()).toEqual({
    files: 1,
    fileBytes: MEGABYTE,
    unsentFiles: 1,
    unsentBytes: MEGABYTE,
  });
  expect([files.get(uuid(1)), files.get(uuid(4))]).not.toContain(null);
  const position = enqueueFile(store);
  await files.remove([uuid(1), uuid(4)]);
  expect(files.usage()).toMatchObject({ files: 0, unsentFiles: 1 });

  // The server has it: but its message was refused, and is going to be written again.
  await files.unpin(uuid(1));
  const keeps = async (action: () => unknown) => {
    action();
    await files.clear();
    expect(files.usage()).toMatchObject({ files: 0, unsentFiles: 1 });
  };
  await keeps(() => store.outbox.refuse(position, 'ERR_TICKET_CLOSED', {}));
  const again = [{ mediaId: uuid(1), caption: '' }];
  await keeps(() => store.commands.takeBack(position, (_, draft) => ({ ...draft, files: again })));
  store.drafts.set(1, draftOf(''));
  await files.clear();
  expect(files.usage()).toMatchObject({ files: 0, unsentFiles: 0 });
});

/** A message with file 1. @returns its place in the queue */
function enqueueFile(store: Store): number {
  const unknown = { width: null, height: null, seconds: null, waveform: null };
  const info = { name: 'a.png', mime: 'image/png', size: MEGABYTE, voice: false };
  store.enqueue({
    name: 'message.send',
    args: { id: uuid(9), ticketId: 1, body: '', mediaId: uuid(1), quotedMsgId: null },
    at: instant(0),
    file: { id: uuid(1), ...info, ...unknown, state: 'stored', mediaType: 'image' },
  });
  return store.outbox.nextUpload()?.position ?? 0;
}
