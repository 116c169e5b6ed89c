import type { Person } from '@balcao/shared/contract/roles.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { RowSet } from '@balcao/shared/sync/entities.ts';
import type { FetchFrame, PageFrame } from '@balcao/shared/sync/frames.ts';
import { find as findChat } from '../modules/chats/chats.repo.ts';
import { listMessagesBefore as listChatMessagesBefore } from '../modules/chats/chats.sync.ts';
import { loadTicketContacts } from '../modules/contacts/contacts.sync.ts';
import { listMessagesBefore } from '../modules/messages/messages.sync.ts';
import { listVisibleTickets, loadTickets, ticketAccess } from '../modules/ticket-list/ticket-rows.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import { rowSets } from './compose.ts';

/** Answers a console's request for rows that its working set does not hold. */
export async function readPage(tx: Tx, actor: Person, request: FetchFrame): Promise<PageFrame> {
  const { reqId } = request;
  const refuse = (code: ErrorCode): PageFrame => ({ type: 'page', reqId, sets: [], hasMore: false, code });
  if (request.what === 'closedTickets') {
    const { before, limit } = request;
    const page = { status: 'closed', before, listed: true, limit: limit + 1 } as const;
    const found = await listVisibleTickets(tx, actor, page);
    const tickets = found.slice(0, limit);
    return {
      type: 'page',
      reqId,
      sets: await withContacts(tx, actor, tickets),
      hasMore: found.length > limit,
    };
  }

  if (request.what === 'chatMessages') {
    const { chatId, before, limit } = request;
    if (!(await findChat(tx, actor, { id: chatId }))) return refuse('ERR_NO_CHAT_FOUND');
    const found = await listChatMessagesBefore(tx, actor.companyId, chatId, before, { limit: limit + 1 });
    const sets = rowSets('chatMessage', found.slice(0, limit));
    return { type: 'page', reqId, sets, hasMore: found.length > limit };
  }

  const ticket = await ticketAccess(
    tx,
    actor,
    request.what === 'ticket' ? { uuid: request.uuid } : { id: request.ticketId },
  );
  if (ticket.access === 'missing') return refuse('ERR_NO_TICKET_FOUND');
  if (ticket.access === 'hidden') return refuse('ERR_TICKET_FOREIGN_QUEUE');
  if (request.what === 'ticket') {
    const found = await loadTickets(tx, actor.companyId, [String(ticket.id)]);
    const rows = found.map(({ row }) => row);
    const sets = await withContacts(tx, actor, rows);
    return { type: 'page', reqId, sets, hasMore: false };
  }
  const { before, limit } = request;
  const messages = await listMessagesBefore(tx, actor, ticket.contactId, before, limit + 1);
  return {
    type: 'page',
    reqId,
    sets: rowSets('message', messages.slice(0, limit)),
    hasMore: messages.length > limit,
  };
}

async function withContacts(tx: Tx, actor: Person, tickets: TicketRow[]): Promise<RowSet[]> {
  const ids = new Set(tickets.map((ticket) => ticket.contactId));
  const contacts = await loadTicketContacts(tx, actor.companyId, ids);
  return [...rowSets('contact', contacts), ...rowSets('ticket', tickets)];
}
