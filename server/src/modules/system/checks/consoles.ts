import { isOlder } from '@balcao/shared/features/updates/version.ts';
import { listConsoleVersions } from '../console-versions.ts';
import { type Check, found } from './check.ts';

/** Which consoles are in use, against the one that they could fetch. */
export const consoles: Check = async ({ tx, published }) => {
  const versions = await listConsoleVersions(tx);
  const countOf = (rows: typeof versions) => rows.reduce((total, { count }) => total + count, 0);
  const most = countOf(versions);
  const count =
    published === null ? 0 : countOf(versions.filter(({ version }) => isOlder(version, published)));
  if (published === null || count === 0) return [found('consolesNew', { count: most })];
  return [found('consolesOld', { count, most, name: published })];
};
