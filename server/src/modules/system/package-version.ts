import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isVersion } from '@balcao/shared/features/updates/version.ts';
import type { Tx } from '../../platform/db/client.ts';

const PACKAGE = 'balcao-server';
const PATIENCE_MS = 30_000;

/** The version of this server that apt has for this machine. Null: it knows of none, as in a container or a checkout. */
interface SeenPackage {
  version: string | null;
}

/** Asks apt for what it would install: of its repositories as it last read them, or what is unpacked already. */
export async function seePackage(): Promise<SeenPackage> {
  const { stdout } = await promisify(execFile)('apt-cache', ['policy', PACKAGE], {
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    timeout: PATIENCE_MS,
  }).catch(() => ({ stdout: '' }));
  const [, version = ''] = /^ {2}Candidate: (\S+)$/m.exec(stdout) ?? [];
  return { version: isVersion(version) ? version : null };
}

/** What was seen last. */
export async function readPackage(tx: Tx): Promise<string | null> {
  const [row] = await tx<{ found: SeenPackage }[]>`select found from health_looks where name = 'package'`;
  return row?.found.version ?? null;
}
