import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOlder } from '@balcao/shared/features/updates/version.ts';
import type { Tx } from '../../platform/db/client.ts';

interface VersionRow {
  version: string;
  count: number;
  lastSeenAt: Date;
}

const SEEN_DAYS = 30;
const MANIFEST = /^latest[\w-]*\.yml$/;
const VERSION = /^version: *['"]?([\w.+-]+)/m;

/** Consoles that were here within the last thirty days, the newest version first. */
export async function listConsoleVersions(tx: Tx): Promise<VersionRow[]> {
  const rows = await tx<VersionRow[]>`
    select app_version as version, count(*)::int as count, max(last_seen_at) as last_seen_at from sync_clients
    where last_seen_at > now() - ${SEEN_DAYS} * interval '1 day' group by app_version`;
  return rows.toSorted(
    (a, b) => Number(isOlder(a.version, b.version)) - Number(isOlder(b.version, a.version)),
  );
}

/** The newest version that consoles can fetch from this folder; null: none. */
export async function publishedVersion(updatesDir: string): Promise<string | null> {
  const files = await readdir(updatesDir).catch((): string[] => []);
  const texts = await Promise.all(
    files.filter((file) => MANIFEST.test(file)).map((file) => readFile(join(updatesDir, file), 'utf8')),
  );
  const versions = texts.flatMap((text) => VERSION.exec(text)?.[1] ?? []);
  return versions.toSorted((a, b) => (isOlder(a, b) ? 1 : -1))[0] ?? null;
}
