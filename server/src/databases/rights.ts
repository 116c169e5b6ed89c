import type { Owner } from './owner.ts';

/** What PostgreSQL lets a role do, of all that replication needs. */
interface Rights {
  role: string;
  version: number;
  walLevel: string;
  /** Null before there are tables. */
  owner: string | null;
  owns: boolean;
  mayReplicate: boolean;
  seesAllRows: boolean;
  maySkipTriggers: boolean;
  maySubscribe: boolean;
}

/** From this version on nobody needs to be a superuser. */
const SUBSCRIPTIONS_FOR_OTHERS = 160_000;

/** @throws an error that says in one sentence what is missing */
export async function assertCanReplicate(from: Owner, to: Owner): Promise<void> {
  const sending = await rightsIn(from);
  if (sending.walLevel !== 'logical')
    throw new Error(
      `${from.name} has wal_level = ${sending.walLevel}: set it to logical, start PostgreSQL anew, and try again.`,
    );
  assertRights(from, sending, [
    ...attributes(sending, { replication: sending.mayReplicate, bypassrls: sending.seesAllRows }),
    ...skippingTriggers(sending),
  ]);
  const receiving = await rightsIn(to);
  assertRights(to, receiving, [
    ...attributes(receiving, { bypassrls: receiving.seesAllRows }),
    ...skippingTriggers(receiving),
    ...subscribing(receiving),
  ]);
  const [[one], [other]] = await Promise.all([identity(from), identity(to)]);
  if (one?.id === other?.id) throw new Error(`${from.name} and ${to.name} are the same database.`);
}

async function rightsIn({ name, sql }: Owner): Promise<Rights> {
  const [rights] = await sql<Rights[]>`
    select rolname as role, current_setting('server_version_num')::int as version,
      current_setting('wal_level') as wal_level, t.owner, coalesce(pg_has_role(t.owner, 'usage'), true) as owns,
      rolsuper or rolreplication as may_replicate, rolsuper or rolbypassrls as sees_all_rows,
      has_parameter_privilege('session_replication_role', 'set') as may_skip_triggers,
      rolsuper or exists (
        select from pg_roles r where r.rolname = 'pg_create_subscription' and pg_has_role(r.oid, 'usage')
      ) as may_subscribe
    from pg_roles left join lateral (
      select pg_get_userbyid(relowner) as owner from pg_class where oid = to_regclass('public.companies')) t on true
    where rolname = current_user`;
  if (!rights) throw new Error(`nobody is known in ${name}`);
  return rights;
}

/** @param missing commands that give what is missing */
function assertRights({ name }: Owner, { role, owner, owns }: Rights, missing: string[]): void {
  if (!owns)
    throw new Error(`The tables of ${name} belong to ${owner}, not to ${role}: use the address of ${owner}.`);
  if (missing.length === 0) return;
  const commands = missing.map((command) => `"${command}"`).join(' and ');
  throw new Error(`${role} may not do this in ${name}: run ${commands} there, and try again.`);
}

function attributes({ role }: Rights, has: Record<string, boolean>): string[] {
  const missing = Object.keys(has).filter((attribute) => !has[attribute]);
  return missing.length > 0 ? [`alter role ${role} ${missing.join(' ')}`] : [];
}

const skippingTriggers = ({ role, maySkipTriggers }: Rights): string[] =>
  maySkipTriggers ? [] : [`grant set on parameter session_replication_role to ${role}`];

/** Who was a superuser when a subscription was made need not stay one. */
function subscribing({ role, version, maySubscribe }: Rights): string[] {
  if (maySubscribe) return [];
  return [
    version < SUBSCRIPTIONS_FOR_OTHERS
      ? `alter role ${role} superuser`
      : `grant pg_create_subscription to ${role}`,
  ];
}

const identity = ({ sql }: Owner) => sql<{ id: string }[]>`
  select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as id
  from pg_control_system()`;
