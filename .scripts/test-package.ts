// `pnpm test:package`: the package of the server, from the first command of a newcomer to the last of an operator who leaves,
// on fresh roots of Debian. It says what this machine cannot do. `pnpm test:package installer` does one part: package,
// bookworm, trixie, installer, ubuntu, containers.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { SandboxInfo } from '../server/sandbox/cli.ts';
import { checkOut } from '../server/test/earlier-version.ts';
import { proveArm } from './package/arm.ts';
import { bootMachine } from './package/booted.ts';
import { proveContainers } from './package/containers.ts';
import { buildEarlier, earlierCommit } from './package/earlier.ts';
import { checkFiles } from './package/files.ts';
import { proveFromFile, proveInstaller } from './package/installer.ts';
import { FULL_MIGRATION, type Packages, proveLife } from './package/life.ts';
import { proveNewMachine } from './package/lost.ts';
import { type Machine, openMachine } from './package/machine.ts';
import { keep, prove, say, step } from './package/report.ts';
import { freshRoot, freshUbuntu } from './package/roots.ts';
import { buildPackage, variantOf, versionOf } from './package/variants.ts';
import { walk } from './package/walk.ts';
import { startProgram } from './program.ts';
import { installPackages } from './system-packages.ts';

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache/roots');
const TOOLS = {
  '/usr/bin/mmdebstrap': 'mmdebstrap',
  '/usr/bin/lintian': 'lintian',
  '/usr/bin/systemd-nspawn': 'systemd-container',
  '/usr/bin/qemu-aarch64': 'qemu-user',
  '/usr/bin/buildah': 'buildah',
  '/usr/bin/podman': 'podman',
  '/usr/bin/docker-compose': 'docker-compose',
  '/usr/sbin/runc': 'runc',
  '/usr/bin/catatonit': 'catatonit',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
  '/usr/lib/cni/dnsname': 'golang-github-containernetworking-plugin-dnsname',
};
/** The installer is one program for all: what it refuses is tried here, and on the others that it installs. */
const WHOLE = 'trixie';
const SUITES = { bookworm: 'Debian 12', trixie: 'Debian 13' };

const PARTS = ['package', ...Object.keys(SUITES), 'installer', 'ubuntu', 'containers'];
const wanted = process.argv.slice(2);
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);

if (!wanted.every((part) => PARTS.includes(part))) throw new Error(`The parts are ${PARTS.join(', ')}.`);
process.env.PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
if (process.getuid?.() !== 0) throw new Error('Only root makes roots and enters them: run this as root.');
const missing = Object.entries(TOOLS).flatMap(([path, name]) => (existsSync(path) ? [] : name));
if (missing.length > 0 && !(await installPackages(missing)))
  throw new Error(`Install ${missing.join(', ')} first.`);

