import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** What even the smallest server that one rents has. */
const INCLUDED = [
  'adduser',
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

/**
 * Unpacks a fresh Debian as whoever rents a machine finds it. Made once, and kept.
 */
export function freshRoot(suite: string, cache: string, into: string): void {
  const archive = join(cache, `${suite}.tar`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(archive)) {
    const draft = `${archive}.part.tar`;
    execFileSync(
      'mmdebstrap',
      ['--quiet', '--variant=minbase', '--mode=root', `--include=${INCLUDED.join()}`, suite, draft, '-'],
      { input: sources(suite), stdio: ['pipe', 'inherit', 'inherit'] },
    );
    renameSync(draft, archive);
  }
  mkdirSync(into);
  execFileSync('tar', ['--extract', '--file', archive, '--directory', into, '--numeric-owner', '--xattrs']);
}
