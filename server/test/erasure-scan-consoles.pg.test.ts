import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getFileOfContact } from '@balcao/shared/features/data-subjects/calls.ts';
import { eraseContact } from '@balcao/shared/features/data-subjects/erasures.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import { bothSpellings } from '@balcao/shared/phone/digits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { createTestDatabase } from './database.ts';
import { type Console, consoleDir, startConsole } from './nemesis/console.ts';
import type { PhoneCompany } from './phone-company.ts';
import { PICTURE } from './picture.ts';
import { wordsInSealed } from './scan/find-sealed.ts';
import { wordsInDatabase, wordsInFiles, wordsInLines } from './scan/find-words.ts';
import { type LocalWorld, startWorld } from './world.ts';

/**
 * Two consoles had a conversation, each with its cache, its index of words and its log of writing: an erasure leaves
 * nothing there, nor of the sessions that carried it, nor of what waited to be sent.
 */

const MARK = 'zzMarkedWordzz';
/** As an index of words has it: in small letters, and without a beginning that it shares with the word before. */
const INDEXED = MARK.toLowerCase().slice(4);
const NAME = 'zzNamedPersonzz';
/** What its bytes say at their end shows in whatever has them. */
const MARKED_PICTURE = Buffer.concat([PICTURE, Buffer.from(MARK)]).toString('base64');
const DAY_MS = 24 * 60 * 60_000;

let world: LocalWorld;
let api: TestApi;
let company: PhoneCompany;
let consoles: Console[];

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase() });
  api = await startApi({ beside: world });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  company = await world.addCompany({ customers: 2, agents: 2 });
  await world.startSessions();
  await company.link();
  consoles = company.agents.map((agent) => startConsole(world, agent, url));
  await Promise.all(consoles.map((console) => console.ready));
}, 60_000);
afterAll(async () => {
  await api.stop();
  await world.stop();
});

const dirs = () => company.agents.map((agent) => consoleDir(world, agent));
const inConsoles = (words = [MARK, INDEXED]) => Promise.all(dirs().map((dir) => wordsInFiles(dir, words)));
const inCaches = async (word: string) =>
  (await inConsoles([word])).map((files) => files.some((name) => /cache\.db/.test(name)));

it('leaves no word in the caches of two consoles, their logs and the session worker', {
  timeout: 90_000,
}, async () => {
  for (const number of company.customers) {
    const to = { from: number, to: company.phone };
    await world.sandbox.commands.send({ kind: 'text', ...to, text: `${MARK} asks` });
    const fileBase64 = MARKED_PICTURE;
    await world.sandbox.commands.send({ kind: 'image', ...to, fileBase64, text: `${MARK} shows` });
  }
  for (const word of [MARK, INDEXED])
    await expect.poll(() => inCaches(word), { timeout: 30_000 }).toEqual([true, true]);
  // Whoever has accepted no conversation yet writes nothing.
  let written = 0;
  const answer = async () => {
    const word = { number: null, text: `${MARK} answers`, file: MARKED_PICTURE };
    const writes = consoles.map((console) => console.write(word));
    written += (await Promise.all(writes)).filter((number) => number !== null).length;
    return written;
  };
  await expect.poll(answer, { timeout: 30_000, interval: 500 }).toBeGreaterThan(0);
  // What comes while somebody asks for an erasure makes its preview old. Of two who accept one conversation at once one is
  // refused, and what they wrote stays in their console.
  const isSettled = async () => {
    const [said] = await api.admin<{ all: number; settled: number }[]>`
      select count(*)::int as all, count(*) filter (where state = 'sent' and ack >= ${ACK.delivered})::int as settled
      from messages where body = ${`${MARK} answers`}`;
    const isSent = said !== undefined && said.settled > 0 && said.settled === said.all;
    return isSent && consoles.every(({ status }) => status.queued === 0);
  };
  await expect.poll(isSettled, { timeout: 30_000 }).toBe(true);
  await api.admin`update contacts set name = ${NAME} where company_id = ${company.companyId} and not is_group`;
  await expect.poll(() => inCaches(NAME), { timeout: 30_000 }).toEqual([true, true]);
  const files = (await api.admin<{ id: string }[]>`select id from media`).map(({ id }) => id);
  const numbers = company.customers.flatMap(bothSpellings);
  const traces = [MARK, INDEXED, NAME, NAME.toLowerCase().slice(4), ...numbers, ...files];
  // Numbers in the cache, and what was sent from here as a file beside it, by its name and by what it holds.
  expect(await inCaches(company.customers[0] ?? '')).toEqual([true, true]);
  for (const words of [files, [MARK]])
    expect((await inConsoles(words)).flat().some((name) => /media/.test(name))).toBe(true);

  const token = await api.signIn(company.admin);
  const contacts = await api.admin<{ id: number }[]>`
    select id::int from contacts where company_id = ${company.companyId} and not is_group`;
  for (const { id } of contacts) {
    const params = { contactId: id };
    const ask = async () => {
      const { digest } = await api.call(getFileOfContact, { token, params });
      return (await api.send(eraseContact, { token, params, body: { digest } })).statusCode;
    };
    await expect.poll(ask).toBe(201);
  }
  const later = new Date(Date.now() + DAY_MS + 60_000);
  for (const job of ['erasures', 'unused files', 'removed files', 'erasures']) await api.run(job, later);
  expect(await wordsInDatabase(api.admin, [MARK, NAME])).toEqual([]);
  // The keys of the session are sealed, and so is where its files came from.
  const sealed = await wordsInSealed(api.admin, api.deps.secrets, [MARK, NAME, ...numbers]);
  expect(sealed).toEqual({ found: [], opened: expect.toSatisfy((count: number) => count > 0) });
  expect(await wordsInFiles(world.config.dataDir, [MARK])).toEqual([]);
  await expect.poll(() => inConsoles(traces), { timeout: 30_000, interval: 500 }).toEqual([[], []]);
  const logs = [api.logged(), ...world.logged(), ...consoles.map((console) => console.log())].join('\n');
  expect(wordsInLines(logs, [MARK, NAME, ...numbers])).toEqual([]);
});

it('finds what is planted beside them', async () => {
  const [first = '', second = ''] = dirs();
  await writeFile(join(first, 'planted.db-wal'), Buffer.concat([Buffer.alloc(4_096), Buffer.from(MARK)]));
  await appendFile(join(second, 'planted.log'), `{"said":"${MARK}"}`);
  await writeFile(join(second, `${NAME}.jpg`), '');
  expect(await inConsoles([MARK, NAME])).toEqual([['planted.db-wal'], ['planted.log', `${NAME}.jpg`]]);
});
