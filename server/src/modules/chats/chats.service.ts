import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { ChatRow } from '@balcao/shared/features/chats/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './chats.repo.ts';
import { presentChat } from './chats.sync.ts';

/**
 * Chats among colleagues. Only members read or write one, only its owner changes or deletes it: for all others it is not
 * there, ERR_NO_CHAT_FOUND.
 */

export async function get(tx: Tx, actor: Person, which: { id: number } | { uuid: string }): Promise<ChatRow> {
  return presentChat(orNotFound(await repo.find(tx, actor, which), 'ERR_NO_CHAT_FOUND'));
}

/** Nobody else speaks in it, or changes it, until the end of the transaction. */
export async function lockOwn(tx: Tx, actor: Person, id: number): Promise<repo.LockedChat> {
  return orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_CHAT_FOUND');
}

interface Fields {
  title: string;
  users: readonly { id: number }[];
}

/** ERR_NO_USER_FOUND. */
export async function create(tx: Tx, actor: Person, { title, users }: Fields): Promise<ChatRow> {
  const { companyId, userId } = actor;
  const memberIds = await peopleOf(tx, actor, users);
  const id = await repo.insert(tx, { companyId, title, ownerId: userId });
  await repo.addMembers(tx, companyId, id, memberIds);
  const chat = await get(tx, actor, { id });
  await recordChange(tx, actor, AUDITED, null, chat);
  return chat;
}

/** The one chat of the actor and a colleague, however often they open it. ERR_NO_USER_FOUND. */
export async function openOfTwo(tx: Tx, actor: Person, otherId: number): Promise<ChatRow> {
  if (otherId === actor.userId) throw new AppError('ERR_NO_USER_FOUND');
  const memberIds = await peopleOf(tx, actor, [{ id: otherId }]);
  const { id, isNew } = await repo.findOrInsertPair(tx, actor, otherId);
  if (isNew) await repo.addMembers(tx, actor.companyId, id, memberIds);
  return get(tx, actor, { id });
}

/** What is not named stays. ERR_NO_PERMISSION for a member who is not its owner, ERR_CHAT_OF_TWO, ERR_NO_USER_FOUND. */
export async function update(
  tx: Tx,
  actor: Person,
  id: number,
  { title, users }: { [K in keyof Fields]?: Fields[K] | undefined },
): Promise<ChatRow> {
  const { companyId } = actor;
  const chat = await lockOwned(tx, actor, id);
  if (chat.ofTwo) throw new AppError('ERR_CHAT_OF_TWO');
  const before = await get(tx, actor, { id });
  await repo.update(tx, companyId, id, { title });
  if (users) {
    const memberIds = await peopleOf(tx, actor, users);
    await repo.keepMembers(tx, companyId, id, memberIds);
    await repo.addMembers(tx, companyId, id, memberIds);
  }
  const after = await get(tx, actor, { id });
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

/** ERR_NO_PERMISSION for a member who is not its owner. */
export async function remove(tx: Tx, actor: Person, id: number): Promise<void> {
  await lockOwned(tx, actor, id);
  const chat = await get(tx, actor, { id });
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, chat, null);
}

/** ERR_CHAT_OF_TWO. */
export async function leave(tx: Tx, actor: Person, id: number): Promise<void> {
  const { ofTwo } = await lockOwn(tx, actor, id);
  if (ofTwo) throw new AppError('ERR_CHAT_OF_TWO');
  await repo.removeMember(tx, actor.companyId, id, actor.userId);
}

/** The actor has seen everything up to this number; null: all of it. */
export async function read(tx: Tx, actor: Person, id: number, number: number | null): Promise<void> {
  await lockOwn(tx, actor, id);
  await repo.markRead(tx, actor, id, number);
  await repo.markMentionsRead(tx, actor, id, number);
}

async function lockOwned(tx: Tx, actor: Person, id: number): Promise<repo.LockedChat> {
  const chat = await lockOwn(tx, actor, id);
  if (chat.ownerId !== actor.userId) throw new AppError('ERR_NO_PERMISSION');
  return chat;
}

/** Ids of these people, the actor's first: whoever makes or changes a chat is a member of it. */
async function peopleOf(
  tx: Tx,
  { companyId, userId }: Person,
  users: readonly { id: number }[],
): Promise<number[]> {
  const ids = [...new Set([userId, ...users.map(({ id }) => id)])];
  if ((await repo.countPeople(tx, companyId, ids)) < ids.length) throw new AppError('ERR_NO_USER_FOUND');
  return ids;
}

/** Who talks with whom, and nothing of what they say. */
const AUDITED: Audited<ChatRow> = {
  entity: 'chat',
  name: ({ title }) => title,
  fields: ({ title, users }) => ({ title, users: users.map(({ user }) => user.name) }),
};
