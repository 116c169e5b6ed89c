import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { RouteContract } from '@balcao/shared/contract/call.ts';
import { CONSOLE_VERSION_HEADER } from '@balcao/shared/contract/limits.ts';
import { me } from '@balcao/shared/features/auth/calls.ts';
import { version } from '@balcao/shared/features/system/calls.ts';
import { UPDATES_PATH } from '@balcao/shared/features/updates/calls.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { openSyncApi, type SyncApi } from '../../sync/testing/sync-api.ts';

const dir = mkdtempSync(join(tmpdir(), 'balcao-updates-'));
let server: SyncApi;

beforeAll(async () => {
  mkdirSync(join(dir, 'feed/folder'), { recursive: true });
  writeFileSync(join(dir, 'secret.key'), 'secret');
  writeFileSync(join(dir, 'feed/.hidden'), 'secret');
  writeFileSync(join(dir, 'feed/latest.yml'), 'version: 1.2.3\n');
  writeFileSync(join(dir, 'feed/balcao-1.2.3.exe'), '0123456789');
  const env = { BALCAO_UPDATES_DIR: join(dir, 'feed'), BALCAO_MIN_CONSOLE: '1.4.0' };
  server = await openSyncApi(await startApi({ env }));
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true });
});

/** Writes the address as it is: a browser would tidy it up first. */
async function get(file: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url);
  const asked = request({
    hostname,
    port,
    path: `${UPDATES_PATH}${encodeURIComponent(file)}`,
    headers,
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

it('serves manifests as they are now, and installers for ever', async () => {
  const manifest = await get('latest.yml');
  expect([manifest.status, manifest.body, manifest.headers['cache-control']]).toEqual([
    200,
    'version: 1.2.3\n',
    'no-cache',
  ]);
  const installer = await get('balcao-1.2.3.exe');
  expect([installer.body, installer.headers['content-disposition']]).toEqual(['0123456789', 'attachment']);
  expect(installer.headers['cache-control']).toContain('immutable');
});

it('serves the parts that a console has not yet', async () => {
  const part = await get('balcao-1.2.3.exe', { range: 'bytes=2-4' });
  expect([part.status, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  const beyond = await get('balcao-1.2.3.exe', { range: 'bytes=10-' });
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */10']);
});

it.each([
  'none.yml',
  'none.exe',
  'folder',
  '.hidden',
  '..',
  '../secret.key',
  '..\\secret.key',
  'a\0b.yml',
  'folder/x',
])('answers the same to %j as to what is not there', async (file) => {
  const answer = await get(file);
  expect([answer.status, JSON.parse(answer.body).error]).toEqual([404, 'ERR_NOT_FOUND']);
  expect(answer.body).not.toContain('secret');
});

it('serves no console older than the oldest one that it names', async () => {
  expect(await server.call(version)).toMatchObject({ minConsole: '1.4.0' });
  const { ana } = await server.company('Padaria');
  const session = await server.openSession(ana);
  const old = server.console(session, { hello: { appVersion: '1.3.9' } });
  expect(await old.closed).toEqual({ code: CLOSE.protocolTooOld });
  expect(old.frames).toEqual([{ type: 'error', code: 'ERR_PROTOCOL_TOO_OLD', retryable: false }]);
  await server.console(session, { hello: { appVersion: '1.4.0' } }).live();
});

it('answers no call of such a console, but for what anybody may read; whoever is no console is answered', async () => {
  const { ana } = await server.company('Lanchonete');
  const answered = async (contract: RouteContract, appVersion: string | null) => {
    const headers = appVersion === null ? {} : { [CONSOLE_VERSION_HEADER]: appVersion };
    const { statusCode, body } = await server.send(contract, { headers });
    return statusCode === 426 ? JSON.parse(body).error : 'answered';
  };
  for (const contract of server.app.contracts) {
    const name = `${contract.method} ${contract.path}`;
    const isOpen = contract.access === 'public' && contract.method === 'GET';
    const expected = isOpen ? 'answered' : 'ERR_PROTOCOL_TOO_OLD';
    expect([name, await answered(contract, '1.3.9')]).toEqual([name, expected]);
    for (const served of [null, '1.4.0'])
      expect([name, await answered(contract, served)]).toEqual([name, 'answered']);
  }
  const { token } = await server.openSession(ana);
  expect((await server.send(me, { token, headers: { [CONSOLE_VERSION_HEADER]: '1.4.0' } })).statusCode).toBe(
    200,
  );
});
