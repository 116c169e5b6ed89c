import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { stubUser } from '../../../test/stub-server.ts';
import { begun, disk, openCorePlace, rows } from '../testing/core-place.ts';

/** A console that is away for a month: what it shows till then, what is left of customers, and what comes back. */

const place = openCorePlace();
const DAY_MS = 86_400_000;
const realNow = Date.now;
const day = (days: number) => vi.spyOn(Date, 'now').mockImplementation(() => realNow() + days * DAY_MS);

afterEach(() => {
  vi.restoreAllMocks();
});

const onDisk = () =>
  readdirSync(place.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join();
const THEIRS = ['mensagem 21', 'Cliente 2'];
const left = () => THEIRS.filter((text) => onDisk().includes(text));

it('lets go of what it has after the days that the company allows, whatever the clock is set to, and obeys erasures then', async () => {
  const kept = disk();
  const first = await place.signIn(kept);
  await first.screen.invoke('drafts.set', begun('ainda escrevo'));
  await first.stop();
  place.server.answerWith((_request, response) => void response.destroy());
  const openAt = async (days: number) => {
    day(days);
    const console = await place.start(kept);
    const { open } = await console.screen.invoke('tickets.counts', null);
    const found = await console.screen.invoke('messages.search', { text: 'mensagem', limit: 10 });
    const { setAside } = await console.screen.invoke('sync.status');
    const draft = await console.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id });
    await console.stop();
    return { open, hits: found.hits.length, setAside, draft: draft?.body };
  };
  expect(await openAt(29)).toMatchObject({ open: 1, hits: 3, setAside: null });
  expect(left()).toEqual(THEIRS);
  // A clock that is set back gives no more time: the latest that it has shown counts.
  expect(await openAt(1)).toMatchObject({ open: 1 });
  expect(await openAt(31)).toMatchObject({ open: 0, hits: 0, setAside: 'away', draft: 'ainda escrevo' });
  expect(left()).toEqual([]);
  expect(await openAt(1)).toMatchObject({ open: 0, setAside: null });

  // Customer 2 was erased meanwhile.
  place.server.answerWith(null);
  place.server.sync.rows = rows().map((set) =>
    set.entity === 'message' ? { ...set, rows: [] } : { ...set, rows: set.rows.filter(({ id }) => id !== 2) },
  ) as ReturnType<typeof rows>;
  day(32);
  const back = await place.start(kept);
  await back.live();
  await expect.poll(async () => (await back.screen.invoke('tickets.counts', null)).pending).toBe(1);
  expect(left()).toEqual([]);
  // What somebody had begun to write to that customer goes too.
  expect((await back.screen.invoke('drafts.get', { ticketId: 2, userId: stubUser.id }))?.body).toBe('');
  await expect.poll(() => onDisk().includes('ainda escrevo')).toBe(false);
});
