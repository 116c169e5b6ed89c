import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { contentOf } from '../media/content.ts';
import { openFileStore } from '../media/file-store.ts';
import { openStore } from '../store/store.ts';
import { contact, draftOf, instant, ME, message, ticket, uuid } from '../store/testing/rows.ts';
import { seeded, silentLog, snapshot, tempDir } from '../store/testing/temp-store.ts';
import { type AccountFolder, lockedOf, openAccount } from './account-dir.ts';
import { createKeys } from './keys.ts';

const CANARY = 'Canário-4711';

/** A computer whose keyring can lose what it holds. */
function computer() {
  const root = tempDir();
  const held = new Map<string, string>();
  const ring = { held, deaf: false };
  const keys = createKeys({
    durable: true,
    sealed: true,
    get: async (id) => ring.held.get(id) ?? null,
    set: async (id, value) =>
      void (value === null || ring.deaf ? ring.held.delete(id) : ring.held.set(id, value)),
  });
  const dir = join(root, 'account');
  const enter = (sealed: boolean, step?: (name: string) => Promise<void>) =>
    openAccount({ dir, keys, sealed, log: silentLog, ...(step ? { step } : {}) });
  return { root, dir, ring, enter };
}

const storeOf = ({ dir, key }: AccountFolder) => openStore({ dir, key, userId: ME, log: silentLog });
const filesOf = ({ dir, key }: AccountFolder) => openFileStore(join(dir, 'media'), 1e9, key);

/** Everything there is to know of a customer, and what waits to be sent; the log of the rows is still open. */
async function worked(account: AccountFolder) {
  const store = seeded(storeOf(account), [
    { entity: 'contact', rows: [contact({ name: CANARY })] },
    { entity: 'ticket', rows: [ticket({ lastMessage: CANARY })] },
    { entity: 'message', rows: [message(1, { body: CANARY })] },
  ]);
  store.drafts.set(1, draftOf(CANARY));
  store.enqueue({
    name: 'message.send',
    args: { id: uuid(50), ticketId: 1, body: CANARY, mediaId: null, quotedMsgId: null },
    at: instant(50),
  });
  const files = await filesOf(account);
  const bytes = async function* () {
    // Over three pieces, and not up to the end of the last.
    for (let at = 0; at < 20_000; at++) yield Buffer.from(`${CANARY}\n`);
  };
  await files.put(uuid(900), { mime: 'text/plain', name: `${CANARY}.txt`, pinned: true }, bytes());
  return store;
}

/** Files with a byte of what a customer said. */
const telling = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return [CANARY, '4711'].some((word) => bytes.includes(word));
    });

async function expectAll(account: AccountFolder): Promise<void> {
  const store = storeOf(account);
  expect(snapshot(store)).toMatchObject({ queued: 1, tickets: [{ contact: { name: CANARY } }] });
  expect(store.drafts.get(1).body).toBe(CANARY);
  expect(store.commands.list(9)).toMatchObject([{ text: CANARY, state: 'queued' }]);
  expect(store.search.find({ text: 'canario', limit: 9 }).hits).toHaveLength(1);
  store.close();
  const file = (await filesOf(account)).get(uuid(900));
  if (!file) throw new Error('the file is gone');
  const whole = await buffer(contentOf(file));
  expect([file.name, whole.length]).toEqual([`${CANARY}.txt`, file.size]);
  expect(await buffer(contentOf(file, { start: 70_000, end: 140_000 }))).toEqual(
    whole.subarray(70_000, 140_001),
  );
}

test('no byte of a sealed account tells what was said, written or sent, neither while it is open nor afterwards', async () => {
  const plain = computer();
  const open = await worked(await plain.enter(false));
  expect(
    telling(plain.root)
      .map((path) => path.slice(plain.dir.length + 1))
      .sort(),
  ).toEqual(
    expect.arrayContaining([
      'cache.db-wal',
      `media/${uuid(900)}`,
      `media/${uuid(900)}.json`,
      'pending.db-wal',
    ]),
  );
  open.close();

  const { root, enter } = computer();
  const account = await enter(true);
  const store = await worked(account);
  expect(existsSync(join(account.dir, 'cache.db-wal'))).toBe(true);
  expect(telling(root)).toEqual([]);
  store.close();
  expect(telling(root)).toEqual([]);
  await expectAll(await enter(true));
});

const STEPS = ['copied', 'away', 'there', 'alone'];

test.each([true, false])(
  'sealed: %s: killed at any step of the change, nothing is lost and the next start ends it',
  async (sealed) => {
    for (const last of [...STEPS, 'none']) {
      const { root, dir, enter } = computer();
      (await worked(await enter(!sealed))).close();
      const seen: string[] = [];
      const killed = Promise.withResolvers<void>();
      const change = enter(sealed, async (name) => {
        seen.push(name);
        if (name !== last) return;
        killed.resolve();
        await new Promise(() => {});
      });
      await Promise.race([change, killed.promise]);
      expect(seen.at(-1)).toBe(last === 'none' ? STEPS.at(-1) : last);

      const account = await enter(sealed);
      expect(account.key !== null).toBe(sealed);
      await expectAll(account);
      expect(telling(root).length > 0).toBe(!sealed);
      expect(readdirSync(root)).toEqual(['account']);
      expect(account.dir).toBe(dir);
    }
  },
);

test('without its key an account is set aside whole, and comes back with the key unless something was written', async () => {
  const { dir, ring, enter } = computer();
  (await worked(await enter(true))).close();
  const keyring = ring.held;
  ring.held = new Map();

  const fresh = await enter(true);
  expect(await lockedOf(dir)).toHaveLength(1);
  const store = storeOf(fresh);
  expect([store.hasData(), store.outbox.size()]).toEqual([false, 0]);
  store.drafts.set(3, draftOf('neu'));
  store.close();

  for (const [id, key] of keyring) ring.held.set(id, key);
  const later = storeOf(await enter(true));
  expect(later.drafts.get(3).body).toBe('neu');
  expect(await lockedOf(dir)).toHaveLength(1);
  later.drafts.set(3, draftOf(''));
  later.todos.add(crypto.randomUUID(), { text: 'Devolver a chave' });
  later.close();

  const last = storeOf(await enter(true));
  const [todo] = last.todos.all();
  expect([todo?.text, (await lockedOf(dir)).length]).toEqual(['Devolver a chave', 1]);
  last.todos.remove(todo?.id ?? 0);
  last.close();

  await expectAll(await enter(true));
  expect(await lockedOf(dir)).toEqual([]);
});

test('what the system would not keep a key for stays as it is', async () => {
  const { ring, enter } = computer();
  (await worked(await enter(false))).close();
  ring.deaf = true;
  const account = await enter(true);
  expect(account.key).toBeNull();
  await expectAll(account);
});

test('a sealed file that was changed or cut on the disk is not taken for whole', async () => {
  const { enter } = computer();
  const account = await enter(true);
  (await worked(account)).close();
  const file = (await filesOf(account)).get(uuid(900));
  if (!file) throw new Error('unreachable');
  const sealed = readFileSync(file.path);
  const changed = Buffer.from(sealed);
  changed.writeUInt8(changed.readUInt8(changed.length - 5) ^ 1, changed.length - 5);
  writeFileSync(file.path, changed);
  await expect(buffer(contentOf(file))).rejects.toThrow();
  writeFileSync(file.path, sealed);
  truncateSync(file.path, sealed.length - 64 * 1024 - 16);
  await expect(buffer(contentOf(file))).rejects.toThrow();
});
