import { ENTITIES, type EntityName } from '@balcao/shared/sync/entities.ts';
import type { Tx } from '../platform/db/client.ts';

/** One row of the change log: what changed in a transaction, without its content. */
export interface LogEntry {
  seq: number;
  entity: EntityName;
  rowId: string;
  op: 'put' | 'delete';
  /** The scopes of the row before and after the change. */
  scopes: string[];
}

export interface LogPage {
  entries: LogEntry[];
  /** Every change up to here is in the page or was before it; null: all that this snapshot has. */
  to: number | null;
}

/**
 * The log after `cursor`, in whole transactions: at most `limit` entries unless a single transaction has more. Entries of
 * entities that only a newer server knows, which runs beside this one during an update, are passed over.
 */
export async function readLog(tx: Tx, companyId: number, cursor: number, limit: number): Promise<LogPage> {
  const entries: LogEntry[] = await tx<LogEntry[]>`
    select seq, entity, row_id, op, scopes from change_log
    where company_id = ${companyId} and seq > ${cursor}
    order by seq limit ${limit + 1}`;
  if (entries.length <= limit) return { entries: entries.filter(isKnown), to: null };
  const cut = entries.at(-1)?.seq ?? cursor;
  const whole = entries.filter((entry) => entry.seq < cut);
  if (whole.length > 0) return { entries: whole.filter(isKnown), to: cut - 1 };
  const single: LogEntry[] = await tx<LogEntry[]>`
    select seq, entity, row_id, op, scopes from change_log where company_id = ${companyId} and seq = ${cut}`;
  return { entries: single.filter(isKnown), to: cut };
}

const isKnown = ({ entity }: LogEntry): boolean => Object.hasOwn(ENTITIES, entity);
