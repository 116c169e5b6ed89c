import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { rowFor, type Scoped } from '@balcao/shared/permissions.ts';
import { ENTITY_NAMES, type EntityName, type Row, type RowSet } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame } from '@balcao/shared/sync/frames.ts';
import { entryOf, type Loaded, TAIL_MESSAGES } from './load.ts';
import type { LogEntry } from './log.ts';
import { shown } from './registry.ts';
import { followsTicket, type View } from './view.ts';

/**
 * What the log up to `to` means for one view, by the rows of the snapshot: a row that is not there any more was
 * deleted, or left the view (I8).
 *
 * @param entries that concern the view
 * @param perContact messages of one contact; older ones become a gap
 */
export function compose(
  entries: readonly LogEntry[],
  loaded: Loaded,
  view: View,
  to: number,
  perContact: number,
): Pick<BatchFrame, 'puts' | 'evicts' | 'deletes' | 'gaps'> {
  const last = new Map<string, LogEntry>();
  for (const entry of entries) if (entry.seq <= to) last.set(`${entry.entity}/${entry.rowId}`, entry);

  const puts = new Map<EntityName, Map<string, Row<EntityName>>>();
  const evicts = new Map<EntityName, Set<string>>();
  const deletes = new Map<EntityName, Set<string>>();
  const tails = new Map<number, Tail>();
  const put = (entity: EntityName, id: string, row: Row<EntityName>) =>
    entryOf(puts, entity, () => new Map()).set(id, row);
  const name = (names: typeof evicts, entity: EntityName, id: string) =>
    entryOf(names, entity, () => new Set()).add(id);
  for (const { entity, rowId, op } of last.values()) {
    const found = loaded.rows.get(entity)?.get(rowId);
    const visible = found !== undefined && view.sees(found.scopes);
    if (op === 'delete') name(deletes, entity, rowId);
    else if (visible) put(entity, rowId, shown(entity, found, view));
    else name(evicts, entity, rowId);
    if (entity !== 'ticket' || !found) continue;
    const ticket = found.row as TicketRow;
    const contact = loaded.rows.get('contact')?.get(String(ticket.contactId));
    if (visible) {
      if (contact) put('contact', String(ticket.contactId), contact.row);
      if (followsTicket(view, ticket))
        tails.set(ticket.contactId, tailFor(view, loaded.tails.get(ticket.contactId)));
    } else if (contact && !view.sees(contact.scopes)) name(evicts, 'contact', String(ticket.contactId));
  }
  for (const { messages } of tails.values())
    for (const message of messages) put('message', message.id, message);

  const messages = puts.get('message') as Map<string, MessageRow> | undefined;
  const gaps = limitMessages(messages, tails, perContact);
  return {
    puts: ENTITY_NAMES.flatMap((entity) => rowSets(entity, [...(puts.get(entity)?.values() ?? [])])),
    evicts: [...evicts].map(([entity, ids]) => ({ entity, ids: [...ids] })),
    deletes: [...deletes].map(([entity, ids]) => ({ entity, ids: [...ids] })),
    gaps,
  };
}

interface Tail {
  /** Oldest first. */
  messages: MessageRow[];
  /** Older messages exist. */
  isFull: boolean;
}

function tailFor(view: View, found: Scoped<MessageRow>[] = []): Tail {
  const seen = found.filter(({ scopes }) => view.sees(scopes));
  return {
    messages: seen.map((message) => rowFor(message, view.sees)),
    isFull: found.length === TAIL_MESSAGES,
  };
}

/** Keeps the newest `perContact` messages of each contact; below them, and below a tail, the console must page. */
function limitMessages(
  messages: Map<string, MessageRow> | undefined,
  tails: Map<number, Tail>,
  perContact: number,
): BatchFrame['gaps'] {
  const gaps: BatchFrame['gaps'] = [];
  const groups = Map.groupBy(messages?.values() ?? [], (message) => message.contactId);
  for (const [contactId, group] of groups) {
    const ordered = group.toSorted(byTime);
    const tail = tails.get(contactId);
    const dropped = ordered.slice(0, -perContact);
    for (const message of dropped) messages?.delete(message.id);
    const oldest = dropped.length > 0 ? ordered[dropped.length] : tail?.isFull ? tail.messages[0] : undefined;
    if (oldest) gaps.push({ contactId, before: { createdAt: oldest.createdAt, id: oldest.id } });
  }
  return gaps;
}

const byTime = (a: MessageRow, b: MessageRow) =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1;

/** One set for an entity, none when it has no rows. */
export function rowSets<E extends EntityName>(entity: E, rows: Row<E>[]): RowSet[] {
  // The pair is right by construction; the compiler cannot follow it through the union.
  return rows.length === 0 ? [] : [{ entity, rows } as unknown as RowSet];
}
