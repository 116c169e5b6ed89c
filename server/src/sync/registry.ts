import { type Actor, rowFor, type Scoped, sightOf } from '@balcao/shared/permissions.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import { loadConnections, showConnection } from '../modules/connections/connections.sync.ts';
import { loadContacts } from '../modules/contacts/contacts.sync.ts';
import { loadMessages } from '../modules/messages/messages.sync.ts';
import { loadQueues } from '../modules/queues/queues.sync.ts';
import { loadQuickMessages } from '../modules/quick-messages/quick-messages.sync.ts';
import { loadSchedules } from '../modules/schedules/schedules.sync.ts';
import { loadSettings } from '../modules/settings/settings.sync.ts';
import { loadTags } from '../modules/tags/tags.sync.ts';
import { loadTickets } from '../modules/tickets/tickets.sync.ts';
import { loadUsers } from '../modules/users/users.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import type { View } from './view.ts';

/** How an entity reaches a console: all of it at once, or what belongs to the tickets in view. */
type Strategy = 'instant' | 'partial';

export interface SyncedEntity<E extends EntityName> {
  /** The table whose rows the log names; its trigger `feed` writes the log. */
  table: string;
  /** The column that is the row's id in the log. */
  key: 'id' | 'key';
  strategy: Strategy;
  /** The rows of the company in this snapshot, for everybody: their scopes say who may see them. */
  load(tx: Tx, companyId: number, ids: readonly string[]): Promise<Scoped<Row<E>>[]>;
  /** The row without what this actor may not know of it: a matter of profile, so that colleagues can be shown the same. */
  show?(row: Row<E>, actor: Actor): Row<E>;
}

export const REGISTRY: { [E in EntityName]: SyncedEntity<E> } = {
  user: { table: 'users', key: 'id', strategy: 'instant', load: loadUsers },
  queue: { table: 'queues', key: 'id', strategy: 'instant', load: loadQueues },
  tag: { table: 'tags', key: 'id', strategy: 'instant', load: loadTags },
  quickMessage: { table: 'quick_messages', key: 'id', strategy: 'instant', load: loadQuickMessages },
  schedule: { table: 'schedules', key: 'id', strategy: 'instant', load: loadSchedules },
  connection: {
    table: 'connections',
    key: 'id',
    strategy: 'instant',
    load: loadConnections,
    show: showConnection,
  },
  setting: { table: 'settings', key: 'key', strategy: 'instant', load: loadSettings },
  contact: { table: 'contacts', key: 'id', strategy: 'partial', load: loadContacts },
  ticket: { table: 'tickets', key: 'id', strategy: 'partial', load: loadTickets },
  message: { table: 'messages', key: 'id', strategy: 'partial', load: loadMessages },
};

/** A row as this actor, who sees it, is shown it. */
export function shown<E extends EntityName>(
  entity: E,
  found: Scoped<Row<E>>,
  { actor, sees }: Pick<View, 'actor' | 'sees'>,
): Row<E> {
  const { show }: SyncedEntity<E> = REGISTRY[entity];
  const row = rowFor(found, sees);
  return show ? show(row, actor) : row;
}

/** The rows among `ids` that the actor may see in this snapshot. */
export async function loadVisible<E extends EntityName>(
  tx: Tx,
  actor: Actor,
  entity: E,
  ids: readonly string[],
): Promise<Row<E>[]> {
  const { load }: SyncedEntity<E> = REGISTRY[entity];
  const sees = sightOf(actor);
  const found = await load(tx, actor.companyId, ids);
  return found.filter(({ scopes }) => sees(scopes)).map((row) => shown(entity, row, { actor, sees }));
}

/** Tables whose rows are shown inside another entity's: their trigger names that one. */
export const DEPENDENT_TABLES = {
  block_orders: 'contact',
  connection_queues: 'queue',
  user_queues: 'user',
  media: 'message',
  ticket_tags: 'ticket',
} as const satisfies Record<string, EntityName>;
