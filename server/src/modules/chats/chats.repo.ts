import type { Person } from '@balcao/shared/contract/roles.ts';
import type { ChatMember } from '@balcao/shared/features/chats/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';
import { type ChatRecord, chatColumns } from './chats.sync.ts';

/** A chat as whoever is about to change it must know it. */
export interface LockedChat {
  id: number;
  title: string;
  ownerId: number | null;
  ofTwo: boolean;
  lastNumber: number;
}

/** Those of the person, the latest first. */
export async function list(
  tx: Tx,
  { companyId, userId }: Person,
  searchParam: string | undefined,
  page: { offset: number; limit: number },
): Promise<ChatRecord[]> {
  const sought = searchParam ? containing(tx, searchParam) : null;
  return tx<ChatRecord[]>`
    select ${chatColumns(tx)} from chat_members own
    join chats c on c.company_id = own.company_id and c.id = own.chat_id
    where own.company_id = ${companyId} and own.user_id = ${userId}
      ${sought === null ? tx`` : tx`and (plain(c.title) like ${sought} or ${hasMemberCalled(tx, sought)})`}
    order by c.updated_at desc, c.id desc offset ${page.offset} limit ${page.limit}`;
}

/** A chat of two is called by the names of both. */
const hasMemberCalled = (tx: Tx, sought: ReturnType<typeof containing>) => tx`c.pair is not null and exists (
  select from chat_members m join users u on u.company_id = m.company_id and u.id = m.user_id
  where m.company_id = c.company_id and m.chat_id = c.id and m.user_id <> own.user_id and plain(u.name) like ${sought})`;

/** If the actor is a member. */
export async function find(
  tx: Tx,
  { companyId, userId }: Person,
  which: { id: number } | { uuid: string },
): Promise<ChatRecord | undefined> {
  const [record] = await tx<ChatRecord[]>`
    select ${chatColumns(tx)} from chats c
    join chat_members own on own.company_id = c.company_id and own.chat_id = c.id and own.user_id = ${userId}
    where c.company_id = ${companyId} and ${'id' in which ? tx`c.id = ${which.id}` : tx`c.uuid = ${which.uuid}`}`;
  return record;
}

/** If the actor is a member. Nobody else speaks in it, or changes it, until the end of the transaction. */
export async function lock(
  tx: Tx,
  { companyId, userId }: Person,
  id: number,
): Promise<LockedChat | undefined> {
  const [locked] = await tx<LockedChat[]>`
    select c.id, c.title, c.owner_id, c.pair is not null as of_two, c.last_number from chats c
    where c.company_id = ${companyId} and c.id = ${id} for update`;
  if (!locked) return undefined;
  // After the lock: whoever was removed meanwhile is no member.
  const member = await tx`
    select from chat_members where company_id = ${companyId} and chat_id = ${id} and user_id = ${userId}`;
  return member.count === 1 ? locked : undefined;
}

export async function insert(
  tx: Tx,
  chat: { companyId: number; title: string; ownerId: number },
): Promise<number> {
  return insertInto(tx, 'chats', chat);
}

/** The chat of these two. */
export async function findOrInsertPair(
  tx: Tx,
  { companyId, userId }: Person,
  otherId: number,
): Promise<{ id: number; isNew: boolean }> {
  const pair = [userId, otherId].sort((a, b) => a - b).join(':');
  const find = async () => {
    const [found] = await tx<{ id: number }[]>`
      select id from chats where company_id = ${companyId} and pair = ${pair}`;
    return found?.id;
  };
  const known = await find();
  if (known !== undefined) return { id: known, isNew: false };
  const [made] = await tx<{ id: number }[]>`
    insert into chats (company_id, title, owner_id, pair) values (${companyId}, '', ${userId}, ${pair})
    on conflict (company_id, pair) where pair is not null do nothing returning id`;
  if (made) return { id: made.id, isNew: true };
  // The other one has made it in this very moment.
  const theirs = await find();
  if (theirs === undefined) throw new Error('a chat of two was neither found nor made');
  return { id: theirs, isNew: false };
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<{ title: string }>,
): Promise<void> {
  await updateIn<{ title: string }>(tx, 'chats', { companyId, id }, change);
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from chats where company_id = ${companyId} and id = ${id}`;
}

/** How many of these people the company has. */
export async function countPeople(tx: Tx, companyId: number, ids: readonly number[]): Promise<number> {
  const found = await tx`
    select from users where company_id = ${companyId} and id = any (${ids as number[]}::bigint[])`;
  return found.count;
}

/** What was said before is there for them to read, and unread by nobody. */
export async function addMembers(
  tx: Tx,
  companyId: number,
  chatId: number,
  ids: readonly number[],
): Promise<void> {
  await tx`
    insert into chat_members (company_id, chat_id, user_id, read_number)
    select company_id, id, person, last_number from chats, unnest(${ids as number[]}::bigint[]) as person
    where company_id = ${companyId} and id = ${chatId}
    on conflict (company_id, chat_id, user_id) do nothing`;
}

export async function keepMembers(
  tx: Tx,
  companyId: number,
  chatId: number,
  ids: readonly number[],
): Promise<void> {
  await tx`
    delete from chat_members
    where company_id = ${companyId} and chat_id = ${chatId} and user_id <> all (${ids as number[]}::bigint[])`;
}

export async function removeMember(tx: Tx, companyId: number, chatId: number, userId: number): Promise<void> {
  await tx`
    delete from chat_members
    where company_id = ${companyId} and chat_id = ${chatId} and user_id = ${userId}`;
}

/** Never back: what was seen stays seen. Without a number: everything that there is. */
export async function markRead(
  tx: Tx,
  { companyId, userId }: Person,
  chatId: number,
  number: number | null,
): Promise<void> {
  await tx`
    update chat_members m set
      read_number = seen.number,
      unreads = (
        select count(*) from chat_messages s
        where s.company_id = m.company_id and s.chat_id = m.chat_id and s.number > seen.number
          and s.sender_id is distinct from m.user_id)
    from (
      select least(coalesce(${number}::int, c.last_number), c.last_number) as number from chats c
      where c.company_id = ${companyId} and c.id = ${chatId}) as seen
    where m.company_id = ${companyId} and m.chat_id = ${chatId} and m.user_id = ${userId}
      and m.read_number < seen.number`;
}

/** Whoever has seen what was said has seen being named there. */
export async function markMentionsRead(
  tx: Tx,
  { companyId, userId }: Person,
  chatId: number,
  number: number | null,
): Promise<void> {
  await tx`
    update mentions n set read_at = now() from chat_messages s
    where n.company_id = ${companyId} and n.chat_id = ${chatId} and n.user_id = ${userId} and n.read_at is null
      and s.company_id = n.company_id and s.id = n.chat_message_id
      ${number === null ? tx`` : tx`and s.number <= ${number}`}`;
}

/** Names of those among the members. */
export async function membersAmong(
  tx: Tx,
  companyId: number,
  chatId: number,
  ids: readonly number[],
): Promise<ChatMember['user'][]> {
  if (ids.length === 0) return [];
  return tx<ChatMember['user'][]>`
    select u.id, u.name from chat_members m
    join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${companyId} and m.chat_id = ${chatId} and m.user_id = any (${ids as number[]}::bigint[])
    order by u.id`;
}

/** Whether the company's plan has chats. */
export async function isInPlan(tx: Tx, companyId: number): Promise<boolean> {
  const found = await tx`
    select from companies o join plans p on p.id = o.plan_id where o.id = ${companyId} and p.use_internal_chat`;
  return found.count === 1;
}
