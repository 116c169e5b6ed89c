import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, pageNumber, searchParam } from '../../contract/fields.ts';
import { FEATURES, type FeatureName } from '../../features.ts';

/** Who did what to which object. Entries are written with the change itself and can never be changed. */

type EntityOf<F extends FeatureName> = (typeof FEATURES)[F]['logged'][number];
export type AuditEntity = { [F in FeatureName]: EntityOf<F> }[FeatureName];
type NounKey = { [F in FeatureName]: `${F}:nouns.${EntityOf<F>}` }[FeatureName];

export const AUDIT_ENTITIES: readonly AuditEntity[] = Object.values(FEATURES).flatMap(({ logged }) => logged);

const NOUNS = Object.fromEntries(
  Object.entries(FEATURES).flatMap(([name, { logged }]) =>
    logged.map((entity) => [entity, `${name}:nouns.${entity}`]),
  ),
) as Record<AuditEntity, NounKey>;

/** The key of an object's noun: `tags:nouns.tag`. */
export const nounKey = (entity: AuditEntity): NounKey => NOUNS[entity];

export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  /** Connections. */
  'start',
  'renew',
  'end',
  /** Sessions and passwords. */
  'login',
  'logout',
  'password',
  'secondFactor',
  /** Contacts. */
  'merge',
  'import',
  'link',
  'unlink',
  /** Integrations: somebody saw what their messages are signed with, or sent one again. */
  'secret',
  'resend',
  /** Campaigns: sent to numbers of one's own. */
  'try',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const auditEntry = z.object({
  id,
  at: instant,
  /** Null when the person is gone or the system did it. */
  userId: id.nullable(),
  userName: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  entity: z.enum(AUDIT_ENTITIES),
  /** The object's id, or a setting's key. */
  entityId: z.string(),
  /** The object's name at that time. */
  entityName: z.string(),
  /** Field by field what it was and what it became; secrets as masks. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = route({
  method: 'GET',
  path: '/audit',
  access: 'audit:view',
  screen: true,
  query: z.object({
    searchParam,
    pageNumber,
    userId: idText.optional(),
    entity: z.enum(AUDIT_ENTITIES).optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  response: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
});
