import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-publish-'));
  mkdirSync(join(dir, 'new'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const offered = () => join(dir, 'updates');
const INSTALLER = 'balcao-1.2.0-linux-x86_64.AppImage';

/** As electron-builder and `publish-update` leave it. */
function build(version: string, bytes = `console ${version}`): void {
  const installer = INSTALLER.replace('1.2.0', version);
  writeFileSync(join(dir, 'new', installer), bytes);
  writeFileSync(join(dir, 'new', `${installer}.blockmap`), 'parts');
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  const manifest = `version: ${version}\nfiles:\n  - url: ${installer}\n    sha512: ${sha512}\n    size: ${bytes.length}\n`;
  const key = generateKeyPairSync('ed25519').privateKey;
  const signature = sign(null, Buffer.from(`latest-linux.yml\n${manifest}`), key).toString('base64');
  writeFileSync(join(dir, 'new/latest-linux.yml'), `${manifest}# balcao-signature: ${signature}\n`);
}

function publish() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../balcao.ts'), 'publish-console', join(dir, 'new')],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: dir } },
  );
  return { code: status, said: stdout + stderr };
}

it('offers a whole release, and the next one beside it', () => {
  build('1.2.0');
  expect(publish()).toEqual({ code: 0, said: 'latest-linux.yml: 1.2.0\n' });
  const manifest = readFileSync(join(dir, 'new/latest-linux.yml'));
  expect(readFileSync(join(offered(), 'latest-linux.yml')).equals(manifest)).toBe(true);
  expect(readdirSync(offered()).sort()).toEqual([INSTALLER, `${INSTALLER}.blockmap`, 'latest-linux.yml']);
  build('1.10.0');
  expect(publish().code).toBe(0);
  expect(readFileSync(join(offered(), INSTALLER), 'utf8')).toBe('console 1.2.0');
});

it('offers nothing of a release that is older, unsigned or not whole, and says why', () => {
  build('1.2.0');
  publish();
  const before = readdirSync(offered());
  const refused = (why: RegExp) => {
    const { code, said } = publish();
    expect([code, said]).toEqual([1, expect.stringMatching(why)]);
    expect(readdirSync(offered())).toEqual(before);
  };
  build('1.1.9');
  refused(/is of 1\.1\.9, and consoles are offered 1\.2\.0 already/);
  build('1.3.0');
  writeFileSync(join(dir, 'new', INSTALLER.replace('1.2.0', '1.3.0')), 'console 1.3.X');
  refused(/is not what its manifest says: copy it again/);
  rmSync(join(dir, 'new', INSTALLER.replace('1.2.0', '1.3.0')));
  refused(/is missing: copy the whole folder/);
  writeFileSync(join(dir, 'new/latest-linux.yml'), 'version: 1.3.0\n');
  refused(/is not signed/);
  rmSync(join(dir, 'new/latest-linux.yml'));
  refused(/no manifest/);
});
