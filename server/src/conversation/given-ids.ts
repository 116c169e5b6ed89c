import type { ChannelSession } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';

/**
 * Where the provider chooses the ids of our messages, what it tells of one may come in the moment in which its id is
 * written down. Whoever writes either of them holds this first, so that the second one sees the first.
 */
export async function holdGivenIds(
  tx: Tx,
  {
    companyId,
    connectionId,
    capabilities,
  }: Pick<ChannelSession, 'companyId' | 'connectionId' | 'capabilities'>,
): Promise<void> {
  if (capabilities.clientMessageIds) return;
  await tx`select pg_advisory_xact_lock(hashtextextended(${`given ids ${companyId}/${connectionId}`}, 0))`;
}
