import { FILE_LINK_HEADER } from '@balcao/shared/contract/limits.ts';
import { downloadMedia } from '@balcao/shared/features/media/calls.ts';
import { expect, it } from 'vitest';
import { startStubServer } from '../../../test/stub-server.ts';
import { createHttp } from './http.ts';

it('fetches a file where the server says that it lies, without the token, and follows nobody else', async () => {
  const [server, store] = [await startStubServer(), await startStubServer()];
  const asked: unknown[] = [];
  store.answerWith(({ url, headers }, response) => {
    asked.push(headers.authorization);
    if (url === '/file') response.writeHead(200, { 'content-type': 'image/png' }).end('bytes');
    else response.writeHead(302, { location: '/file' }).end();
  });
  const open = (headers: Record<string, string>) => {
    server.answerWith((_request, response) => void response.writeHead(302, headers).end());
    const call = { params: { mediaId: crypto.randomUUID() } };
    return createHttp(server.url).open(downloadMedia, call, 'token', AbortSignal.timeout(5_000));
  };
  const mark = { [FILE_LINK_HEADER]: 'store' };
  const file = await open({ location: `${store.url}/file`, ...mark });
  expect([await file.text(), file.headers.get('content-type')]).toEqual(['bytes', 'image/png']);
  expect(asked).toEqual([undefined]);

  const refused = { code: 'ERR_SERVER_UNREACHABLE' };
  await expect(open({ location: `${store.url}/elsewhere`, ...mark })).rejects.toMatchObject(refused);
  await expect(open(mark)).rejects.toMatchObject(refused);
  await expect(open({ location: `${store.url}/file` })).rejects.toMatchObject(refused);
  expect(asked).toHaveLength(2);
  await server.close();
  await store.close();
});
