import { randomBytes } from 'node:crypto';

/** Paths of files, as rows name them: `<company>/<aa>/<random>`. */
const PATH = /^\d+\/[\da-f]{2}\/[\da-f]{40}$/;

/** A name that nobody guesses. */
export function newPath(companyId: number): string {
  const name = randomBytes(20).toString('hex');
  return `${companyId}/${name.slice(0, 2)}/${name}`;
}

/** A path comes from a row of ours; one that leaves the store was tampered with. */
export function assertPath(path: string): void {
  if (!isPath(path)) throw new Error('not a path of this store');
}

export const isPath = (path: string): boolean => PATH.test(path);

/** Where the file made from another one stands: beside it. */
export const derivedPath = (path: string): string => `${path}.small`;

/** The mark of a file that has no row yet, and the file of a mark. */
export const markOf = (path: string): string => path.replaceAll('/', '-');
export const markedPath = (mark: string): string => mark.replaceAll('-', '/');
