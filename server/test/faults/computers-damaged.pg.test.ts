import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { createDispatcher } from '../../../desktop/src/bridge/dispatcher.ts';
import { lockInstance } from '../../../desktop/src/hosts/accounts/instance-lock.ts';
import { createLiveConsole, shownConversations, shownRows } from '../../../desktop/test/live/console.ts';
import { accountDir } from '../nemesis/ledgers.ts';
import {
  agent,
  back,
  chat,
  cleanups,
  dir,
  expectLedgers,
  mine,
  prepare,
  proxy,
  server,
  signedIn,
  start,
  write,
} from './computers.ts';

prepare();

it('W2: a cache that was damaged is built anew; the person is told once, and nothing that was written is lost', async () => {
  const before = await signedIn();
  await proxy.stop();
  await write(before, 'Antes do estrago');
  const base = await before.handlers['drafts.get'](mine());
  await before.handlers['drafts.set']({ ...mine(), base, draft: { ...base, body: 'Ainda escrevo' } });
  await before.stop();
  const file = join(accountDir(dir) ?? '', 'cache.db');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa7, 4096 + 8, bytes.length - 4096));

  const core = await start();
  const { handlers } = core;
  const setAside = async () => (await handlers['sync.status'](null)).setAside;
  expect(await setAside()).toBe('cache');
  await handlers['storage.told'](null);
  expect(await setAside()).toBeNull();
  await proxy.start();
  await back(core);
  expect((await handlers['drafts.get'](mine())).body).toBe('Ainda escrevo');
  expect(readdirSync(join(file, '..'))).toContain('cache.damaged.db');
  await expectLedgers(core, ['Antes do estrago']);
});

it('W4: a second program on one profile is refused, and disturbs nothing', async () => {
  const unlock = lockInstance(dir);
  const core = await signedIn();
  expect(() => lockInstance(dir)).toThrow('another console is running');
  await write(core, 'Sem perceber nada');
  await expectLedgers(core, ['Sem perceber nada']);
  unlock();
  lockInstance(dir)();
});

it('W6: whatever a screen says wrongly is answered by a code, and the program goes on', async () => {
  const core = await signedIn();
  const unexpected: unknown[] = [];
  const dispatch = createDispatcher(core.handlers, (error) => unexpected.push(error));
  const screen = { gone: new AbortController().signal };
  const nonsense = [undefined, 7, 'x', [], [null], { ticketId: 'x' }, { id: -1 }, { query: { $gt: '' } }];
  for (const method of [...Object.keys(core.handlers), 'constructor', '__proto__', 'tickets.none'])
    for (const input of nonsense) {
      const answer = await dispatch(method, input, screen);
      if (!answer.ok) expect(answer.error.code).toMatch(/^ERR_/);
    }
  expect(unexpected).toEqual([]);
  await write(core, 'Depois de tudo isso');
  await expectLedgers(core, ['Depois de tudo isso']);
});

it('W3: the disk is full: what is cached can be read, what is said goes out, and it ends without a restart', async () => {
  const disk = smallDisk();
  const console = createLiveConsole(server.url, await server.seat(agent), { dir });
  cleanups.push(() => console.remove());
  console.sync.start();
  await console.settle();

  disk.fill();
  const long = Array.from({ length: 40 }, (_, n) => `${n} ${'x'.repeat(30_000)}`);
  for (const text of long) await chat.customerWrites(text);
  await chat.arrived();
  if (disk.isReal)
    await console.until(
      () => console.sync.status().reason === 'ERR_DISK_FULL',
      'a full disk that is told of',
    );
  const args = {
    id: uuidv7(),
    ticketId: chat.ticket.id,
    body: 'Com o disco cheio',
    mediaId: null,
    quotedMsgId: null,
  };
  console.sync.enqueue('message.send', args);
  expect(console.store.tickets.byId(chat.ticket.id)?.lastMessage).toBe('Com o disco cheio');
  console.sync.retryNow();
  await chat.customerReceives('Com o disco cheio');

  disk.free();
  console.sync.retryNow();
  await console.settle();
  const fresh = createLiveConsole(server.url, console.seat);
  cleanups.push(() => fresh.remove());
  fresh.sync.start();
  await fresh.settle();
  // The customer's phone still ticks off what has just come.
  await vi.waitFor(
    async () => {
      expect(shownRows(console)).toEqual(shownRows(fresh));
      expect(await shownConversations(console)).toEqual(await shownConversations(fresh));
    },
    { timeout: 10_000 },
  );
  await chat.expectLedgers(() => console.conversation(chat.ticket.id), [...long, 'Com o disco cheio']);
});

/** A tmpfs in the place of the console's directory. Where nothing may be mounted, `damage.test` has limited files. */
function smallDisk() {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    return { isReal: false, fill() {}, free() {} };
  }
  const path = dir;
  const ballast = join(path, 'ballast');
  cleanups.push(() => void execFileSync('umount', ['--lazy', path]));
  return {
    isReal: true,
    fill() {
      const file = openSync(ballast, 'w');
      for (const size of [1024 * 1024, 4096]) {
        const chunk = Buffer.alloc(size);
        while (written(file, chunk) === size);
      }
      closeSync(file);
    },
    free: () => rmSync(ballast),
  };
}

function written(file: number, chunk: Buffer): number {
  try {
    return writeSync(file, chunk);
  } catch {
    return 0;
  }
}
