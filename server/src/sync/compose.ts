import {
  ENTITY_NAMES,
  type EntityName,
  type MessageRow,
  type Row,
  type RowSet,
} from '@balcao/shared/sync/entities.ts';
import type { BatchFrame } from '@balcao/shared/sync/frames.ts';
import { entryOf, type Loaded, TAIL_MESSAGES } from './load.ts';
import type { LogEntry } from './log.ts';

/**
 * What the log up to `to` means for one console, by the rows of the snapshot: a row that is not there any more was
 * deleted, or left its view (I8).
 *
 * @param perTicket messages of one ticket; older ones become a gap
 */
export function compose(
  entries: LogEntry[],
  loaded: Loaded,
  to: number,
  perTicket: number,
): Pick<BatchFrame, 'puts' | 'evicts' | 'deletes' | 'gaps'> {
  const last = new Map<string, LogEntry>();
  for (const entry of entries) if (entry.seq <= to) last.set(`${entry.entity}/${entry.rowId}`, entry);

  const puts = new Map<EntityName, Map<string, Row<EntityName>>>();
  const evicts = new Map<EntityName, string[]>();
  const deletes = new Map<EntityName, string[]>();
  const put = (entity: EntityName, id: string, row: Row<EntityName>) =>
    entryOf(puts, entity, () => new Map()).set(id, row);
  for (const { entity, rowId, op } of last.values()) {
    const row = loaded.rows.get(entity)?.get(rowId);
    if (op === 'delete') entryOf(deletes, entity, () => []).push(rowId);
    else if (row) put(entity, rowId, row);
    else entryOf(evicts, entity, () => []).push(rowId);
    if (entity !== 'ticket' || !row) continue;
    const { id, contactId } = row as Row<'ticket'>;
    const contact = loaded.rows.get('contact')?.get(String(contactId));
    if (contact) put('contact', String(contactId), contact);
    for (const message of loaded.tails.get(id) ?? []) put('message', message.id, message);
  }
  if (evicts.has('ticket') && loaded.contactsLost.length > 0)
    evicts.set('contact', [...new Set([...(evicts.get('contact') ?? []), ...loaded.contactsLost])]);

  const gaps = limitMessages(puts.get('message') as Map<string, MessageRow> | undefined, loaded, perTicket);
  return {
    puts: ENTITY_NAMES.flatMap((entity) => rowSets(entity, [...(puts.get(entity)?.values() ?? [])])),
    evicts: [...evicts].map(([entity, ids]) => ({ entity, ids })),
    deletes: [...deletes].map(([entity, ids]) => ({ entity, ids })),
    gaps,
  };
}

/** Keeps the newest `perTicket` messages of each ticket; below them, and below a tail, the console must page. */
function limitMessages(
  messages: Map<string, MessageRow> | undefined,
  loaded: Loaded,
  perTicket: number,
): BatchFrame['gaps'] {
  const gaps: BatchFrame['gaps'] = [];
  const groups = Map.groupBy(messages?.values() ?? [], (message) => message.ticketId);
  for (const [ticketId, group] of groups) {
    const ordered = group.toSorted(byTime);
    const tail = loaded.tails.get(ticketId);
    const dropped = ordered.slice(0, -perTicket);
    for (const message of dropped) messages?.delete(message.id);
    const oldest =
      dropped.length > 0 ? ordered[dropped.length] : tail?.length === TAIL_MESSAGES ? tail[0] : undefined;
    if (oldest) gaps.push({ ticketId, before: { createdAt: oldest.createdAt, id: oldest.id } });
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
