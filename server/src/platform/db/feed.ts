import type { Tx } from './client.ts';

/**
 * What this transaction changes is not logged row by row: the company's consoles fetch everything anew
 * (sync-protocol 4.3). For one deed that touches thousands of rows.
 */
export async function muteFeed(tx: Tx): Promise<void> {
  await tx`select set_config('app.feed_muted', 'on', true)`;
}
