import type { EntityName, MessageRow, Row } from '@balcao/shared/sync/entities.ts';
import { contactsOutOfView, loadContacts } from '../modules/contacts/contacts.sync.ts';
import { loadMessageTails } from '../modules/messages/messages.sync.ts';
import { loadTicketRecords, presentTicket, type TicketRecord } from '../modules/tickets/tickets.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import type { LogEntry } from './log.ts';
import { REGISTRY } from './registry.ts';
import { followsTicket, type View } from './view.ts';

/** Messages that come with a ticket which the console starts to follow. */
export const TAIL_MESSAGES = 30;

/** The rows behind a page of the log, as one snapshot shows them to one console. */
export interface Loaded {
  rows: Map<EntityName, Map<string, Row<EntityName>>>;
  /** Ticket id → its newest messages, for tickets that may not have been followed until now. */
  tails: Map<number, MessageRow[]>;
  contactsLost: string[];
}

/** @param entries that concern this console */
export async function loadRows(tx: Tx, view: View, entries: LogEntry[]): Promise<Loaded> {
  const wanted = new Map<EntityName, Set<string>>();
  const ticketScopes = new Map<string, Set<string>>();
  for (const { entity, rowId, op, scopes } of entries) {
    if (op === 'put') entryOf(wanted, entity, () => new Set()).add(rowId);
    if (entity !== 'ticket') continue;
    const seen = entryOf(ticketScopes, rowId, () => new Set());
    for (const scope of scopes) seen.add(scope);
  }
  const rows: Loaded['rows'] = new Map();
  let tickets: TicketRecord[] = [];
  await Promise.all(
    [...wanted].map(async ([entity, ids]) => {
      if (entity === 'ticket') {
        tickets = await loadTicketRecords(tx, view.actor, [...ids]);
        rows.set('ticket', byId(tickets.map(presentTicket)));
      } else rows.set(entity, byId(await loadEntity(tx, view, entity, [...ids])));
    }),
  );

  const contacts = entryOf(rows, 'contact', () => new Map());
  const missing = tickets.map((ticket) => String(ticket.contactId)).filter((id) => !contacts.has(id));
  const begun = tickets.filter(
    (ticket) => followsTicket(view, ticket) && hasMoved(ticket, ticketScopes.get(String(ticket.id))),
  );
  const lost = [...(wanted.get('ticket') ?? [])].filter((id) => !rows.get('ticket')?.has(id));
  const [brought, tails, contactsLost] = await Promise.all([
    missing.length > 0 ? loadContacts(tx, view.actor, missing) : [],
    loadMessageTails(
      tx,
      view.actor,
      begun.map((ticket) => ticket.id),
      TAIL_MESSAGES,
    ),
    contactsOutOfView(tx, view.actor, lost),
  ]);
  for (const contact of brought) contacts.set(String(contact.id), contact);
  return { rows, tails: Map.groupBy(tails, (message) => message.ticketId), contactsLost };
}

/** The log says more than the row's own scopes: it changed hands or status, and may not have been followed before. */
function hasMoved(ticket: TicketRecord, logged: Set<string> | undefined): boolean {
  if (!logged) return false;
  return ticket.scopes.length !== logged.size || ticket.scopes.some((scope) => !logged.has(scope));
}

function loadEntity(tx: Tx, view: View, entity: EntityName, ids: string[]): Promise<Row<EntityName>[]> {
  return REGISTRY[entity].load(tx, view.actor, ids);
}

function byId(rows: Row<EntityName>[]): Map<string, Row<EntityName>> {
  return new Map(rows.map((row) => [String(row.id), row]));
}

export function entryOf<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
