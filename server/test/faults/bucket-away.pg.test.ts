import { randomBytes } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '../../src/platform/storage/open.ts';
import { startApi } from '../api.ts';
import { type BucketServer, startBucketServer } from '../bucket/server.ts';
import { createTestDatabase } from '../database.ts';
import { eventually } from '../eventually.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { createChance } from '../nemesis/random.ts';
import { newNumber, type PhoneCompany } from '../phone-company.ts';
import { PICTURE } from '../picture.ts';
import type { Running } from '../process.ts';
import { SEED } from '../sample.ts';
import { type LocalWorld, startWorld } from '../world.ts';

/** Conversations while the bucket is away, and a server that dies while it writes there (fault rows L13 and L14). */

let world: LocalWorld;
let company: PhoneCompany;
let server: BucketServer;
let proxy: FaultProxy;
let env: Record<string, string>;
beforeAll(async () => {
  server = await startBucketServer();
  proxy = await startFaultProxy(server.env.S3_ENDPOINT ?? '');
  env = { ...server.env, S3_ENDPOINT: proxy.url };
  world = await startWorld({ database: createTestDatabase(), env });
  company = await world.addCompany();
  await world.startSessions();
  await company.link();
});
afterAll(async () => {
  await world.stop();
  await proxy.stop();
  await server.stop();
});

it('L13: what customers sent and what agents send waits until the bucket is back', async () => {
  const { admin } = world.database;
  const { commands } = world.sandbox;
  const number = newNumber();
  await commands.createPhone({ number, name: 'Maria' });
  const send = (text: string) =>
    commands.send({
      kind: 'image',
      from: number,
      to: company.phone,
      text,
      mimetype: 'image/png',
      fileBase64: PICTURE.toString('base64'),
    });
  const files = () => admin`
    select f.id, f.state, f.attempts, f.next_attempt_at > now() + interval '10 seconds' as waits,
      m.ticket_id, m.contact_id
    from messages m join media f on f.company_id = m.company_id and f.id = m.media_id
    where m.company_id = ${company.companyId} and not m.from_me order by m.created_at`;
  await send('com o balde');
  const [stored] = await eventually(files, ([file]) => file?.state === 'stored');
  // One that WhatsApp does not have yet: it needs its bytes.
  const storage = await openStorage(world.config, { warn: () => {} });
  const mediaId = uuidv7();
  const file = await storage.put(company.companyId, PICTURE, { limit: PICTURE.length });
  await file.settle(async (path) => {
    await admin`insert into media (company_id, id, state, mime, name, size, path)
      values (${company.companyId}, ${mediaId}, 'stored', 'image/png', 'a.png', ${file.size}, ${path})`;
    return true;
  });

  await proxy.stop();
  await send('sem o balde');
  const answer = uuidv7();
  await admin`insert into messages ${admin({
    company_id: company.companyId,
    id: answer,
    ticket_id: stored?.ticket_id,
    contact_id: stored?.contact_id,
    connection_id: company.connectionId,
    from_me: true,
    body: 'a sua foto',
    media_id: mediaId,
    media_type: 'image',
    state: 'queued',
    read: true,
    created_at: new Date(),
  })}`;
  const [, waiting] = await eventually(files, ([, file]) => file?.waits === true, 30_000);
  expect(waiting).toMatchObject({ state: 'pending', attempts: 0 });
  const outgoing = async () =>
    (await admin`select state, attempts, ack from messages where id = ${answer}`)[0];
  await eventually(outgoing, (message) => (message?.attempts ?? 0) > 0, 30_000);
  expect(await outgoing()).toMatchObject({ state: 'queued' });

  await proxy.start();
  await admin`update media set next_attempt_at = now() where id = ${waiting?.id}`;
  await eventually(files, ([, file]) => file?.state === 'stored', 30_000);
  await commands.waitForMessage({ number, text: 'a sua foto', timeoutMs: 30_000 });
});

it('L14: a server that is killed while it stores a file leaves nothing that stays, and the next one stores it', async () => {
  const bytes = randomBytes(12_000_000);
  const mediaId = uuidv7();
  let token = '';
  const send = async (
    api: Running<{ url: string }>,
    method: string,
    path: string,
    body?: string | Buffer<ArrayBuffer>,
    type = '',
  ) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'x-file-name': 'a.bin' };
    return fetch(`${(await api.ready).url}${path}`, { method, headers, ...(body ? { body } : {}) });
  };
  const upload = (api: Running<{ url: string }>) =>
    send(api, uploadMedia.method, `/media/${mediaId}`, bytes, 'application/octet-stream');

  const dying = world.startApi();
  const { email, password } = company.admin;
  const login = await send(
    dying,
    'POST',
    '/auth/login',
    JSON.stringify({ email, password }),
    'application/json',
  );
  ({ token } = (await login.json()) as { token: string });
  let left = Math.floor(createChance(SEED).next() * bytes.length);
  proxy.watch = (way, chunk) => {
    left -= way === 'up' ? chunk.length : 0;
    if (left <= 0) dying.signal('SIGKILL');
  };
  await expect(upload(dying)).rejects.toThrow();
  await dying.ended;
  proxy.watch = null;
  const drafts = join(world.config.dataDir, 'drafts');
  const longAgo = new Date(Date.now() - 7_200_000);
  for (const name of await readdir(drafts)) await utimes(join(drafts, name), longAgo, longAgo);

  const next = world.startApi();
  expect((await upload(next)).status).toBe(201);
  const file = await send(next, 'GET', `/media/${mediaId}`);
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  await next.stop();
  const housekeeper = await startApi({ env, beside: { database: world.database, config: world.config } });
  await housekeeper.run('abandoned files', new Date(Date.now() + 1_801_000));
  const rows = await world.database.admin<{ path: string }[]>`select path from media where path is not null`;
  const objects = [...server.objects.keys()].filter((key) => !key.endsWith('.small'));
  expect(objects.toSorted()).toEqual(rows.map(({ path }) => path).toSorted());
  expect([server.uploads(), await readdir(drafts)]).toEqual([[], []]);
  await housekeeper.stop();
});
