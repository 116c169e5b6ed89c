import { createHash } from 'node:crypto';

const SPACE = 2 ** 32;

/**
 * Whether this installation is among the first `percentage` of a hundred to get a version. The same answer every time;
 * a higher percentage only adds installations; who is first differs from version to version.
 *
 * @param percentage of the manifest; without one everybody is meant, with nonsense nobody
 */
export function withinRollout(installation: string, version: string, percentage: unknown): boolean {
  if (percentage === undefined || percentage === null) return true;
  const place = createHash('sha256').update(`${installation}\n${version}`).digest().readUInt32BE() / SPACE;
  return place * 100 < Number(percentage);
}
