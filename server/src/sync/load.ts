import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import { loadContacts } from '../modules/contacts/contacts.sync.ts';
import { loadMessageTails } from '../modules/messages/messages.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import type { LogEntry } from './log.ts';
import { REGISTRY } from './registry.ts';
import { followsTicket, type View } from './view.ts';

/** Messages that come with a contact whom the console starts to follow. */
export const TAIL_MESSAGES = 30;

/** The rows behind a page of the log, as one snapshot has them for everybody. */
export interface Loaded {
  rows: Map<EntityName, Map<string, Scoped<Row<EntityName>>>>;
  /** Contact id → the newest messages, for contacts that may not have been followed until now. */
  tails: Map<number, Scoped<MessageRow>[]>;
}

/**
 * @param views of the consoles that are to get it
 * @param entries that concern any of them
 */
export async function loadRows(
  tx: Tx,
  companyId: number,
  views: readonly View[],
  entries: readonly LogEntry[],
): Promise<Loaded> {
  const wanted = new Map<EntityName, Set<string>>();
  for (const { entity, rowId, op } of entries)
    if (op === 'put') entryOf(wanted, entity, () => new Set()).add(rowId);
  const ticketIds = [...(wanted.get('ticket') ?? [])];
  // A ticket always brings its contact.
  if (ticketIds.length > 0) entryOf(wanted, 'contact', () => new Set());

  const rows: Loaded['rows'] = new Map();
  await Promise.all(
    [...wanted].map(async ([entity, ids]) => {
      const found: Scoped<Row<EntityName>>[] =
        entity === 'contact'
          ? await loadContacts(tx, companyId, [...ids], ticketIds)
          : await REGISTRY[entity].load(tx, companyId, [...ids]);
      rows.set(entity, new Map(found.map((scoped) => [String(scoped.row.id), scoped])));
    }),
  );
  const tickets = [...(rows.get('ticket')?.values() ?? [])] as Scoped<TicketRow>[];
  const begun = haveMoved(tickets, entries).filter(({ row, scopes }) =>
    views.some((view) => view.sees(scopes) && followsTicket(view, row)),
  );
  const contactIds = [...new Set(begun.map(({ row }) => row.contactId))];
  const tails = await loadMessageTails(tx, companyId, contactIds, TAIL_MESSAGES);
  return { rows, tails: Map.groupBy(tails, ({ row }) => row.contactId) };
}

/** Tickets with more scopes in the log than of their own: they changed hands or status, and may be new to a follower. */
function haveMoved(tickets: Scoped<TicketRow>[], entries: readonly LogEntry[]): Scoped<TicketRow>[] {
  const logged = new Map<string, Set<string>>();
  for (const { entity, rowId, scopes } of entries) {
    if (entity !== 'ticket') continue;
    const seen = entryOf(logged, rowId, () => new Set());
    for (const scope of scopes) seen.add(scope);
  }
  return tickets.filter(({ row, scopes }) => {
    const seen = logged.get(String(row.id));
    return seen && (scopes.length !== seen.size || scopes.some((scope) => !seen.has(scope)));
  });
}

export function entryOf<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
