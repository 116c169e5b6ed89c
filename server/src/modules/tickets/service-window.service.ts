import {
  type Channel,
  type ConnectionKind,
  featuresOf,
} from '@balcao/shared/features/connections/channel.ts';
import { isAnswerable } from '@balcao/shared/features/messages/service-window.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Whether a ticket's customer may be written to now, through this connection: some messengers have hours for it. */
export async function mayBeAnswered(
  tx: Tx,
  { companyId, ticketId, connectionId }: { companyId: number; ticketId: number; connectionId: number },
  at: Date,
): Promise<boolean> {
  const [row] = await tx<{ kind: ConnectionKind; channel: Channel; customerWroteAt: Date | null }[]>`
    select w.kind, w.channel, t.customer_wrote_at from tickets t
    join connections w on w.company_id = t.company_id and w.id = ${connectionId}
    where t.company_id = ${companyId} and t.id = ${ticketId}`;
  return !row || isAnswerable(featuresOf(row), row.customerWroteAt, at);
}
