import type { RouteOutput } from './contract/call.ts';
import { auditCalls } from './features/audit/calls.ts';
import { isRetentionKind, type RetentionKind } from './features/retention/kinds.ts';
import { isSettingKey, type SettingKey } from './features/settings/rules.ts';
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

type ListOf<F extends FeatureName> = Extract<Declared<F, 'lists'>, readonly string[]>[number];
/** A list that people take along as a file. */
export type AuditList = { [F in FeatureName]: ListOf<F> }[FeatureName];
type ListKey = { [F in FeatureName]: `${F}:lists.${ListOf<F>}` }[FeatureName];

const LIST_KEYS = Object.fromEntries(
  FEATURE_ENTRIES.flatMap(([name, { lists = [] }]) => lists.map((list) => [list, `${name}:lists.${list}`])),
) as Record<AuditList, ListKey>;
export const AUDIT_LISTS = Object.keys(LIST_KEYS) as AuditList[];

export const isAuditList = (name: string): name is AuditList => Object.hasOwn(LIST_KEYS, name);
/** The key of a list's name: `contacts:lists.contacts`. */
export const listKey = (list: AuditList): ListKey => LIST_KEYS[list];

export const { listAudit, exportAudit, noteDownload } = auditCalls(AUDIT_ENTITIES, AUDIT_LISTS);
export type AuditEntry = RouteOutput<typeof listAudit>['entries'][number];

type NameKey = ListKey | `settings:options.${SettingKey}` | `retention:kinds.${RetentionKind}`;

/** What an entry calls its object: settings, lists and what is kept have the names that people know them by. */
export function entryName(
  { entity, entityId, entityName }: Pick<AuditEntry, 'entity' | 'entityId' | 'entityName'>,
  t: (key: NameKey) => string,
): string {
  if (entity === 'setting' && isSettingKey(entityId)) return t(`settings:options.${entityId}`);
  if (entity === 'list' && isAuditList(entityId)) return `${t(listKey(entityId))} ${entityName}`.trim();
  if (entity === 'retention' && isRetentionKind(entityId)) return t(`retention:kinds.${entityId}`);
  return entityName;
}
