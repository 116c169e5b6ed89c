import type { PendingQuery, Row } from 'postgres';
import type { Tx } from './client.ts';

const lasts = new WeakMap<Tx, Promise<unknown>>();

/**
 * The last statement of a transaction, whose answer nobody needs: it goes together with the commit and costs no round
 * trip of its own. If it fails, the transaction fails with its error.
 */
export function endWith(tx: Tx, statement: PendingQuery<Row[]>): void {
  const done = statement.execute();
  // Whoever began the transaction hears of it.
  done.catch(() => {});
  lasts.set(tx, done);
}

export const lastOf = (tx: Tx): Promise<unknown> | undefined => lasts.get(tx);
