import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';

export interface DueSchedule {
  companyId: number;
  id: string;
}

export interface ClaimedSchedule extends DueSchedule {
  contactId: number;
  userId: number | null;
  userName: string | null;
  /** Of a program's: goes out through this one alone. */
  connectionId: number | null;
  body: string;
  sendAt: Date;
  waitingSince: Date | null;
  /** The file that goes with it. */
  mediaId: string | null;
  mime: string | null;
  fileName: string | null;
}

/** Lists what is due in all companies, the longest due first. */
export function listDue(tx: Tx, now: Date, limit: number): Promise<DueSchedule[]> {
  return tx<DueSchedule[]>`
    select company_id, id from schedules
    where status = 'PENDENTE' and due_at <= ${now} order by due_at limit ${limit}`;
}

/** Claims one for this process; undefined when another has it, or when it is no longer due. */
export async function claim(
  tx: Tx,
  { companyId, id }: DueSchedule,
  now: Date,
): Promise<ClaimedSchedule | undefined> {
  const [row] = await tx<ClaimedSchedule[]>`
    select s.company_id, s.id, s.contact_id, s.user_id, u.name as user_name, s.connection_id, s.body, s.send_at, s.waiting_since,
      s.media_id, f.mime, f.name as file_name
    from schedules s
    left join users u on u.company_id = s.company_id and u.id = s.user_id
    left join media f on f.company_id = s.company_id and f.id = s.media_id
    where s.company_id = ${companyId} and s.id = ${id} and s.status = 'PENDENTE' and s.due_at <= ${now}
    for update of s skip locked`;
  return row;
}

/**
 * Where it is said: in the contact's conversation under way, else in the last one, of those that can still be reached.
 *
 * @param through null: whichever connection
 */
export async function findTicket(
  tx: Tx,
  companyId: number,
  contactId: number,
  through: number | null,
): Promise<{ id: number; connectionId: number; isConnected: boolean } | undefined> {
  const [ticket] = await tx<{ id: number; connectionId: number; isConnected: boolean }[]>`
    select t.id, t.connection_id, c.status = 'connected' as is_connected
    from tickets t join connections c on c.company_id = t.company_id and c.id = t.connection_id
    where t.company_id = ${companyId} and t.contact_id = ${contactId} and c.deleted_at is null
      ${through === null ? tx`` : tx`and t.connection_id = ${through}`}
    order by t.status = 'closed', t.last_message_at desc, t.id desc limit 1 for update of t`;
  return ticket;
}

export async function markSent(tx: Tx, { companyId, id }: DueSchedule, at: Date): Promise<void> {
  await tx`
    update schedules set status = 'ENVIADA', sent_at = ${at}, error_code = null, waiting_since = null
    where company_id = ${companyId} and id = ${id}`;
}

export async function markFailed(tx: Tx, { companyId, id }: DueSchedule, code: ErrorCode): Promise<void> {
  await tx`
    update schedules set status = 'ERRO', error_code = ${code}, waiting_since = null
    where company_id = ${companyId} and id = ${id}`;
}

/** It waits for something, and is looked at again `until` then. */
export async function postpone(
  tx: Tx,
  { companyId, id }: DueSchedule,
  { code, since, until }: { code: ErrorCode; since: Date; until: Date },
): Promise<void> {
  await tx`
    update schedules set error_code = ${code}, waiting_since = ${since}, due_at = ${until}
    where company_id = ${companyId} and id = ${id}`;
}

/** Whether a connection is up that was there when a program named it. */
export async function isConnected(tx: Tx, companyId: number, connectionId: number): Promise<boolean> {
  const found = await tx`
    select from connections
    where company_id = ${companyId} and id = ${connectionId} and deleted_at is null and status = 'connected'`;
  return found.count === 1;
}
