import { AppError } from '@balcao/shared/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import * as repo from './media.repo.ts';

/** Summing up is slow where there are many files, and the quota is no boundary that must hold to the byte. */
const USAGE_MS = 60_000;

export interface MediaUsage {
  /** ERR_MEDIA_QUOTA when so many bytes more are too many. */
  assertRoom(companyId: number, bytes: number): Promise<void>;
  add(companyId: number, bytes: number): void;
}

/**
 * Bytes that each company has stored: counted now and then, with what came since through this process.
 *
 * @param quota bytes of all files of one company; null: as many as the disk has
 */
export function createMediaUsage(db: Database, quota: number | null): MediaUsage {
  const known = new Map<number, { bytes: number; at: number }>();

  async function stored(companyId: number): Promise<number> {
    const now = performance.now();
    const last = known.get(companyId);
    if (last && now - last.at < USAGE_MS) return last.bytes;
    const bytes = await db.readCompany(companyId, (tx) => repo.storedBytes(tx, companyId));
    known.set(companyId, { bytes, at: now });
    return bytes;
  }

  return {
    async assertRoom(companyId, bytes) {
      if (quota !== null && (await stored(companyId)) + bytes > quota) throw new AppError('ERR_MEDIA_QUOTA');
    },
    add(companyId, bytes) {
      const last = known.get(companyId);
      if (last) last.bytes += bytes;
    },
  };
}
