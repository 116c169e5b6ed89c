import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the file that `pnpm package:server` has made */
export function buildPackage(architecture: 'amd64' | 'arm64'): string {
  const said = execFileSync('pnpm', ['--silent', 'package:server', '--arch', architecture], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return said.trim().split('\n').at(-1) ?? '';
}

export const versionOf = (file: string): string =>
  execFileSync('dpkg-deb', ['--field', file, 'Version'], { encoding: 'utf8' }).trim();

/**
 * The same package under another version.
 *
 * @param migration SQL that its database gets in addition
 */
export function variantOf(file: string, into: string, version: string, migration?: string): string {
  const folder = join(into, version);
  const variant = join(into, `balcao-server_${version}.deb`);
  execFileSync('dpkg-deb', ['--raw-extract', file, folder]);
  const control = join(folder, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`));
  if (migration !== undefined)
    writeFileSync(join(folder, 'usr/lib/balcao/program/server/migrations/9999_later.sql'), migration);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', folder, variant], { stdio: 'ignore' });
  rmSync(folder, { recursive: true });
  return variant;
}
