import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';
import type { ChannelSession, ChatAddress } from '../channels/channel.ts';
import type { Bus } from '../platform/bus.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { createLatest } from '../platform/latest.ts';
import { CUSTOMER_TYPING, type TicketTyping } from '../platform/realtime/typing-topics.ts';
import { isOneOf } from './contacts.ts';

/** The same again within this time says nothing new. */
const AGAIN_MS = 3_000;
/** Chats that are remembered, and questions to the database at a time; whatever is more is dropped. */
const LIMITS = { chats: 2_000, asking: 4 };

interface CustomerWrites {
  session: ChannelSession;
  chat: ChatAddress;
  state: TypingState;
}

/** Tells the consoles that customers write; nothing of it is stored, and under load it is the first thing to go. */
export function createTypingNews({ db, bus }: { db: Database; bus: Bus }) {
  const last = new Map<string, { state: TypingState; at: number }>();
  const tell = createLatest<CustomerWrites>(LIMITS.asking, async ({ session, chat, state }) => {
    const { companyId, connectionId } = session;
    const ticketId = await db.readCompany(companyId, (tx) => findTicket(tx, companyId, connectionId, chat));
    if (ticketId) bus.send(CUSTOMER_TYPING, { companyId, ticketId, state } satisfies TicketTyping);
  });

  return (session: ChannelSession, chat: ChatAddress, state: TypingState): void => {
    const [{ kind, value }] = chat.identities;
    const key = `${session.connectionId}/${kind}:${value}`;
    const before = last.get(key);
    const now = performance.now();
    if (before?.state === state && now - before.at < AGAIN_MS) return;
    // The end of nothing.
    if (!before && state === 'paused') return;
    if (!tell(key, { session, chat, state })) return;
    last.delete(key);
    if (state !== 'paused') last.set(key, { state, at: now });
    if (last.size > LIMITS.chats) for (const oldest of last.keys()) if (last.delete(oldest)) break;
  };
}

/** The conversation under way; typing makes none. */
async function findTicket(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
): Promise<number | undefined> {
  const [ticket] = await tx<{ id: number }[]>`
    select t.id from tickets t
    where t.company_id = ${companyId} and t.connection_id = ${connectionId} and t.status <> 'closed'
      and t.contact_id in (select i.contact_id from contact_identities i
        where i.company_id = ${companyId} and ${isOneOf(tx, chat)})
    limit 1`;
  return ticket?.id;
}
