import type { AuditAction } from '@balcao/shared/api/audit.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { diff, record } from '../audit/audit.service.ts';
import { assertRoom } from '../companies/limits.ts';
import * as repo from './connections.repo.ts';

/**
 * Connections and what people want of their sessions. The session's owner (channels/whatsapp) reads the wishes from
 * the row and brings the session there, so a wish survives every crash. Source: behaviours, section 2.
 *
 * All throw ERR_NO_WAPP_FOUND for a missing connection.
 */
export interface ConnectionFields {
  name: string;
  isDefault?: boolean | undefined;
}

export async function get(tx: Tx, companyId: number, id: number): Promise<repo.ConnectionRecord> {
  return existing(await repo.find(tx, companyId, id));
}

export const list = repo.list;

/** The first connection of a company is its default. ERR_WAPP_NAME_TAKEN, ERR_PLAN_LIMIT_CONNECTIONS. */
export async function create(tx: Tx, actor: Actor, fields: ConnectionFields): Promise<repo.ConnectionRecord> {
  const { companyId } = actor;
  await assertRoom(tx, companyId, 'connections');
  await repo.lockAll(tx, companyId);
  const first = (await repo.list(tx, companyId)).length === 0;
  const isDefault = first || fields.isDefault === true;
  if (isDefault) await repo.clearOtherDefaults(tx, companyId, 0);
  const after = existing(await nameIsFree(repo.insert(tx, { companyId, name: fields.name, isDefault })));
  return noted(tx, actor, 'create', null, after);
}

/** Making one the default clears the old one; the default stays until another takes over: ERR_NO_OTHER_WHATSAPP. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  fields: ConnectionFields,
): Promise<repo.ConnectionRecord> {
  const { companyId } = actor;
  await repo.lockAll(tx, companyId);
  const before = existing(await repo.find(tx, companyId, id));
  const isDefault = fields.isDefault ?? before.isDefault;
  if (before.isDefault && !isDefault) throw new AppError('ERR_NO_OTHER_WHATSAPP');
  if (isDefault) await repo.clearOtherDefaults(tx, companyId, id);
  const after = existing(await nameIsFree(repo.update(tx, companyId, id, { name: fields.name, isDefault })));
  return noted(tx, actor, 'update', before, after);
}

/** Its conversations stay. ERR_NO_OTHER_WHATSAPP for the default one. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor;
  await repo.lockAll(tx, companyId);
  const before = existing(await repo.find(tx, companyId, id));
  if (before.isDefault) throw new AppError('ERR_NO_OTHER_WHATSAPP');
  await repo.remove(tx, companyId, id);
  await repo.failUnsent(tx, companyId, id);
  await noted(tx, actor, 'delete', before, null);
}

/** With the stored session. One that is under way is left alone. */
export async function startSession(tx: Tx, actor: Actor, id: number): Promise<repo.ConnectionRecord> {
  const { companyId } = actor;
  const before = existing(await repo.find(tx, companyId, id));
  const resting = before.status === 'DISCONNECTED' || before.status === 'TIMEOUT';
  const isUnderWay = before.desired === 'running' && !resting && !before.logoutRequested;
  const change = { ...OPENING, logoutRequested: false };
  const after = isUnderWay ? before : existing(await repo.update(tx, companyId, id, change));
  return noted(tx, actor, 'start', before, after);
}

/** Forgets the stored session: its owner drops the keys of older generations and offers a new QR code. */
export async function renewSession(tx: Tx, actor: Actor, id: number): Promise<repo.ConnectionRecord> {
  const { companyId } = actor;
  const before = existing(await repo.find(tx, companyId, id));
  const change = { ...OPENING, generation: before.generation + 1, logoutRequested: false };
  return noted(tx, actor, 'renew', before, existing(await repo.update(tx, companyId, id, change)));
}

/** Logs out at WhatsApp as soon as the owner can; the history stays. */
export async function endSession(tx: Tx, actor: Actor, id: number): Promise<repo.ConnectionRecord> {
  const { companyId } = actor;
  const before = existing(await repo.find(tx, companyId, id));
  const change = { desired: 'stopped', logoutRequested: true } as const;
  return noted(tx, actor, 'end', before, existing(await repo.update(tx, companyId, id, change)));
}

const OPENING = {
  desired: 'running',
  status: 'OPENING',
  reason: null,
  qrcode: null,
  retries: 0,
} as const satisfies repo.ConnectionChange;

/** Of what people decide about a connection; what the messenger makes of it is the connection's own history. */
const decided = (row: repo.ConnectionRecord | null) => row && { name: row.name, isDefault: row.isDefault };

async function noted<R extends repo.ConnectionRecord | null>(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  before: repo.ConnectionRecord | null,
  after: R,
): Promise<R> {
  const { id, name } = (after ?? before) as repo.ConnectionRecord;
  const what = { action, entity: 'connection', entityId: id, entityName: name } as const;
  const changes = diff(decided(before), decided(after));
  await record(tx, { companyId: actor.companyId, actor, ...what, changes });
  return after;
}

function existing(row: repo.ConnectionRecord | undefined): repo.ConnectionRecord {
  if (!row) throw new AppError('ERR_NO_WAPP_FOUND');
  return row;
}

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'connections_name') ? new AppError('ERR_WAPP_NAME_TAKEN') : error;
  }
}
