import type { Owner } from './owner.ts';

/**
 * PostgreSQL's own replication of some rows of one database to another. The place in the log from which they are sent (the
 * slot) is kept apart from what reads it (the subscription): databases of one cluster would wait for each other else.
 * Names are ours, of small letters and digits; whatever is there already stays.
 */

export async function ensureSlot(owner: Owner, name: string): Promise<void> {
  if (!(await hasSlot(owner, name)))
    await owner.sql`select pg_create_logical_replication_slot(${name}, 'pgoutput')`;
}

/** Not after the database has failed over to another node, say. */
export async function hasSlot({ sql }: Owner, name: string): Promise<boolean> {
  const [kept] = await sql`select from pg_replication_slots where slot_name = ${name}`;
  return kept !== undefined;
}

/** What has come must not be lost with a node: it counts as come once a synchronous standby has it, too. */
export async function ensureSubscription(
  to: Owner,
  { name, publication, from }: { name: string; publication: string; from: Owner },
): Promise<void> {
  const [made] = await to.sql`select from pg_subscription where subname = ${name}`;
  if (made) return;
  const address = literal(from.url);
  await to.sql.unsafe(
    `create subscription ${name} connection ${address} publication ${publication}
     with (slot_name = ${name}, create_slot = false, synchronous_commit = 'on')`,
  );
}

/** All rows that were there at the beginning have come. */
export async function isCopied({ sql }: Owner, name: string): Promise<boolean> {
  const [row] = await sql<{ isCopied: boolean }[]>`
    select count(*) > 0 and bool_and(r.srsubstate = 'r') as is_copied
    from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid where s.subname = ${name}`;
  return row?.isCopied === true;
}

/**
 * A table waits for its own slot, which is gone: PostgreSQL drops it just before it commits that the table has come. For a
 * moment that is as it should be; when a node is lost in between, it stays so.
 */
export async function isStranded(to: Owner, from: Owner, name: string): Promise<boolean> {
  const waiting = await to.sql<{ slot: string }[]>`
    select 'pg_' || r.srsubid || '_sync_' || r.srrelid || '_' as slot
    from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid
    where s.subname = ${name} and r.srsubstate = 'f'`;
  if (waiting.length === 0) return false;
  const kept = await from.sql<{ name: string }[]>`select slot_name as name from pg_replication_slots`;
  return waiting.some(({ slot }) => !kept.some((one) => one.name.startsWith(slot)));
}

/** What was committed until now in the one is stored in the other. */
export async function hasCome({ sql }: Owner, slot: string, until: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select coalesce(confirmed_flush_lsn >= ${until}::pg_lsn, false) as has
    from pg_replication_slots where slot_name = ${slot}`;
  return row?.has === true;
}

/** The slot stays: it is in the other database. */
export async function dropSubscription({ sql }: Owner, name: string): Promise<void> {
  const [made] = await sql`select from pg_subscription where subname = ${name}`;
  if (!made) return;
  await sql.unsafe(`alter subscription ${name} disable`);
  await sql.unsafe(`alter subscription ${name} set (slot_name = none)`);
  await sql.unsafe(`drop subscription ${name}`);
}

/** Whoever still reads from it is ended. */
export async function dropSlots({ sql }: Owner, name: string): Promise<void> {
  await sql`
    select pg_terminate_backend(active_pid) from pg_replication_slots
    where slot_name = ${name} and active_pid is not null`;
  for (let tries = 0; tries < 100; tries += 1) {
    const [kept] = await sql<{ active: boolean }[]>`
      select active from pg_replication_slots where slot_name = ${name}`;
    if (!kept) return;
    if (kept.active) await sql`select pg_sleep(0.05)`;
    else await sql`select pg_drop_replication_slot(${name})`;
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
