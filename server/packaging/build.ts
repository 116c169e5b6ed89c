// pnpm package:server [--arch amd64|arm64]: server/dist/balcao-server_VERSION_ARCH.deb. Needs dpkg and the npm registry.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { writeControl } from './control.ts';
import { installNode, installPackages } from './dependencies.ts';
import { layOut } from './lay-out.ts';
import { packageVersion } from './version.ts';

const SERVER = join(import.meta.dirname, '..');
const DIST = join(SERVER, 'dist');
/** Debian's names of architectures, and those of the npm registry. */
const CPUS = { amd64: 'x64', arm64: 'arm64' } as const;

const architectures = z.enum(['amd64', 'arm64'], 'There are packages for amd64 and arm64.');
const { values } = parseArgs({ options: { arch: { type: 'string' } } });
const architecture = architectures.parse(values.arch ?? (process.arch === 'arm64' ? 'arm64' : 'amd64'));
if (spawnSync('dpkg-deb', ['--version']).error)
  throw new Error('dpkg-deb, which makes packages, is missing: install the package dpkg.');

const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: SERVER, stdio: ['ignore', 'ignore', 'inherit'] });
process.stdout.write('Bundling the server …\n');
run('vite', ['build', '--logLevel', 'warn']);
run('vite', ['build', '--config', 'vite.chat.config.ts', '--logLevel', 'warn']);
process.stdout.write(`Fetching Node and the packages for ${architecture} …\n`);
const packages = installPackages(join(DIST, 'packages'), CPUS[architecture]);
const node = installNode(join(DIST, 'runtime'), CPUS[architecture]);
process.stdout.write('Packing …\n');
const root = join(DIST, 'root');
rmSync(root, { recursive: true, force: true });
const version = packageVersion();
layOut(root, { version, program: join(DIST, 'program'), packages, node });
writeControl(root, { version, architecture });
for (const earlier of globSync(`balcao-server_*_${architecture}.deb`, { cwd: DIST }))
  rmSync(join(DIST, earlier));
const file = join(DIST, `balcao-server_${version}_${architecture}.deb`);
// What is smaller takes minutes to make.
run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', root, file]);
process.stdout.write(`${file}\n`);
