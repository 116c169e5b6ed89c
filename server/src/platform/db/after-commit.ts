import type { Tx } from './client.ts';

const waiting = new WeakMap<Tx, (() => void)[]>();

/**
 * For what others hear of a change: done when the transaction is committed, never when it is undone. A transaction that
 * is repeated because it lost a race begins with nothing to tell.
 */
export function afterCommit(tx: Tx, work: () => void): void {
  const works = waiting.get(tx);
  if (!works) throw new TypeError('not a transaction of a Database');
  works.push(work);
}

/** From now on the transaction gathers what is to be done after it. @returns what does it */
export function gatherAfterCommit(tx: Tx): () => void {
  const works: (() => void)[] = [];
  waiting.set(tx, works);
  return () => {
    waiting.delete(tx);
    for (const work of works) work();
  };
}
