import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { UserView } from '@balcao/shared/features/users/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record, recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as secondFactor from '../sessions/second-factor.service.ts';
import { endSessions, removePasskeys } from '../sessions/sessions.service.ts';
import { assertRoom } from '../subscription/limits.ts';
import type { TicketsService } from '../tickets/tickets.service.ts';
import * as invitations from './invitations.repo.ts';
import { presentUser } from './users.presenter.ts';
import * as repo from './users.repo.ts';

/**
 * The people of a company. All throw ERR_NO_USER_FOUND for a missing person, also one of another company, and one whom
 * the actor may not look at; ERR_NO_PERMISSION when somebody else than an operator changes an operator.
 */
export type NewUser = { [K in keyof UserFields]-?: Exclude<UserFields[K], undefined> };

interface UserFields extends Omit<repo.UserChange, 'allTicket'> {
  allTicket?: 'enable' | 'disable' | undefined;
  queueIds?: number[] | undefined;
}

export interface Update {
  id: number;
  /**
   * From a person who does not manage users only name, e-mail and password count: the others are not theirs to give.
   */
  fields: UserFields;
  /** Goes on when a person changes the own password. */
  sessionId: string;
}

/** The person with this id, for the actor: oneself, or anybody for those who manage users. */
export async function get(tx: Tx, actor: Actor, id: number): Promise<repo.UserRecord> {
  const visible = id === actor.userId || can(actor, 'users:manage');
  return orNotFound(visible ? await repo.find(tx, actor.companyId, id) : undefined, 'ERR_NO_USER_FOUND');
}

/** ERR_PLAN_LIMIT_USERS, ERR_EMAIL_TAKEN, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND. */
export async function create(tx: Tx, actor: Actor, user: NewUser): Promise<UserView> {
  const { companyId } = actor;
  const { queueIds, ...fields } = user;
  await assertRoom(tx, companyId, 'users');
  await assertOwn(tx, companyId, user);
  const id = await emailIsFree(
    repo.insert(tx, companyId, { ...fields, allTicket: fields.allTicket === 'enable' }),
  );
  await repo.setQueues(tx, companyId, id, queueIds);
  const created = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_USER_FOUND');
  await recordChange(tx, actor, AUDITED, null, created);
  return presentUser(created);
}

/**
 * A new password ends the person's other sessions and takes effect on links that are under way.
 * ERR_EMAIL_TAKEN, ERR_LAST_ADMIN, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND.
 */
export async function update(tx: Tx, actor: Actor, { id, fields, sessionId }: Update): Promise<UserView> {
  const { companyId } = actor;
  const { queueIds, allTicket, ...own } = can(actor, 'users:manage') ? fields : ownFields(fields);
  const demoted = own.profile !== undefined && own.profile !== 'admin';
  const admins = demoted ? await repo.lockAdmins(tx, companyId) : [];
  const before = await lockChangeable(tx, actor, id);
  if (demoted && before.profile === 'admin') assertOther(admins, id, 'admin');
  await assertOwn(tx, companyId, { queueIds, whatsappId: own.whatsappId });
  const change = { ...own, ...(allTicket ? { allTicket: allTicket === 'enable' } : {}) };
  await emailIsFree(repo.update(tx, companyId, id, change));
  if (queueIds) await repo.setQueues(tx, companyId, id, queueIds);

  const isMoved = own.email !== undefined && own.email !== before.email;
  if (isMoved || own.passwordHash) await repo.dropResets(tx, companyId, id);
  // What was sent to the address before must not let anybody in.
  if (isMoved) await invitations.withdraw(tx, companyId, id);
  if (own.passwordHash) {
    if (id !== actor.userId) await removePasskeys(tx, { companyId, userId: id });
    const mine = id === actor.userId ? { except: sessionId } : {};
    await endSessions(tx, companyId, { userId: id, ...mine, by: 'password' });
  }
  const after = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_USER_FOUND');
  await recordChange(tx, actor, AUDITED, before, after);
  return presentUser(after);
}

/** Their open tickets go back to the queue, by the rules of tickets. ERR_LAST_ADMIN. */
export async function remove(tx: Tx, actor: Actor, id: number, tickets: TicketsService): Promise<void> {
  const { companyId } = actor;
  const admins = await repo.lockAdmins(tx, companyId);
  const before = await lockChangeable(tx, actor, id);
  if (before.profile === 'admin') assertOther(admins, id, 'admin');
  if (before.super) assertOther(admins, id, 'super');
  for (const ticketId of await repo.openTickets(tx, companyId, id))
    await tickets.returnToQueue(tx, actor, ticketId);
  await recordChange(tx, actor, AUDITED, before, null);
  await repo.remove(tx, companyId, id);
}

/** Helps somebody who has lost the authenticator. */
export async function removeSecondFactor(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor;
  const { name } = await lockChangeable(tx, actor, id);
  await secondFactor.removeSecondFactor(tx, companyId, id);
  await removePasskeys(tx, { companyId, userId: id });
  const what = { action: 'secondFactor', entity: 'user', entityId: id, entityName: name } as const;
  await record(tx, {
    companyId,
    actor,
    ...what,
    changes: [{ field: 'secondFactor', from: 'true', to: 'false' }],
  });
}

const ownFields = ({ name, email, passwordHash }: UserFields): UserFields => ({ name, email, passwordHash });

/** Somebody whom the actor may change; until the end of the transaction nobody else does. */
export async function lockChangeable(tx: Tx, actor: Actor, id: number): Promise<repo.UserRecord> {
  await get(tx, actor, id);
  const user = orNotFound(await repo.lock(tx, actor.companyId, id), 'ERR_NO_USER_FOUND');
  // Or an admin of the operator's company would be an operator by way of their password.
  if (user.super && !actor.super) throw new AppError('ERR_NO_PERMISSION');
  return user;
}

/** One person must be left who lets the others in: an admin in each company, an operator on the platform. */
function assertOther(admins: repo.Admin[], id: number, kind: 'admin' | 'super'): void {
  if (!admins.some((other) => other.id !== id && other[kind])) throw new AppError('ERR_LAST_ADMIN');
}

async function assertOwn(
  tx: Tx,
  companyId: number,
  { queueIds, whatsappId }: Pick<UserFields, 'queueIds' | 'whatsappId'>,
): Promise<void> {
  if (queueIds && (await repo.countQueues(tx, companyId, queueIds)) < new Set(queueIds).size)
    throw new AppError('ERR_NO_QUEUE_FOUND');
  if (whatsappId && !(await repo.hasConnection(tx, companyId, whatsappId)))
    throw new AppError('ERR_NO_WAPP_FOUND');
}

const AUDITED: Audited<repo.UserRecord> = {
  entity: 'user',
  name: ({ name }) => name,
  fields: (user) => ({
    name: user.name,
    email: user.email,
    password: user.passwordHash,
    profile: user.profile,
    allTicket: user.allTicket,
    whatsappId: user.whatsappId,
    queues: user.queues.map(({ name }) => name).join(', '),
  }),
};

async function emailIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_key') ? new AppError('ERR_EMAIL_TAKEN') : error;
  }
}
