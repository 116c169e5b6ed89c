import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from './install-script.ts';
import type { Machine } from './machine.ts';

/** Where the operator has the installers of consoles. */
const RELEASE = 'var/tmp/console';
const MANIFEST = 'latest-linux.yml';

/** `balcao doctor` and `balcao publish-console` of the installed package, as root types them. */
export async function proveCommands(machine: Machine, url: string): Promise<void> {
  const { port } = new URL(url);
  expectSeen(machine, [
    /^ok {7}Configuration: all variables can be read$/m,
    /^ok {7}Secret key: \/var\/lib\/balcao\/secret\.key/m,
    /^ok {7}Data folder: \/var\/lib\/balcao$/m,
    new RegExp(`^ok {7}Port: the server answers at 127\\.0\\.0\\.1:${port}$`, 'm'),
    /^ok {7}PostgreSQL: 1[57]/m,
    /^ok {7}Numbers: 1 number is connected\.$/m,
    /^WARNING {2}Backups: This server does not know where backups go\b/m,
  ]);
  await expectVersion(machine, url);
  await publish(machine, url);
}

/** What `doctor` says, and that it ends as it says. */
export function expectSeen(machine: Machine, lines: readonly RegExp[]): void {
  const { code, said } = machine.run('balcao doctor', { mayFail: true });
  for (const line of lines) assert.match(said, line);
  assert.equal(code, /^BAD/m.test(said) ? 1 : 0, said);
}

/** Whoever asks the server, reads its interface, or watches its processes, hears what apt says. */
async function expectVersion(machine: Machine, url: string): Promise<void> {
  const ask = async (path: string) =>
    (await fetch(`${url}${path}`)).json() as Promise<{ [name: string]: unknown }>;
  const { info } = await ask('/openapi.json');
  const told = [(await ask('/version')).version, (info as { version: string }).version];
  const { said } = sql(machine, 'select distinct version from processes where expires_at > now()', 'balcao');
  const version = machine.run(`dpkg-query --show --showformat '\${Version}' balcao-server`).said;
  assert.deepEqual([...told, said], [version, version, `${version}\n`]);
}

async function publish(machine: Machine, url: string): Promise<void> {
  const offered = () => fetch(`${url}/updates/${MANIFEST}`);
  const manifest = release(machine.root, '9.9.9');
  assert.equal((await offered()).status, 404);
  machine.run(`cp -r /${RELEASE} /root/console`);
  const closed = machine.run('balcao publish-console /root/console', { mayFail: true });
  assert.deepEqual([closed.code, /\/root\/console cannot be read/.test(closed.said)], [1, true], closed.said);
  assert.equal(machine.run(`balcao publish-console /${RELEASE}`).said, `${MANIFEST}: 9.9.9\n`);
  assert.equal(await (await offered()).text(), manifest);
  release(machine.root, '9.9.8');
  const older = machine.run(`balcao publish-console /${RELEASE}`, { mayFail: true });
  assert.deepEqual([older.code, /offered 9\.9\.9 already/.test(older.said)], [1, true], older.said);
  assert.equal(await (await offered()).text(), manifest);
}

/** As electron-builder and `publish-update` leave it. @returns its manifest */
function release(root: string, version: string): string {
  const installer = `balcao-${version}-linux-x86_64.AppImage`;
  const bytes = `console ${version}`;
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  const manifest = `version: ${version}\nfiles:\n  - url: ${installer}\n    sha512: ${sha512}\n    size: ${bytes.length}\n`;
  const { privateKey } = generateKeyPairSync('ed25519');
  const signature = sign(null, Buffer.from(`${MANIFEST}\n${manifest}`), privateKey).toString('base64');
  const signed = `${manifest}# balcao-signature: ${signature}\n`;
  mkdirSync(join(root, RELEASE), { recursive: true });
  writeFileSync(join(root, RELEASE, installer), bytes);
  writeFileSync(join(root, RELEASE, MANIFEST), signed);
  return signed;
}
