import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What even the smallest server that one rents has. */
const INCLUDED = [
  'adduser',
  'apt',
  'ca-certificates',
  'debconf',
  'systemd',
  'systemd-sysv',
  'dbus',
  'procps',
  'iproute2',
  'curl',
];
const SOURCES = '/etc/apt/sources.list.d/debian.sources';
const OWN_SUITE = 'bookworm';

/** Where packages of this suite come from: the same servers that this machine has its own from. */
export const sources = (suite: string): string => readFileSync(SOURCES, 'utf8').replaceAll(OWN_SUITE, suite);

const UBUNTU = 'http://archive.ubuntu.com/ubuntu';
/** The keys that vouch for Ubuntu's packages, which Debian does not have. */
const UBUNTU_KEYS =
  'https://archive.ubuntu.com/ubuntu/pool/main/u/ubuntu-keyring/ubuntu-keyring_2023.11.28.1_all.deb';

/**
 * Unpacks a fresh Debian as whoever rents a machine finds it. Made once, and kept.
 */
export function freshRoot(suite: string, cache: string, into: string): void {
  unpackRoot(join(cache, `${suite}.tar`), into, (draft) => make([suite, draft, '-'], sources(suite)));
}

/**
 * The same of an Ubuntu.
 *
 * @returns why this machine cannot make one, else null
 */
export async function freshUbuntu(suite: string, cache: string, into: string): Promise<string | null> {
  const archive = join(cache, `${suite}.tar`);
  try {
    const keys = existsSync(archive) ? '' : await fetchKeys(cache);
    unpackRoot(archive, into, (draft) =>
      make([`--keyring=${keys}`, suite, draft, '-'], `deb ${UBUNTU} ${suite} main universe\n`),
    );
    return null;
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
}

function unpackRoot(archive: string, into: string, makeIt: (draft: string) => void): void {
  if (!existsSync(archive)) {
    mkdirSync(dirname(archive), { recursive: true });
    const draft = `${archive}.part.tar`;
    makeIt(draft);
    renameSync(draft, archive);
  }
  mkdirSync(into);
  execFileSync('tar', ['--extract', '--file', archive, '--directory', into, '--numeric-owner', '--xattrs']);
}

function make(args: string[], input: string): void {
  execFileSync(
    'mmdebstrap',
    ['--quiet', '--variant=minbase', '--mode=root', `--include=${INCLUDED.join()}`, ...args],
    { input, stdio: ['pipe', 'inherit', 'inherit'] },
  );
}

async function fetchKeys(cache: string): Promise<string> {
  const folder = join(cache, 'ubuntu-keyring');
  const answer = await fetch(UBUNTU_KEYS);
  if (!answer.ok) throw new Error(`${UBUNTU_KEYS}: ${answer.status}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'keys.deb'), Buffer.from(await answer.arrayBuffer()));
  execFileSync('dpkg-deb', ['--extract', join(folder, 'keys.deb'), folder]);
  return join(folder, 'usr/share/keyrings/ubuntu-archive-keyring.gpg');
}
