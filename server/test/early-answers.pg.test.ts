import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { RouteContract } from '@balcao/shared/contract/call.ts';
import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/limits.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { uploadChatFile } from '@balcao/shared/features/web-chat/calls.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { routeName } from './generate.ts';
import { validCall } from './valid-call.ts';

/** The server answers before the request body has ended, and the same connection is used once more. */
let api: TestApi;
let port: number;

beforeAll(async () => {
  api = await startApi({ env: { BALCAO_MEDIA_LIMIT_MB: '1' } });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = api.app.server.address() as AddressInfo);
});
afterAll(() => api.stop());

/** Beyond what any route takes. */
const TOO_MUCH = Buffer.alloc(IMPORT_LIMITS.bytes + 1_000_000, 'x');
const BOUNDARY = 'between-parts';
const FORM = [
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
  TOO_MUCH,
  `\r\n--${BOUNDARY}--\r\n`,
];

const WAYS: Record<string, { headers: string[]; parts: (string | Buffer)[] }> = {
  'with its length': { headers: [`content-length: ${TOO_MUCH.length}`], parts: [TOO_MUCH] },
  'in chunks': {
    headers: ['transfer-encoding: chunked'],
    parts: [`${TOO_MUCH.length.toString(16)}\r\n`, TOO_MUCH, '\r\n0\r\n\r\n'],
  },
  'in a form': {
    headers: [
      `content-type: multipart/form-data; boundary=${BOUNDARY}`,
      `content-length: ${FORM.reduce((sum, part) => sum + part.length, 0)}`,
    ],
    parts: FORM,
  },
};

/** The codes of the answers on one line: to the call, and to one that follows it. */
async function twoOnOneLine(
  { method, path }: RouteContract,
  { params, token }: { params: Record<string, unknown>; token: string },
  { headers, parts }: { headers: string[]; parts: (string | Buffer)[] },
): Promise<string[]> {
  const line = connect(port, '127.0.0.1');
  let heard = '';
  line.setEncoding('latin1').on('data', (text) => {
    heard += text;
  });
  // A broken connection shows in the received text.
  line.on('error', () => {});
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const common = `host: desk\r\nauthorization: Bearer ${token}\r\n`;
  line.write(
    `${method} ${url} HTTP/1.1\r\n${common}${headers.map((header) => `${header}\r\n`).join('')}\r\n`,
  );
  for (const part of parts) line.write(part);
  line.write(`GET /auth/me HTTP/1.1\r\n${common}connection: close\r\n\r\n`);
  await once(line, 'close');
  return [...heard.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code = '']) => code);
}

it('a body that is too large is refused wherever bytes are read, and the next request is answered', async () => {
  const readers = api.app.contracts.filter((contract) => contract.rawBody);
  expect(readers.length).toBeGreaterThan(4);
  for (const contract of readers) {
    const call = await validCall(api, contract);
    // A visitor says its page first, or nothing is read; its token opens nothing else.
    const answers = contract.path === uploadChatFile.path ? ['403', '401'] : ['413', '200'];
    for (const [way, sent] of Object.entries(WAYS)) {
      const codes = await twoOnOneLine(contract, call, sent);
      expect([routeName(contract), way, codes]).toEqual([routeName(contract), way, answers]);
    }
  }
});

it('so it is when a body is not needed, or belongs to nobody', async () => {
  const call = await validCall(api, uploadMedia);
  const bytes = Buffer.alloc(900_000, 'x');
  const sent = { headers: [`content-length: ${bytes.length}`], parts: [bytes] };
  expect(await twoOnOneLine(uploadMedia, call, sent)).toEqual(['201', '200']);
  // It is there already.
  expect(await twoOnOneLine(uploadMedia, call, sent)).toEqual(['201', '200']);
  const stranger = await twoOnOneLine(uploadMedia, { ...call, token: 'forged' }, sent);
  expect(stranger).toEqual(['401', '401']);
});
