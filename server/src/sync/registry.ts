import type { Actor } from '@balcao/shared/permissions.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import { loadConnections } from '../modules/connections/connections.sync.ts';
import { loadContacts } from '../modules/contacts/contacts.sync.ts';
import { loadMessages } from '../modules/messages/messages.sync.ts';
import { loadQueues } from '../modules/queues/queues.sync.ts';
import { loadSettings } from '../modules/settings/settings.sync.ts';
import { loadTickets } from '../modules/tickets/tickets.sync.ts';
import { loadUsers } from '../modules/users/users.sync.ts';
import type { Tx } from '../platform/db/client.ts';

/** How an entity reaches a console (sync-protocol 4.4): all of it at once, or what belongs to the tickets in view. */
type Strategy = 'instant' | 'partial';

export interface SyncedEntity<E extends EntityName> {
  /** The table whose rows the log names; its trigger `feed` writes the log. */
  table: string;
  /** The column that is the row's id in the log. */
  key: 'id' | 'key';
  strategy: Strategy;
  /** The rows among `ids` that the actor may see in this snapshot. */
  load(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Row<E>[]>;
}

export const REGISTRY: { [E in EntityName]: SyncedEntity<E> } = {
  user: { table: 'users', key: 'id', strategy: 'instant', load: loadUsers },
  queue: { table: 'queues', key: 'id', strategy: 'instant', load: loadQueues },
  connection: { table: 'connections', key: 'id', strategy: 'instant', load: loadConnections },
  setting: { table: 'settings', key: 'key', strategy: 'instant', load: loadSettings },
  contact: { table: 'contacts', key: 'id', strategy: 'partial', load: loadContacts },
  ticket: { table: 'tickets', key: 'id', strategy: 'partial', load: loadTickets },
  message: { table: 'messages', key: 'id', strategy: 'partial', load: loadMessages },
};

/** Tables whose rows are shown inside another entity's: their trigger names that one. */
export const DEPENDENT_TABLES = { user_queues: 'user', media: 'message' } as const satisfies Record<
  string,
  EntityName
>;
