import type { Person } from '@balcao/shared/contract/roles.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import type { LiveEvent } from '@balcao/shared/sync/live-events.ts';
import type { MediaLinks } from '../modules/media/media.links.ts';
import type { Tx } from '../platform/db/client.ts';

/** How an entity reaches a console: all of it at once, or what belongs to the tickets in view. */
type Strategy = 'instant' | 'partial';

/** Gives messages the address of their file, as REST does. */
export type LiveLinks = Pick<MediaLinks, 'of'>;

/** A row as REST answers it to this actor, who sees it. */
export type Present<E extends EntityName> = (row: Row<E>, actor: Person) => object;

/** What the server's side of the feed knows of an entity. Its module exports it. */
export interface SyncedEntity<E extends EntityName> {
  /** The table whose rows the log names; its trigger `feed` writes the log. */
  table: string;
  /** The column that is the row's id in the log. */
  key: 'id' | 'key';
  /** The column that says when the row came to be, where that is not `created_at`. */
  madeAt?: string;
  /** Its rows belong to no company: they are the same for all, and a job names them in every log. */
  isShared?: true;
  /** Tables whose rows are shown inside this entity's: their triggers name it. */
  dependents?: readonly string[];
  strategy: Strategy;
  /** The rows of the company in this snapshot, for everybody: their scopes say who may see them. */
  load(tx: Tx, companyId: number, ids: readonly string[]): Promise<Scoped<Row<E>>[]>;
  /** The row without what this actor may not know of it: a matter of profile, so that colleagues can be shown the same. */
  show?(row: Row<E>, actor: Person): Row<E>;
  /** The word with which live events tell of this row, where it is another than that of its change. */
  action?(row: Row<E>): LiveEvent['action'] | undefined;
  /** Where REST answers more than consoles store: reads what these rows lack, for everybody. */
  view?(tx: Tx, companyId: number, rows: readonly Row<E>[], links: LiveLinks): Promise<Present<E>>;
}

/** A view whose records are read by the ids of the rows. */
export const viewById =
  <E extends EntityName>(
    load: (tx: Tx, companyId: number, ids: readonly string[]) => Promise<readonly { id: Row<E>['id'] }[]>,
  ) =>
  async (tx: Tx, companyId: number, rows: readonly Row<E>[]): Promise<Present<E>> => {
    const records = await load(
      tx,
      companyId,
      rows.map(({ id }) => String(id)),
    );
    const byId = new Map(records.map((record) => [record.id, record]));
    return (row) => byId.get(row.id) ?? row;
  };
