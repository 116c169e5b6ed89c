import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { MacroFields } from '@balcao/shared/features/macros/calls.ts';
import { MAX_MACROS } from '@balcao/shared/features/macros/limits.ts';
import type { MacroEffect, MacroRow } from '@balcao/shared/features/macros/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { areThere, assertTemplates } from '../automations/automations.service.ts';
import * as repo from './macros.repo.ts';

/**
 * Macros. What the actor does not see is not there: ERR_NO_MACRO_FOUND; what is the team's needs `macros:manageTeam`:
 * ERR_NO_PERMISSION.
 */

/** ERR_MACRO_NAME_TAKEN, ERR_TOO_MANY_MACROS, ERR_MACRO_REFERENCE, ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_PARAMETERS. */
export async function create(tx: Tx, actor: Actor, fields: MacroFields): Promise<MacroRow> {
  assertMay(actor, fields.team);
  await repo.lock(tx, actor.companyId);
  await assertRoom(tx, actor, fields.team);
  await assertSound(tx, actor.companyId, fields.effects);
  await assertTemplates(tx, actor.companyId, fields.effects);
  const id = await nameIsFree(repo.insert(tx, actor, fields));
  const created = await get(tx, actor, id);
  await note(tx, actor, null, created);
  return created;
}

/** Throws as `create` does. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { name, team, effects }: Change<MacroFields>,
): Promise<MacroRow> {
  await repo.lock(tx, actor.companyId);
  const before = await get(tx, actor, id);
  const fields = {
    name: name ?? before.name,
    team: team ?? before.team,
    effects: effects ?? before.effects,
  };
  assertMay(actor, before.team || fields.team);
  // No one would see it any more.
  if (!fields.team && before.userId !== actor.userId) throw new AppError('ERR_NO_PERMISSION');
  if (fields.team !== before.team) await assertRoom(tx, actor, fields.team);
  if (effects) {
    await assertSound(tx, actor.companyId, effects);
    await assertTemplates(tx, actor.companyId, effects);
  }
  const version = before.version + (effects ? 1 : 0);
  await nameIsFree(repo.update(tx, actor.companyId, id, { ...fields, version }));
  const after = await get(tx, actor, id);
  await note(tx, actor, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  await repo.lock(tx, actor.companyId);
  const macro = await get(tx, actor, id);
  assertMay(actor, macro.team);
  await repo.remove(tx, actor.companyId, id);
  await note(tx, actor, macro, null);
}

/** ERR_MACRO_REFERENCE for what is not there; what is there stays until the end of the transaction. */
export async function assertSound(tx: Tx, companyId: number, effects: readonly MacroEffect[]): Promise<void> {
  const pointing = effects.filter((effect) => effect.kind !== 'take');
  if (!(await areThere(tx, companyId, pointing))) throw new AppError('ERR_MACRO_REFERENCE');
}

async function get(tx: Tx, actor: Actor, id: number): Promise<MacroRow> {
  return orNotFound(await repo.find(tx, actor, id), 'ERR_NO_MACRO_FOUND');
}

/** What is one's own needs somebody whose it is: programs have only what is the team's. */
function assertMay(actor: Actor, team: boolean): void {
  const mayHave = team ? can(actor, 'macros:manageTeam') : actor.userId !== null;
  if (!mayHave) throw new AppError('ERR_NO_PERMISSION');
}

async function assertRoom(tx: Tx, actor: Actor, team: boolean): Promise<void> {
  if ((await repo.count(tx, actor, team)) >= MAX_MACROS)
    throw new AppError('ERR_TOO_MANY_MACROS', { limit: MAX_MACROS });
}

const AUDITED: Audited<MacroRow> = {
  entity: 'macro',
  name: ({ name }) => name,
  fields: ({ name, team, effects }) => ({ name, team, effects: JSON.stringify(effects) }),
};

/** Notes a change for the log, which leaves out what is a person's own. */
async function note(tx: Tx, actor: Actor, before: MacroRow | null, after: MacroRow | null): Promise<void> {
  if (before?.team || after?.team) await recordChange(tx, actor, AUDITED, before, after);
}

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const isTaken = isUniqueViolation(error, 'macros_own') || isUniqueViolation(error, 'macros_of_team');
    throw isTaken ? new AppError('ERR_MACRO_NAME_TAKEN') : error;
  }
}
