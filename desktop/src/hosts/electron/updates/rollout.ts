import { createHash } from 'node:crypto';

const SPACE = 2 ** 32;

/**
 * Whether this installation is among the first `percentage` of a hundred to get a version. The same answer every time;
 * a higher percentage only adds installations; who is first differs from version to version.
 *
 * @param percentage from the manifest; without one every installation is included, with an invalid one none
 */
export function withinRollout(installation: string, version: string, percentage: unknown): boolean {
  if (percentage === undefined || percentage === null) return true;
  const place = createHash('sha256').update(`${installation}\n${version}`).digest().readUInt32BE() / SPACE;
  return place * 100 < Number(percentage);
}
