import type { UserView } from '@balcao/shared/features/users/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

export interface UserRecord extends Omit<UserView, 'allTicket' | 'invitation'> {
  allTicket: boolean;
  passwordHash: string;
  isInvited: boolean;
  invitedUntil: Date | null;
  mailedAt: Date | null;
}

const records = (tx: Tx) => tx`
  select u.id, u.name, u.email, u.profile, u.super, u.all_ticket, u.company_id, u.connection_id as whatsapp_id,
    u.online, u.totp_confirmed_at is not null as second_factor, u.password_hash,
    i.user_id is not null as is_invited, i.expires_at as invited_until, i.mailed_at,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.order_queue, q.id)
      from user_queues m join queues q on q.company_id = m.company_id and q.id = m.queue_id
      where m.company_id = u.company_id and m.user_id = u.id), '[]') as queues
  from users u left join invitations i on i.company_id = u.company_id and i.user_id = u.id`;

export async function find(tx: Tx, companyId: number, id: number): Promise<UserRecord | undefined> {
  const [user] = await tx<UserRecord[]>`${records(tx)} where u.company_id = ${companyId} and u.id = ${id}`;
  return user;
}

/** Until the end of the transaction nobody else changes the person, or gives them a ticket. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<UserRecord | undefined> {
  await tx`select from users where company_id = ${companyId} and id = ${id} for update`;
  return find(tx, companyId, id);
}

/** Lists people by name. The page is cut from an index before anything is read. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  page: { offset: number; limit: number },
): Promise<UserRecord[]> {
  const found = await tx<{ id: number }[]>`${
    searchParam
      ? tx`select find_users(${containing(tx, searchParam)}, ${page.offset}::int, ${page.limit}::int) as id`
      : tx`select id from users where company_id = ${companyId}
          order by plain(name), id offset ${page.offset} limit ${page.limit}`
  }`;
  const ids = found.map(({ id }) => id);
  return tx<UserRecord[]>`
    ${records(tx)} where u.company_id = ${companyId} and u.id = any (${ids}::bigint[])
    order by plain(u.name), u.id`;
}

export async function count(tx: Tx, companyId: number, searchParam: string | undefined): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count
    from ${searchParam ? tx`find_users(${containing(tx, searchParam)}, 0, null)` : tx`users where company_id = ${companyId}`}`;
  return row?.count ?? 0;
}

/** The number of open tickets of each agent who has at least one. */
export async function loads(tx: Tx, companyId: number): Promise<{ userId: number; openTickets: number }[]> {
  return tx`
    select user_id, count(*)::int as open_tickets from tickets
    where company_id = ${companyId} and status = 'open' group by user_id order by user_id`;
}

type NewUser = Pick<UserRecord, 'name' | 'email' | 'passwordHash' | 'profile' | 'allTicket' | 'whatsappId'>;
export type UserChange = Change<NewUser>;

export async function insert(tx: Tx, companyId: number, { whatsappId, ...user }: NewUser): Promise<number> {
  return insertInto(tx, 'users', { companyId, ...user, connectionId: whatsappId });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  { whatsappId, ...change }: UserChange,
): Promise<void> {
  await updateIn(tx, 'users', { companyId, id }, { ...change, connectionId: whatsappId });
}

/** What does not change is not written: it would make the person's console fetch everything again. */
export async function setQueues(
  tx: Tx,
  companyId: number,
  userId: number,
  queueIds: readonly number[],
): Promise<void> {
  await tx`
    delete from user_queues
    where company_id = ${companyId} and user_id = ${userId} and queue_id <> all (${queueIds as number[]}::bigint[])`;
  await tx`
    insert into user_queues (company_id, user_id, queue_id)
    select ${companyId}, ${userId}, unnest(${queueIds as number[]}::bigint[]) on conflict do nothing`;
}

/** How many of these queues there are. */
export async function countQueues(tx: Tx, companyId: number, queueIds: readonly number[]): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from queues
    where company_id = ${companyId} and id = any (${queueIds as number[]}::bigint[])`;
  return row?.count ?? 0;
}

export async function hasConnection(tx: Tx, companyId: number, id: number): Promise<boolean> {
  const [row] = await tx`
    select from connections where company_id = ${companyId} and id = ${id} and deleted_at is null`;
  return row !== undefined;
}

export interface Admin {
  id: number;
  admin: boolean;
  super: boolean;
}

/**
 * Those who administer the company, locked: of two who take each other's rights away, the second sees the first. Before
 * any other lock on people.
 */
export async function lockAdmins(tx: Tx, companyId: number): Promise<Admin[]> {
  return tx<Admin[]>`
    select id, profile = 'admin' as admin, super from users where company_id = ${companyId} and (profile = 'admin' or super)
    order by id for update`;
}

export async function openTickets(tx: Tx, companyId: number, userId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from tickets where company_id = ${companyId} and user_id = ${userId} and status = 'open' order by id`;
  return rows.map(({ id }) => id);
}

/** More changes than consoles should read one by one: beyond it they fetch everything again. */
const MANY_TICKETS = 500;

/** Their closed tickets stay, with nobody's name. When these are very many, all consoles fetch their rows again. */
export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`
    select set_config('app.feed_muted', 'on', true) from tickets
    where company_id = ${companyId} and user_id = ${id} having count(*) > ${MANY_TICKETS}`;
  await tx`
    insert into deleted_user_tokens (company_id, hash, expires_at)
    select r.company_id, r.hash, r.expires_at from refresh_tokens r
    join sessions s on s.company_id = r.company_id and s.id = r.session_id
    where s.company_id = ${companyId} and s.user_id = ${id}`;
  await tx`delete from users where company_id = ${companyId} and id = ${id}`;
}

/** Links for a new password that are under way work no more. */
export async function dropResets(tx: Tx, companyId: number, userId: number): Promise<void> {
  await tx`delete from password_resets where company_id = ${companyId} and user_id = ${userId} and used_at is null`;
}
