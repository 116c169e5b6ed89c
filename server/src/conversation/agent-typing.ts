import type { ChannelSession } from '../channels/channel.ts';
import type { Bus } from '../platform/bus.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { createLatest } from '../platform/latest.ts';
import { AGENT_TYPING, type TicketTyping } from '../platform/realtime/typing-topics.ts';
import { addressOf, type Recipient, recipientColumns } from './address.ts';

/** Phones show that somebody writes for about twice as long. */
const AGAIN_MS = 8_000;
/** Conversations that are remembered, and questions to the database at a time; whatever is more is dropped. */
const LIMITS = { tickets: 2_000, asking: 4 };

/**
 * Shows customers that their agent writes, through the connection that this process holds.
 *
 * @returns how to stop
 */
export function showAgentsTyping(
  { db, bus }: { db: Database; bus: Bus },
  sessionOf: (connectionId: number) => ChannelSession | undefined,
): () => void {
  const last = new Map<string, { state: string; at: number }>();
  const show = createLatest<TicketTyping>(LIMITS.asking, async ({ companyId, ticketId, state }) => {
    const found = await db.readCompany(companyId, (tx) => findChat(tx, companyId, ticketId));
    const session = found && sessionOf(found.connectionId);
    if (!found || session?.companyId !== companyId || !session.isReady() || !session.capabilities.typing)
      return;
    const chat = addressOf(found, session.capabilities.identities);
    if (chat) await session.setTyping(chat, state);
  });

  return bus.on(AGENT_TYPING, (data) => {
    const typing = data as TicketTyping;
    const key = `${typing.companyId}/${typing.ticketId}`;
    const before = last.get(key);
    const now = performance.now();
    if (before?.state === typing.state && now - before.at < AGAIN_MS) return;
    if (!show(key, typing)) return;
    last.delete(key);
    if (typing.state !== 'paused') last.set(key, { state: typing.state, at: now });
    if (last.size > LIMITS.tickets) for (const oldest of last.keys()) if (last.delete(oldest)) break;
  });
}

async function findChat(
  tx: Tx,
  companyId: number,
  ticketId: number,
): Promise<(Recipient & { connectionId: number }) | undefined> {
  const [row] = await tx<(Recipient & { connectionId: number })[]>`
    select t.connection_id, ${recipientColumns(tx)} from tickets t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = ${companyId} and t.id = ${ticketId}`;
  return row;
}
