import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
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

/** The first connection of a company is its default. ERR_WAPP_NAME_TAKEN. */
export async function create(
  tx: Tx,
  companyId: number,
  fields: ConnectionFields,
): Promise<repo.ConnectionRecord> {
  await repo.lockAll(tx, companyId);
  const first = (await repo.list(tx, companyId)).length === 0;
  const isDefault = first || fields.isDefault === true;
  if (isDefault) await repo.clearOtherDefaults(tx, companyId, 0);
  return existing(await nameIsFree(repo.insert(tx, { companyId, name: fields.name, isDefault })));
}

/** Making one the default clears the old one; the default stays until another takes over: ERR_NO_OTHER_WHATSAPP. */
export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  fields: ConnectionFields,
): Promise<repo.ConnectionRecord> {
  await repo.lockAll(tx, companyId);
  const before = existing(await repo.find(tx, companyId, id));
  const isDefault = fields.isDefault ?? before.isDefault;
  if (before.isDefault && !isDefault) throw new AppError('ERR_NO_OTHER_WHATSAPP');
  if (isDefault) await repo.clearOtherDefaults(tx, companyId, id);
  return existing(await nameIsFree(repo.update(tx, companyId, id, { name: fields.name, isDefault })));
}

/** Its conversations stay. ERR_NO_OTHER_WHATSAPP for the default one. */
export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await repo.lockAll(tx, companyId);
  const before = existing(await repo.find(tx, companyId, id));
  if (before.isDefault) throw new AppError('ERR_NO_OTHER_WHATSAPP');
  await repo.remove(tx, companyId, id);
  await repo.failUnsent(tx, companyId, id);
}

/** With the stored session. One that is under way is left alone. */
export async function startSession(tx: Tx, companyId: number, id: number): Promise<repo.ConnectionRecord> {
  const before = existing(await repo.find(tx, companyId, id));
  const resting = before.status === 'DISCONNECTED' || before.status === 'TIMEOUT';
  if (before.desired === 'running' && !resting && !before.logoutRequested) return before;
  return existing(await repo.update(tx, companyId, id, { ...OPENING, logoutRequested: false }));
}

/** Forgets the stored session: its owner drops the keys of older generations and offers a new QR code. */
export async function renewSession(tx: Tx, companyId: number, id: number): Promise<repo.ConnectionRecord> {
  const before = existing(await repo.find(tx, companyId, id));
  const generation = before.generation + 1;
  return existing(await repo.update(tx, companyId, id, { ...OPENING, generation, logoutRequested: false }));
}

/** Logs out at WhatsApp as soon as the owner can; the history stays. */
export async function endSession(tx: Tx, companyId: number, id: number): Promise<repo.ConnectionRecord> {
  return existing(await repo.update(tx, companyId, id, { desired: 'stopped', logoutRequested: true }));
}

const OPENING = {
  desired: 'running',
  status: 'OPENING',
  reason: null,
  qrcode: null,
  retries: 0,
} as const satisfies repo.ConnectionChange;

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