const folder = mkdtempSync(join(tmpdir(), 'balcao-package-'));
try {
  await proveAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function proveAll(): Promise<void> {
  say('── the package ──');
  const current = await step('built for amd64', () => buildPackage('amd64'));
  await step('the amd64 package has its own files', () => checkFiles(current, 'amd64'));
  if (isWanted('package')) await prove('package', () => provePackage(current));
  const suites = Object.entries(SUITES).filter(([suite]) => isWanted(suite));
  if (suites.length > 0) {
    const commit = earlierCommit();
    const before = await step(`the package of ${commit}, with an earlier database`, () =>
      buildEarlier(commit, CACHE),
    );
    const sources = join(folder, 'earlier');
    mkdirSync(sources);
    const packages: Packages = {
      current,
      sources: await checkOut(commit, sources),
      earlier: before,
      broken: variantOf(current, folder, `${versionOf(before)}+broken`, FULL_MIGRATION),
    };
    for (const [suite, name] of suites) await prove(suite, () => proveSuite(suite, name, packages));
  }
  if (isWanted('installer')) await prove('installer', () => proveInstallerWhole(current));
  if (isWanted('ubuntu')) await prove('ubuntu', () => proveOnUbuntu(current));
  if (isWanted('containers')) {
    say('\n── containers ──');
    await prove('containers', () => proveContainers(current, folder, CACHE));
  }
}

async function provePackage(current: string): Promise<boolean> {
  await step('lintian finds no error', () => askLintian(current));
  const arm = await step('built for arm64', () => buildPackage('arm64'));
  await step('lintian finds none in it either', () => askLintian(arm));
  await step('the arm64 package has its own files', () => checkFiles(arm, 'arm64'));
  await step('the arm64 program works, by qemu', () => proveArm(arm, folder, CACHE));
  say('  NOT TRIED: installing the arm64 package, which needs such a processor.');
  return true;
}

/** @returns whether systemd was there: without it backups and restores are not tried */
async function proveSuite(suite: string, name: string, packages: Packages): Promise<boolean> {
  say(`\n── ${name}: a newcomer ──`);
  await onMachine(suite, async (machine, sandbox) => {
    const { seconds } = await walk(machine, { file: packages.current, sandbox, says: 'Bom dia!' });
    keep(`${suite}, to the first message`, `${Math.ceil(seconds)} s`);
  });
  say(`\n── ${name}: an installation of the version before ──`);
  const elsewhere = await onMachine(suite, (machine, sandbox) =>
    proveLife(machine, packages, { sandbox, folder }),
  );
  if (!elsewhere) return false;
  say(`\n── ${name}: a new machine for one that was lost ──`);
  await onMachine(suite, (machine) => proveNewMachine(machine, elsewhere, packages.current));
  return suite === WHOLE || installOn(suite, packages.current);
}

function askLintian(file: string): void {
  const args = ['--allow-root', '--fail-on', 'error', '--tag-display-limit', '0', file];
  execFileSync('lintian', args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** A fresh Debian, and a WhatsApp of its own. */
async function onMachine<T>(
  suite: string,
  prove: (machine: Machine, sandbox: SandboxInfo) => Promise<T>,
): Promise<T> {
  const root = join(folder, suite);
  await step('a fresh root', () => freshRoot(suite, CACHE, root));
  const machine = (await bootMachine(root)) ?? openMachine(root);
  if (!machine.startsServices)
    say('  NOT TRIED: systemd as the first process. The commands of its units run as their users.');
  // A program of its own: this one stands still while apt works, and phones would think that they are alone.
  const logFile = join(folder, `${suite}-sandbox.log`);
  const sandbox = await startProgram<SandboxInfo>('server/sandbox/cli.ts', { logFile });
  try {
    return await prove(machine, sandbox.ready);
  } finally {
    await sandbox.stop();
    await machine.close();
  }
}

/** @returns whether it was tried */
async function proveInstallerWhole(current: string): Promise<boolean> {
  say(`\n── install.sh on ${WHOLE} ──`);
  const root = join(folder, `${WHOLE}-installer`);
  await step('a fresh root', () => freshRoot(WHOLE, CACHE, root));
  const machine = await bootMachine(root);
  if (!machine) return untried('the installer, which needs systemd.');
  say('  NOT TRIED: a certificate of the internet.');
  try {
    await proveInstaller(machine, current, CACHE);
    return true;
  } finally {
    await machine.close();
  }
}

function untried(what: string): false {
  say(`  NOT TRIED: ${what}`);
  return false;
}

async function proveOnUbuntu(current: string): Promise<boolean> {
  say('\n── install.sh on Ubuntu 24.04 ──');
  const root = join(folder, 'ubuntu');
  const why = await step('a fresh root', () => freshUbuntu('noble', CACHE, root));
  if (why !== null) return untried(`Ubuntu, of which no root can be made here: ${why}`);
  return proveThere(root, current);
}

async function installOn(suite: string, current: string): Promise<boolean> {
  say(`\n── install.sh on ${suite} ──`);
  const root = join(folder, `${suite}-installer`);
  await step('a fresh root', () => freshRoot(suite, CACHE, root));
  return proveThere(root, current);
}

async function proveThere(root: string, current: string): Promise<boolean> {
  const machine = await bootMachine(root);
  if (!machine) return untried('the installer, which needs systemd.');
  try {
    await proveFromFile(machine, current);
    return true;
  } finally {
    await machine.close();
  }
}
