import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { NoticedConnection } from '../../platform/notice-address.ts';

/** A connection as far as a notice asks for it. */
export interface Listener {
  kind: ConnectionKind;
  /** Sealed. */
  credentials: Buffer | null;
  desired: 'running' | 'stopped';
}

export async function findListener(
  tx: Tx,
  { companyId, connectionId }: NoticedConnection,
): Promise<Listener | undefined> {
  const [row] = await tx<Listener[]>`
    select kind, credentials, desired from connections
    where company_id = ${companyId} and id = ${connectionId} and deleted_at is null`;
  return row;
}

/** Whether so many notices of a connection wait. */
export async function isFull(
  tx: Tx,
  { companyId, connectionId }: NoticedConnection,
  most: number,
): Promise<boolean> {
  const [row] = await tx`
    select from channel_notices where company_id = ${companyId} and connection_id = ${connectionId}
    order by id offset ${most - 1} limit 1`;
  return row !== undefined;
}

/** One that waits already changes nothing. */
export async function keep(
  tx: Tx,
  { companyId, connectionId }: NoticedConnection,
  body: Uint8Array,
): Promise<void> {
  await tx`
    insert into channel_notices (company_id, connection_id, body) values (${companyId}, ${connectionId}, ${body})
    on conflict (company_id, connection_id, sha256) do nothing`;
}
