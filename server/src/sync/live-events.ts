import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import { ENTITIES, type EntityName, type Row } from '@balcao/shared/sync/entities.ts';
import { type LiveEvent, liveEventName } from '@balcao/shared/sync/live-events.ts';
import type { Tx } from '../platform/db/client.ts';
import { loadRecords, type RecordFor } from './live-records.ts';
import type { Loaded } from './load.ts';
import type { LogEntry } from './log.ts';
import { REGISTRY } from './registry.ts';
import type { LiveLinks, SyncedEntity } from './synced-entity.ts';
import type { View } from './view.ts';

/** What events need beside the rows of consoles. */
export interface LiveRows {
  recordFor: RecordFor;
  /** Rows that came into being in this page of the log. */
  created: Set<string>;
}

const keyOf = (entity: EntityName, id: string) => `${entity}/${id}`;

/** @param to last number of the page; null: all that the snapshot has */
export async function loadLiveRows(
  tx: Tx,
  companyId: number,
  cursor: number,
  to: number | null,
  loaded: Loaded,
  links: LiveLinks,
): Promise<LiveRows> {
  const entities = [...loaded.rows.keys()].filter((entity) => ENTITIES[entity].live.length > 0);
  const [recordFor, ...made] = await Promise.all([
    loadRecords(tx, companyId, loaded, links),
    ...entities.map((entity) => loadCreated(tx, companyId, cursor, to, entity)),
  ]);
  return { recordFor, created: new Set(made.flat()) };
}

/** `now()` is one instant for a whole transaction: a row as old as an entry of the log was made with it. */
async function loadCreated(
  tx: Tx,
  companyId: number,
  cursor: number,
  to: number | null,
  entity: EntityName,
): Promise<string[]> {
  const { table, key, madeAt = 'created_at', isShared }: SyncedEntity<EntityName> = REGISTRY[entity];
  const type = { number: tx`bigint`, uuid: tx`uuid`, text: tx`text` }[ENTITIES[entity].id];
  // The log hears later of rows that all companies share: those are new which nobody has changed since.
  const isNew = isShared
    ? tx`r.updated_at = r.created_at`
    : tx`r.company_id = l.company_id and r.${tx(madeAt)} = l.at`;
  const rows = await tx<{ rowId: string }[]>`
    select l.row_id from change_log l
    join ${tx(table)} r on r.${tx(key)} = l.row_id::${type} and ${isNew}
    where l.company_id = ${companyId} and l.seq > ${cursor} ${to === null ? tx`` : tx`and l.seq <= ${to}`}
      and l.entity = ${entity}`;
  return rows.map(({ rowId }) => keyOf(entity, rowId));
}

/** What the log up to `to` means for one view: each row once, as it is now. */
export function composeEvents(
  companyId: number,
  entries: readonly LogEntry[],
  loaded: Loaded,
  { recordFor, created }: LiveRows,
  view: View,
  to: number,
): LiveEvent[] {
  const last = new Map<string, LogEntry>();
  for (const entry of entries) if (entry.seq <= to) last.set(keyOf(entry.entity, entry.rowId), entry);
  return [...last].flatMap(([key, { entity, rowId, op }]) => {
    const found = loaded.rows.get(entity)?.get(rowId);
    const isSeen = op === 'put' && found !== undefined && view.sees(found.scopes);
    // A chat that goes, or that its reader leaves, takes its messages along.
    if (entity === 'chatMessage' && !isSeen) return [];
    const action = created.has(key) ? 'create' : 'update';
    const change: Omit<LiveEvent, 'event'> = isSeen
      ? {
          action:
            actionOf(entity, found.row) ?? (entity === 'chatMessage' ? ACTIONS_IN_CHAT[action] : action),
          record: recordFor(entity, found, view),
        }
      : { action: 'delete', record: { id: idOf(entity, rowId) } };
    const place = { userId: view.actor.userId, chatId: chatOf(entity, rowId, found?.row) };
    return ENTITIES[entity].live.map((name) => ({ event: liveEventName(companyId, name, place), ...change }));
  });
}

const ACTIONS_IN_CHAT = { create: 'new-message', update: 'update-message' } as const;

function chatOf(entity: EntityName, rowId: string, row: Row<EntityName> | undefined): number | null {
  if (entity === 'chat') return Number(rowId);
  return entity === 'chatMessage' && row ? (row as ChatMessageRow).chatId : null;
}

function actionOf(entity: EntityName, row: Row<EntityName>): LiveEvent['action'] | undefined {
  const { action }: SyncedEntity<EntityName> = REGISTRY[entity];
  return action?.(row);
}

const idOf = (entity: EntityName, rowId: string) =>
  ENTITIES[entity].id === 'number' ? Number(rowId) : rowId;
