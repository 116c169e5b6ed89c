import { createHash, randomBytes } from 'node:crypto';
import { FILE_LINK_HEADER } from '@balcao/shared/contract/limits.ts';
import { deleteCompany } from '@balcao/shared/features/companies/calls.ts';
import {
  downloadMedia,
  downloadThumbnail,
  uploadedMedia,
  uploadMedia,
} from '@balcao/shared/features/media/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../api.ts';
import { type BucketServer, startBucketServer } from '../bucket/server.ts';
import { type CompanyFixture, createCompany } from '../fixtures.ts';
import { createPicture } from '../picture.ts';

/** Two API processes that share a database and a bucket, and no disk (fault row L11). */

let server: BucketServer;
let api: TestApi;
let other: TestApi;
let operators: CompanyFixture;
let company: CompanyFixture;
let token: string;
beforeAll(async () => {
  server = await startBucketServer({ pageSize: 2 });
  api = await startApi({ env: server.env });
  other = await startApi({ env: server.env, beside: api });
  operators = await createCompany(api.admin, 'Operator');
  company = await createCompany(api.admin, 'Padaria');
  token = await api.signIn(company.ana);
});
afterAll(async () => {
  await other.stop();
  await api.stop();
  await server.stop();
});

const names = () => [...server.objects.keys()].filter((key) => !key.startsWith('starts/'));
const upload = (mediaId: string, body: Buffer, headers: Record<string, string> = {}) => ({
  params: { mediaId },
  body,
  token,
  headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'a.png', ...headers },
});

it('a file that comes in pieces goes on at another process, and is read at any', async () => {
  const bytes = randomBytes(7_000_000);
  const mediaId = crypto.randomUUID();
  const part = (start: number, end: number) =>
    upload(mediaId, bytes.subarray(start, end), {
      'content-range': `bytes ${start}-${end - 1}/${bytes.length}`,
      'x-sha256': createHash('sha256').update(bytes).digest('hex'),
    });
  await api.call(uploadMedia, part(0, 3_000_000));
  expect(await other.call(uploadedMedia, { params: { mediaId }, token })).toMatchObject({
    received: 3_000_000,
  });
  await other.refused('ERR_UPLOAD_OFFSET', uploadMedia, part(0, 1_000_000));
  expect(await other.call(uploadMedia, part(3_000_000, bytes.length))).toMatchObject({ state: 'stored' });

  const read = (range?: string) =>
    api.send(downloadMedia, { params: { mediaId }, token, headers: range ? { range } : {} });
  expect((await read()).rawPayload.equals(bytes)).toBe(true);
  const middle = await read('bytes=2999990-3000009');
  expect([middle.statusCode, middle.headers['content-range'], middle.rawPayload]).toEqual([
    206,
    `bytes 2999990-3000009/${bytes.length}`,
    bytes.subarray(2_999_990, 3_000_010),
  ]);
  expect((await read('bytes=-5')).rawPayload).toEqual(bytes.subarray(-5));
  expect((await read('bytes=7000000-')).statusCode).toBe(416);
  expect(names()).toHaveLength(1);
});

it('a picture has a small one beside it, and both go when nothing shows them', async () => {
  const before = names();
  const mediaId = crypto.randomUUID();
  await api.call(uploadMedia, upload(mediaId, await createPicture('png', 400)));
  const small = await other.send(downloadThumbnail, { params: { mediaId }, token });
  expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(names()).toHaveLength(before.length + 2);
  await api.admin`update media_let_go set at = now() where media_id = ${mediaId}`;
  for (const job of ['unused files', 'removed files']) await other.run(job);
  expect(names()).toEqual(before);
});

it('a file is fetched at a bucket that can be reached, by a link that soon ends', async () => {
  const env = { ...server.env, S3_PUBLIC: server.env.S3_ENDPOINT?.replace('127.0.0.1', 'localhost') ?? '' };
  const open = await startApi({ env, beside: api });
  const mediaId = crypto.randomUUID();
  const picture = await createPicture('png', 400);
  await api.call(uploadMedia, upload(mediaId, picture));
  const request = { params: { mediaId }, token };
  const sent = await open.send(downloadMedia, request);
  const link = String(sent.headers.location);
  expect([sent.statusCode, new URL(link).hostname, sent.headers[FILE_LINK_HEADER]]).toEqual([
    302,
    'localhost',
    'store',
  ]);
  const file = await fetch(link);
  expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
    200,
    'image/png',
    "inline; filename*=UTF-8''a.png",
  ]);
  server.shiftClock(301_000);
  expect((await fetch(link)).status).toBe(403);
  server.shiftClock(0);
  const [row] = await api.admin<{ path: string }[]>`select path from media where id = ${mediaId}`;
  await api.deps.storage.remove(row?.path ?? '');
  await open.refused('ERR_NO_MEDIA_FOUND', downloadMedia, request);
  await open.stop();
});

it('a bucket that is away is said in words, loses nothing, and is used again', async () => {
  const [path = ''] = names();
  const [row] = await api.admin<{ id: string }[]>`select id from media where path = ${path}`;
  const mediaId = row?.id ?? '';
  server.refuse(Number.POSITIVE_INFINITY);
  const answers = await Promise.all([
    api.refused('ERR_UNAVAILABLE', downloadMedia, { params: { mediaId }, token }),
    api.refused('ERR_UNAVAILABLE', uploadMedia, upload(crypto.randomUUID(), randomBytes(99))),
  ]);
  expect(answers).toHaveLength(2);
  server.refuse(0);
  expect((await api.send(downloadMedia, { params: { mediaId }, token })).statusCode).toBe(200);
});

it('a file whose row a crash has prevented is taken away, and what was never finished', async () => {
  const before = names();
  const put = await api.deps.storage.put(company.companyId, Buffer.from('bytes'), { limit: 10 });
  await put
    .settle(async () => {
      throw new Error('killed');
    })
    .catch(() => {});
  await api.call(
    uploadMedia,
    upload(crypto.randomUUID(), Buffer.from('abc'), { 'content-range': 'bytes 0-2/9' }),
  );
  expect(names()).toHaveLength(before.length + 3);
  await other.run('abandoned files');
  await other.run('abandoned pieces');
  expect(names()).toHaveLength(before.length + 3);
  await other.run('abandoned files', new Date(Date.now() + 1_801_000));
  await other.run('abandoned pieces', new Date(Date.now() + 86_401_000));
  expect(names()).toEqual(before);
});

it('a company that is deleted leaves no file, and others keep theirs', async () => {
  const theirs = await api.signIn(operators.ana);
  await api.call(uploadMedia, { ...upload(crypto.randomUUID(), randomBytes(9)), token: theirs });
  for (let count = 0; count < 5; count += 1)
    await api.call(uploadMedia, upload(crypto.randomUUID(), randomBytes(9)));
  await api.admin`update users set super = true where id = ${operators.admin.id}`;
  const operator = await api.signIn(operators.admin);
  await api.call(deleteCompany, { params: { companyId: company.companyId }, token: operator });
  await api.run('removed companies');
  expect(names().map((name) => name.split('/')[0])).toEqual([String(operators.companyId)]);
});
