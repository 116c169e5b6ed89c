import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { downloadExport } from '@balcao/shared/features/data-subjects/exports.ts';
import { afterEach, expect, it } from 'vitest';
import type { Api } from '../api/client.ts';
import { createHttp } from '../api/http.ts';
import { createPassingFiles } from './passing.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

async function start(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const http = createHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const api: Pick<Api, 'open'> = {
    open: (contract, input, signal) => http.open(contract, input, 'token', signal),
  };
  return createPassingFiles(api);
}

const nothing = Readable.from([]);
const PARAMS = { params: { exportId: 1, partId: 1 } };
const headers = {
  'content-type': 'application/zip',
  'content-disposition': "attachment; filename*=UTF-8''dados%20Maria.zip",
};

it('hands a file on once, as it comes', async () => {
  const files = await start((response) => {
    response.writeHead(200, headers).write('one ');
    setTimeout(() => response.end('two'), 10);
  });
  const { id, name } = await files.pass(downloadExport, PARAMS);
  expect(name).toBe('dados Maria.zip');
  const file = files.take(id);
  expect(file?.mime).toBe('application/zip');
  expect((await buffer(file?.pieces ?? nothing)).toString()).toBe('one two');
  expect(files.take(id)).toBeUndefined();
});

it('says what the server refuses before anything is kept, and fails when the line breaks', async () => {
  const refused = await start((response) => {
    const error = { error: 'ERR_NO_DATA_EXPORT_FOUND', message: '', requestId: 'r' };
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(error));
  });
  await expect(refused.pass(downloadExport, PARAMS)).rejects.toMatchObject({
    code: 'ERR_NO_DATA_EXPORT_FOUND',
  });
  const broken = await start((response) => {
    response.writeHead(200, headers).write('one');
    setTimeout(() => response.destroy(), 10);
  });
  const { id } = await broken.pass(downloadExport, PARAMS);
  await expect(buffer(broken.take(id)?.pieces ?? nothing)).rejects.toMatchObject({
    code: 'ERR_SERVER_UNREACHABLE',
  });
});

it('ends the line of whoever leaves, and all of them when the person signs out', async () => {
  const ended: Promise<unknown>[] = [];
  const files = await start((response) => {
    ended.push(once(response, 'close'));
    response.writeHead(200, headers).write('one');
  });
  const first = await files.pass(downloadExport, PARAMS);
  for await (const piece of files.take(first.id)?.pieces ?? []) {
    expect(piece.byteLength).toBe(3);
    break;
  }
  await ended[0];
  await files.pass(downloadExport, PARAMS);
  files.close();
  await ended[1];
});
