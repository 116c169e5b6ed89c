import type { AuditEntry } from '@balcao/shared/audit-log.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as repo from './audit.repo.ts';
import type { Audited, AuditRecord } from './audit-record.ts';

type Change = AuditEntry['changes'][number];

/** Notes who did what, in the transaction of the deed. Last in it: entries of one company wait for each other. */
export function record(tx: Tx, entry: AuditRecord): Promise<void> {
  return repo.insert(tx, { ...entry, entityId: String(entry.entityId), changes: entry.changes ?? [] });
}

export { findChangeFrom } from './audit.repo.ts';

/** Without a person or a program it is the system's deed, in this company's log. */
export type Doer = Pick<Actor, 'companyId' | 'userId' | 'program'>;

/** Records that something was made (`before` is null), changed, or removed (`after` is null). */
export function recordChange<T extends { id: number | string }>(
  tx: Tx,
  doer: Doer,
  { entity, name, fields, hides }: Audited<T>,
  before: T | null,
  after: T | null,
): Promise<void> {
  const row = (after ?? before) as T;
  return record(tx, {
    companyId: doer.companyId,
    actor: doer,
    action: before === null ? 'create' : after === null ? 'delete' : 'update',
    entity,
    entityId: row.id,
    entityName: name(row),
    changes: diff(before && fields(before), after && fields(after), hides),
  });
}

/** Stands for what is there and not told. */
export const MASK = '••••';
const SECRET = /password|secret(?!s)|token(?!s)|hash|key$/i;
/** Enough to recognise a text; whoever wants all of it looks at the object. */
const MAX_CHARS = 500;

/**
 * What differs, field by field. A field that `after` lacks is unchanged; null before is a new object, null after one
 * that is gone. For passwords, secrets and tokens, and what it is asked to hide, it says only that they changed.
 */
export function diff(before: object | null, after: object | null, hides: readonly string[] = []): Change[] {
  const [old, now] = [entries(before), entries(after)];
  const fields = after === null ? [...old.keys()] : [...now.keys()];
  return fields.flatMap((field) => {
    const [from, to] = [written(old.get(field)), written(now.get(field))];
    if (from === to) return [];
    const shown = (text: string | null) =>
      text && (SECRET.test(field) || hides.includes(field) ? MASK : text.slice(0, MAX_CHARS).toWellFormed());
    return [{ field, from: shown(from), to: shown(to) }];
  });
}

const entries = (value: object | null) =>
  new Map(Object.entries(value ?? {}).filter(([, field]) => field !== undefined));

function written(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
