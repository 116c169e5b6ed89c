import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@balcao/shared/errors.ts';
import { afterEach, expect, it } from 'vitest';
import { createTempDir } from '../../../test/temp-dir.ts';
import type { Api } from '../api/client.ts';
import { createHttp } from '../api/http.ts';
import { openFileStore } from './file-store.ts';
import { uploadFile } from './upload.ts';

const PIECE = 512 * 1024;
const ID = '01900000-0000-7000-8000-000000000001';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

/**
 * Takes pieces as the contract says, and drops the line while the piece at `cutAt` is coming in: half of it stays there,
 * of a file that comes whole nothing.
 */
async function startServer(total: number, cutAt: number | null, crashAtEnd = false) {
  let pieces: Buffer[] = [];
  let complete = false;
  const ranges: string[] = [];
  const size = () => pieces.reduce((sum, { length }) => sum + length, 0);
  const json = (response: ServerResponse, value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const view = (state: string) => ({
    id: ID,
    state,
    mime: 'video/mp4',
    size: size(),
    name: 'a.mp4',
    width: null,
    height: null,
    seconds: null,
    voice: false,
    waveform: null,
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      json(response, { received: size(), complete });
      return;
    }
    const range = request.headers['content-range'] ?? 'whole';
    ranges.push(range);
    const at = range === 'whole' ? 0 : Number(/^bytes (\d+)-/.exec(range)?.[1]);
    const bytes = await buffer(request);
    if (cutAt === at) {
      cutAt = null;
      if (range !== 'whole') pieces.push(bytes.subarray(0, bytes.length / 2));
      request.socket.destroy();
      return;
    }
    if (range === 'whole') pieces = [bytes];
    else if (size() < total) {
      if (at !== size()) {
        response.writeHead(409, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: 'ERR_UPLOAD_OFFSET', params: { received: size() } }));
        return;
      }
      pieces.push(bytes);
    }
    // The crash of `crashAtEnd` comes between the last byte and the file.
    complete = size() === total && !crashAtEnd;
    if (complete || size() < total) {
      json(response, view(complete ? 'stored' : 'pending'));
      return;
    }
    crashAtEnd = false;
    request.socket.destroy();
  }
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const http = createHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const api: Api = {
    call: (contract, input, options) => http.call(contract, input, 'token', options),
    open: (contract, input, signal) => http.open(contract, input, 'token', signal),
  };
  return { api, ranges, bytes: () => Buffer.concat(pieces), complete: () => complete };
}

async function keptFile(bytes: Buffer) {
  const temp = createTempDir();
  cleanups.push(temp.remove);
  const files = await openFileStore(temp.dir, 100 * PIECE);
  async function* source() {
    yield bytes;
  }
  return files.put(ID, { mime: 'video/mp4', name: 'a.mp4', pinned: true }, source());
}

it('goes on from where the line was cut, and no byte is missing or twice', async () => {
  const bytes = Buffer.from(Array.from({ length: 3 * PIECE + 5 }, (_, n) => (n * 7) % 251));
  const file = await keptFile(bytes);
  const server = await startServer(bytes.length, 2 * PIECE);
  const progress: number[] = [];
  const attempt = () => uploadFile(file, server.api, (sent) => progress.push(sent));
  const failure = await attempt().catch((error: unknown) => error);
  expect(failure instanceof AppError && failure.retryable).toBe(true);
  await attempt();
  expect(server.bytes().equals(bytes)).toBe(true);
  expect(server.ranges).toHaveLength(4);
  expect(progress).toEqual([0, PIECE, 2 * PIECE, 2.5 * PIECE, bytes.length]);
  // Once more is harmless.
  await attempt();
  expect(server.ranges).toHaveLength(4);
});

it.each([
  ['a small file whose line was cut', PIECE, 0, false],
  ['a large one whose server crashed behind its last byte', 2 * PIECE, null, true],
])('%s is there after the next attempt', async (_, size, cutAt, crashAtEnd) => {
  const bytes = Buffer.alloc(size, 7);
  const file = await keptFile(bytes);
  const server = await startServer(size, cutAt, crashAtEnd);
  const attempt = () => uploadFile(file, server.api, () => {});
  await attempt().catch(() => {});
  expect(server.complete()).toBe(false);
  await attempt();
  expect([server.complete(), server.bytes().equals(bytes)]).toEqual([true, true]);
});

it('a file of which nothing is left is not taken for sent', async () => {
  const server = await startServer(0, null);
  const attempt = uploadFile(await keptFile(Buffer.alloc(0)), server.api, () => {});
  await expect(attempt).rejects.toMatchObject({ code: 'ERR_NO_MEDIA_FOUND' });
});
