import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';

/** What the document of the server says is enough for a program of somebody who has nothing else. */

const run = promisify(execFile);
const here = (path: string) => join(import.meta.dirname, '../../..', path);
let api: TestApi;
let dir: string;

beforeAll(async () => {
  api = await startApi();
  dir = await mkdtemp(join(tmpdir(), 'balcao-client-'));
  await symlink(here('node_modules'), join(dir, 'node_modules'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await api.stop();
});

it('types the documented client, which writes to a customer', async () => {
  const company = await api.company('Loja');
  const { email, password } = company.ana;
  await api.admin`update connections set status = 'connected' where company_id = ${company.companyId}`;
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const document = await (await fetch(`${url}/openapi.json`)).text();
  const documentation = await readFile(here('API.md'), 'utf8');
  const [, code = ''] = /```ts\n(\/\/ client\.ts[\s\S]*?)```/.exec(documentation) ?? [];
  await writeFile(join(dir, 'paths.d.ts'), astToString(await openapiTypescript(document)));
  await writeFile(join(dir, 'client.ts'), code);
  await writeFile(join(dir, 'wrong.ts'), code.replace('contactId: contact.id', 'contatoId: contact.id'));
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');

  const check = (file: string) =>
    run(
      here('../node_modules/.bin/tsc'),
      [
        ...['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--ignoreConfig'],
        ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom', '--types', 'node', file],
      ],
      { cwd: dir },
    );
  await check('client.ts').catch(({ stdout }) => expect(stdout).toBe(''));
  await expect(check('wrong.ts')).rejects.toMatchObject({ stdout: expect.stringContaining('contatoId') });

  const env = {
    ...process.env,
    BALCAO_URL: url,
    EMAIL: email,
    PASSWORD: password,
    NUMBER: '5511987654321',
  };
  const { stdout } = await run(process.execPath, ['client.ts'], { cwd: dir, env });
  expect(stdout).toBe('Bom dia!\n');
});
