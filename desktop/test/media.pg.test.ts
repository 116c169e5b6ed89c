import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { FILE_PIECE_BYTES } from '@balcao/shared/features/composer/bridge.ts';
import { uploadedMedia } from '@balcao/shared/features/media/calls.ts';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../server/test/api.ts';
import { type FaultProxy, startFaultProxy } from '../../server/test/fault-proxy.ts';
import { createPicture } from '../../server/test/picture.ts';
import type { Api } from '../src/core/api/client.ts';
import { createHttp } from '../src/core/api/http.ts';
import { type FileStore, openFileStore } from '../src/core/media/file-store.ts';
import { createMedia, type Media, thumbnailOf } from '../src/core/media/media.ts';
import { type LiveApi, openLiveApi, type Seat } from './live/live-api.ts';
import { createTempDir } from './temp-dir.ts';

/** The files of a console against the real server, over a line that can be cut. */
let server: LiveApi;
let proxy: FaultProxy;
let seat: Seat;
let files: FileStore;
let media: Media;
const temp = createTempDir();

beforeAll(async () => {
  server = await openLiveApi(await startApi());
  proxy = await startFaultProxy(server.url);
  const company = await server.company('Padaria');
  seat = await server.seat(company.ana);
  files = await openFileStore(temp.dir, 1e9);
  const http = createHttp(new URL(proxy.url).origin);
  const api: Api = {
    call: async (contract, input, options) => http.call(contract, input, await seat.token(null), options),
    open: async (contract, input, signal) => http.open(contract, input, await seat.token(null), signal),
  };
  media = createMedia(files, api);
});
afterAll(async () => {
  media.close();
  await proxy.stop();
  await server.stop();
  temp.remove();
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('an interrupted upload continues where it stopped', async () => {
  const bytes = randomBytes(3_000_000);
  const { id } = await media.add('a.bin', bytes);
  let up = 0;
  proxy.set({ mode: 'truncate', bytes: 1_500_000 }, { mode: 'pass' });
  await expect(media.upload(id)).rejects.toMatchObject({ code: 'ERR_SERVER_UNREACHABLE' });
  proxy.set({ mode: 'pass' });
  const received = async () => {
    const answer = await seat.http.call(uploadedMedia, { params: { mediaId: id } }, await seat.token(null));
    return answer.received;
  };
  // The server takes from the dead line what is still on it, but for what lay in its buffers.
  await expect.poll(received).toBeGreaterThan(1_200_000);
  proxy.watch = (direction, piece) => {
    if (direction === 'up') up += piece.length;
  };
  await media.upload(id);
  proxy.watch = null;
  expect(up).toBeLessThan(1_900_000);
  const [row] = await server.admin`select state, size, sha256 from media where id = ${id}`;
  expect(row).toMatchObject({
    state: 'stored',
    size: String(bytes.length),
    sha256: Buffer.from(sha256(bytes), 'hex'),
  });
  await media.upload(id);
});

test('a picture in a bubble is a small one, and the whole one comes when it is looked at', async () => {
  const picture = await createPicture('jpeg', 2_400);
  const id = crypto.randomUUID();
  await seat.upload(id, picture);
  const small = await media.open(thumbnailOf(id));
  expect(small).toMatchObject({ mime: 'image/webp' });
  expect(small.size).toBeLessThan(picture.length / 4);
  expect(media.has(id)).toBe(false);
  const whole = await media.open(id);
  expect([whole.mime, whole.size > small.size]).toEqual(['image/jpeg', true]);
  // The file is here already: nothing is requested.
  expect((await media.open(thumbnailOf(id))).path).toBe(whole.path);

  const text = crypto.randomUUID();
  await seat.upload(text, Buffer.from('no picture'));
  expect((await media.open(thumbnailOf(text))).mime).toBe('application/octet-stream');
  for (const name of ['x.thumbnail', '../etc.thumbnail', '.thumbnail', `${id}.thumbnail.thumbnail`])
    await expect(media.open(name)).rejects.toMatchObject({ code: 'ERR_NO_MEDIA_FOUND' });
});

test('a file of 64 MB comes in pieces that delay nothing, and is the same in the end', async () => {
  const piece = randomBytes(FILE_PIECE_BYTES);
  const hash = createHash('sha256');
  const id = media.begin('film.bin', MEDIA_LIMIT_BYTES);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let at = 0; at < MEDIA_LIMIT_BYTES; at += piece.length) {
    piece.writeUInt32LE(at, 0);
    hash.update(piece);
    // The file in the form that crosses the bridge.
    await media.append(id, Buffer.from(piece.toString('base64'), 'base64'));
  }
  const file = await media.finish(id);
  delay.disable();
  expect(file.size).toBe(MEDIA_LIMIT_BYTES);
  expect(sha256(readFileSync(file.path))).toBe(hash.digest('hex'));
  // One unit of work: 1 MB hashed twice over and turned into base64 and back, on a machine with other things to do.
  expect(delay.percentile(50) / 1e6).toBeLessThan(60);
});

test('what is begun and not finished leaves nothing', async () => {
  const id = media.begin('a.bin', 10);
  await media.append(id, randomBytes(5));
  await expect(media.finish(id)).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  const more = media.begin('a.bin', 3);
  await media.append(more, randomBytes(5));
  await expect(media.finish(more)).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
  expect(() => media.begin('a.bin', MEDIA_LIMIT_BYTES + 1)).toThrow('ERR_BODY_TOO_LARGE');
  await expect(media.append(id, randomBytes(1))).rejects.toMatchObject({ code: 'ERR_NO_MEDIA_FOUND' });
  const first = media.begin('a.bin', 10);
  await media.append(first, randomBytes(5));
  for (let n = 0; n < 5; n++) media.begin('b.bin', 10);
  await expect(media.finish(first)).rejects.toMatchObject({ code: 'ERR_NO_MEDIA_FOUND' });
  expect([id, more, first].map((mediaId) => files.get(mediaId))).toEqual([null, null, null]);
});
