import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ScheduleView } from '@balcao/shared/features/schedules/calls.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { containing } from '../../platform/db/search.ts';
import { presentSchedule, type ScheduleRecord, scheduleColumns, withAttachedFile } from './schedules.sync.ts';

const views = (tx: Tx, actor: Actor) => tx`
  select ${scheduleColumns(tx)} from schedules s
  join contacts k on k.company_id = s.company_id and k.id = s.contact_id
  where s.company_id = ${actor.companyId} and s.scopes && ${actorScopes(actor)}::text[]`;

const present = (record: ScheduleRecord): ScheduleView => withAttachedFile(presentSchedule(record));

/** If the actor may see it. */
export async function find(tx: Tx, actor: Actor, id: string): Promise<ScheduleView | undefined> {
  const [record] = await tx<ScheduleRecord[]>`${views(tx, actor)} and s.id = ${id}`;
  return record && present(record);
}

/** Locks it: no one else changes or sends it until the end of the transaction. */
export async function lock(tx: Tx, actor: Actor, id: string): Promise<ScheduleView | undefined> {
  await tx`select from schedules where company_id = ${actor.companyId} and id = ${id} for update`;
  return find(tx, actor, id);
}

interface Filter {
  searchParam?: string | undefined;
  contactId?: number | undefined;
}

/** Those that the actor sees, the latest first. */
export async function list(
  tx: Tx,
  actor: Actor,
  { searchParam, contactId }: Filter,
  page: { offset: number; limit: number },
): Promise<ScheduleView[]> {
  const records = await tx<ScheduleRecord[]>`
    ${views(tx, actor)}
      ${contactId === undefined ? tx`` : tx`and s.contact_id = ${contactId}`}
      ${searchParam ? tx`and plain(k.name || ' ' || s.body) like ${containing(tx, searchParam)}` : tx``}
    order by s.send_at desc, s.id desc offset ${page.offset} limit ${page.limit}`;
  return records.map(present);
}

export interface ScheduleFields {
  contactId: number;
  body: string;
  sendAt: string;
  mediaId: string | null;
}

/** False when the id is taken. */
export async function insert(tx: Tx, actor: Actor, id: string, fields: ScheduleFields): Promise<boolean> {
  const { contactId, body, sendAt, mediaId } = fields;
  const inserted = await tx`
    insert into schedules (company_id, id, contact_id, user_id, body, media_id, send_at, due_at)
    values (${actor.companyId}, ${id}, ${contactId}, ${actor.userId}, ${body}, ${mediaId}, ${sendAt}, ${sendAt})
    on conflict (company_id, id) do nothing`;
  return inserted.count === 1;
}

/** One that a program wrote, through its connection. */
export async function insertOfProgram(
  tx: Tx,
  companyId: number,
  {
    id,
    connectionId,
    contactId,
    body,
    sendAt,
    mediaId,
  }: ScheduleFields & { id: string; connectionId: number },
): Promise<void> {
  await tx`
    insert into schedules (company_id, id, contact_id, connection_id, body, media_id, send_at, due_at)
    values (${companyId}, ${id}, ${contactId}, ${connectionId}, ${body}, ${mediaId}, ${sendAt}, ${sendAt})`;
}

/** What had failed, or waited for something, is tried as if it were new. */
export async function update(
  tx: Tx,
  companyId: number,
  id: string,
  { contactId, body, sendAt, mediaId }: ScheduleFields,
): Promise<void> {
  await tx`
    update schedules set contact_id = ${contactId}, body = ${body}, media_id = ${mediaId}, send_at = ${sendAt},
      due_at = ${sendAt}, status = 'PENDENTE', error_code = null, waiting_since = null
    where company_id = ${companyId} and id = ${id}`;
}

export async function remove(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`delete from schedules where company_id = ${companyId} and id = ${id}`;
}

/** Whether the company's plan has scheduled messages. */
export async function isInPlan(tx: Tx, companyId: number): Promise<boolean> {
  const found = await tx`
    select from companies o join plans p on p.id = o.plan_id where o.id = ${companyId} and p.use_schedules`;
  return found.count === 1;
}

/** Those that a restore has stopped, in the whole installation: how many, since when, and the companies that have the most. */
export interface HeldSchedules {
  count: number;
  oldestAt: Date;
  /** At most `NAMED`. */
  companies: { name: string; count: number }[];
  /** Of so many. */
  most: number;
}

const NAMED = 5;

/** By the index `schedules_held`; null: none is held. */
export async function findHeld(tx: Tx): Promise<HeldSchedules | null> {
  const rows = await tx<{ name: string; count: number; all: number; oldestAt: Date; most: number }[]>`
    select o.name, held.count, sum(held.count) over ()::int as all, min(held.oldest_at) over () as oldest_at,
      count(*) over ()::int as most
    from (
      select company_id, count(*)::int as count, min(due_at) as oldest_at from schedules
      where status = 'ERRO' and error_code = 'ERR_SEND_RESTORED' group by company_id) held
    join companies o on o.id = held.company_id
    order by held.count desc, o.id limit ${NAMED}`;
  const [first] = rows;
  if (!first) return null;
  const companies = rows.map(({ name, count }) => ({ name, count }));
  return { count: first.all, oldestAt: first.oldestAt, companies, most: first.most };
}
