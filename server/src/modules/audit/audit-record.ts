import type { AuditEntity, AuditEntry } from '@balcao/shared/audit-log.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { AuditAction } from '@balcao/shared/features/audit/calls.ts';

/** One deed, as whoever does it describes it. */
export interface AuditRecord {
  /**
   * The company whose log it stands in: the one that it happened to, or the operator's for what belongs to the
   * platform.
   */
  companyId: number;
  /** Null when the system did it. A program is told by its name. */
  actor: Pick<Actor, 'companyId' | 'userId' | 'program'> | null;
  action: AuditAction;
  entity: AuditEntity;
  entityId: string | number;
  /** What the object is called now, for when it is gone. The log outlives customers: their names are masked (`maskName`). */
  entityName: string;
  changes?: AuditEntry['changes'];
}

/** What the log tells of one kind of thing. */
export interface Audited<T> {
  entity: AuditEntity;
  name(row: T): string;
  /** The fields whose changes it tells. */
  fields(row: T): object;
  /** Of these it tells only that they changed: what customers are called, have, or are told. */
  hides?: readonly string[];
}
