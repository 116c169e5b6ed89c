import type { AutomationFields } from '@balcao/shared/features/automations/calls.ts';
import type { Reference, ReferenceKind } from '@balcao/shared/features/automations/references.ts';
import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { containing } from '../../platform/db/search.ts';

export interface AutomationRecord extends Omit<AutomationRow, 'restingSince'> {
  restingSince: Date | null;
}

const columns = (tx: Tx) => tx`
  id, name, active, position, cause, conditions, effects, resting, resting_since`;

export async function find(tx: Tx, companyId: number, id: number): Promise<AutomationRecord | undefined> {
  const [found] = await tx<AutomationRecord[]>`
    select ${columns(tx)} from automations where company_id = ${companyId} and id = ${id}`;
  return found;
}

/** Nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<AutomationRecord | undefined> {
  const [found] = await tx<AutomationRecord[]>`
    select ${columns(tx)} from automations where company_id = ${companyId} and id = ${id} for no key update`;
  return found;
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<AutomationRecord[]> {
  return tx<AutomationRecord[]>`
    select ${columns(tx)} from automations
    where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
}

/** The list is in the order in which they look. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  page: { offset: number; limit: number },
): Promise<AutomationRecord[]> {
  const matching = searchParam ? tx`and plain(name) like ${containing(tx, searchParam)}` : tx``;
  return tx<AutomationRecord[]>`
    select ${columns(tx)} from automations where company_id = ${companyId} ${matching}
    order by position, id offset ${page.offset} limit ${page.limit}`;
}

/** Whoever makes or orders them waits for others who do. @returns how many there are */
export async function countForMaking(tx: Tx, companyId: number): Promise<number> {
  await tx`select from companies where id = ${companyId} for no key update`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from automations where company_id = ${companyId}`;
  return row?.count ?? 0;
}

/** Behind all others. */
export async function insert(
  tx: Tx,
  companyId: number,
  { name, active, cause, conditions, effects }: AutomationFields,
  refs: readonly string[],
): Promise<number> {
  const [made] = await tx<{ id: number }[]>`
    insert into automations (company_id, name, active, position, cause, conditions, effects, refs)
    select ${companyId}, ${name}, ${active}, coalesce(max(position), 0) + 1, ${json(cause)}::text::jsonb,
      ${json(conditions)}::text::jsonb, ${json(effects)}::text::jsonb, ${[...refs]}::text[]
    from automations where company_id = ${companyId}
    returning id`;
  if (!made) throw new Error('automation not made');
  return made.id;
}

/** As a whole; it does not rest any more. */
export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  { name, active, cause, conditions, effects }: AutomationFields,
  refs: readonly string[],
): Promise<void> {
  await tx`
    update automations set name = ${name}, active = ${active}, cause = ${json(cause)}::text::jsonb,
      conditions = ${json(conditions)}::text::jsonb, effects = ${json(effects)}::text::jsonb, refs = ${[...refs]}::text[],
      resting = null, resting_since = null
    where company_id = ${companyId} and id = ${id}`;
}

/** Gives each the place that it has in the list. Those that keep theirs are not written. */
export async function place(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
  await tx`
    update automations a set position = wanted.place
    from unnest(${[...ids]}::bigint[]) with ordinality wanted (id, place)
    where a.company_id = ${companyId} and a.id = wanted.id and a.position is distinct from wanted.place`;
}

export async function listOrder(tx: Tx, companyId: number): Promise<{ id: number; name: string }[]> {
  return tx<{ id: number; name: string }[]>`
    select id, name from automations where company_id = ${companyId} order by position, id`;
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from automations where company_id = ${companyId} and id = ${id}`;
}

export async function rest(
  tx: Tx,
  companyId: number,
  id: number,
  reason: NonNullable<AutomationRow['resting']>,
  at: Date,
): Promise<void> {
  await tx`
    update automations set resting = ${reason}, resting_since = ${at}
    where company_id = ${companyId} and id = ${id} and resting is null`;
}

/** All that point at what is about to be deleted, as the triggers let them rest when it is. */
export async function restAll(tx: Tx, companyId: number, ref: string, at: Date): Promise<void> {
  await tx`
    update automations set resting = 'gone', resting_since = ${at}
    where company_id = ${companyId} and resting is null and refs @> array[${ref}]::text[]`;
}

export async function listWebhooks(tx: Tx, companyId: number): Promise<{ id: number; name: string }[]> {
  return tx<{ id: number; name: string }[]>`
    select id, name from webhooks where company_id = ${companyId} order by id`;
}

/** Those of these that are there. @param holds nobody deletes them until the end of the transaction */
export async function findReferences(
  tx: Tx,
  companyId: number,
  wanted: readonly Reference[],
  holds: boolean,
): Promise<Reference[]> {
  const found: Reference[] = [];
  for (const kind of new Set(wanted.map((one) => one.kind))) {
    const ids = wanted.flatMap((one) => (one.kind === kind ? [one.id] : []));
    // Whoever deletes a webhook locks it so, and the feed behind it, and then takes it away.
    const held = kind === 'webhook' ? tx`for no key update` : tx`for key share`;
    const rows = await tx<{ id: number }[]>`
      select id from ${tx(TABLES[kind])} where company_id = ${companyId} and id = any (${ids}::bigint[])
        ${kind === 'connection' ? tx`and deleted_at is null` : tx``} ${kind === 'quickMessage' ? tx`and geral` : tx``}
      order by id ${holds ? held : tx``}`;
    found.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return found;
}

const TABLES: Record<ReferenceKind, string> = {
  queue: 'queues',
  user: 'users',
  tag: 'tags',
  connection: 'connections',
  quickMessage: 'quick_messages',
  fileList: 'file_lists',
  prompt: 'prompts',
  integration: 'queue_integrations',
  webhook: 'webhooks',
};

const json = (value: object) => JSON.stringify(value);
