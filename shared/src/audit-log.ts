import type { RouteOutput } from './contract/call.ts';
import { auditCalls } from './features/audit/calls.ts';
import { type Declared, FEATURE_ENTRIES, type FeatureName } from './features.ts';

type EntityOf<F extends FeatureName> = Extract<Declared<F, 'logged'>, readonly string[]>[number];
/** An object that the audit log names. */
export type AuditEntity = { [F in FeatureName]: EntityOf<F> }[FeatureName];
type NounKey = { [F in FeatureName]: `${F}:nouns.${EntityOf<F>}` }[FeatureName];

export const AUDIT_ENTITIES = FEATURE_ENTRIES.flatMap(([, { logged = [] }]) => logged) as AuditEntity[];

const NOUNS = Object.fromEntries(
  FEATURE_ENTRIES.flatMap(([name, { logged = [] }]) =>
    logged.map((entity) => [entity, `${name}:nouns.${entity}`]),
  ),
) as Record<AuditEntity, NounKey>;

/** The key of an object's noun: `tags:nouns.tag`. */
export const nounKey = (entity: AuditEntity): NounKey => NOUNS[entity];

export const { listAudit } = auditCalls(AUDIT_ENTITIES);
export type AuditEntry = RouteOutput<typeof listAudit>['entries'][number];
