import type { Tx } from './client.ts';

/**
 * What this transaction changes is not logged row by row: its company gets another epoch, so that every
 * console fetches everything again. For one deed that touches thousands of rows.
 */
export async function resyncEveryone(tx: Tx): Promise<void> {
  await tx`select set_config('app.feed_muted', 'on', true)`;
}
