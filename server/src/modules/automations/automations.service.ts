import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { AutomationFields } from '@balcao/shared/features/automations/calls.ts';
import { MAX_AUTOMATIONS } from '@balcao/shared/features/automations/limits.ts';
import { isPattern } from '@balcao/shared/features/automations/pattern.ts';
import { ofEffect, type Reference, referencesOf } from '@balcao/shared/features/automations/references.ts';
import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import type { Effect, Rule } from '@balcao/shared/features/automations/rule.ts';
import type { MacroEffect } from '@balcao/shared/features/macros/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record, recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { chosenTemplate } from '../message-templates/message-templates.service.ts';
import * as repo from './automations.repo.ts';

/** Rules of a company. All that name one throw ERR_NO_AUTOMATION_FOUND. */

export async function get(tx: Tx, actor: Actor, id: number): Promise<AutomationRow> {
  return presentAutomation(orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_AUTOMATION_FOUND'));
}

/** ERR_AUTOMATION_NAME_TAKEN, ERR_TOO_MANY_AUTOMATIONS, and what `assertSound` throws. */
export async function create(tx: Tx, actor: Actor, fields: AutomationFields): Promise<AutomationRow> {
  const { companyId } = actor;
  if ((await repo.countForMaking(tx, companyId)) >= MAX_AUTOMATIONS)
    throw new AppError('ERR_TOO_MANY_AUTOMATIONS');
  const refs = await assertSound(tx, companyId, fields);
  const id = await nameIsFree(repo.insert(tx, companyId, fields, refs));
  const created = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, created);
  return created;
}

/** ERR_AUTOMATION_NAME_TAKEN, and what `assertSound` throws. One that rests looks again. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change<AutomationFields>,
): Promise<AutomationRow> {
  const { companyId } = actor;
  const before = presentAutomation(orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_AUTOMATION_FOUND'));
  const { name, active, cause, conditions, effects } = { ...before, ...withoutUndefined(change) };
  const fields = { name, active, cause, conditions, effects };
  // One that points at what is gone can still be switched off.
  const staysOff = change.active === false && Object.keys(change).length === 1;
  const refs = staysOff ? referenceTexts(fields) : await assertSound(tx, companyId, fields);
  await nameIsFree(repo.update(tx, companyId, id, fields, refs));
  if (staysOff && before.resting === 'gone')
    await repo.rest(tx, companyId, id, 'gone', new Date(before.restingSince ?? 0));
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const gone = orNotFound(await repo.lock(tx, actor.companyId, id), 'ERR_NO_AUTOMATION_FOUND');
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, presentAutomation(gone), null);
}

/** Those that are not named stay behind these, as they were. */
export async function order(tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> {
  const { companyId } = actor;
  await repo.countForMaking(tx, companyId);
  const before = await repo.listOrder(tx, companyId);
  const named = new Set(ids);
  if ([...named].some((id) => before.every((one) => one.id !== id)))
    throw new AppError('ERR_NO_AUTOMATION_FOUND');
  const others = before.filter(({ id }) => !named.has(id)).map(({ id }) => id);
  await repo.place(tx, companyId, [...named, ...others]);
  const after = await repo.listOrder(tx, companyId);
  const [first] = after;
  if (!first) return;
  const names = (rows: typeof after) => rows.map(({ name }) => name).join(', ');
  const changes = [{ field: 'position', from: names(before), to: names(after) }];
  const entity = { entity: 'automation', entityId: first.id, entityName: first.name } as const;
  await record(tx, { companyId, actor, action: 'update', ...entity, changes });
}

/**
 * ERR_AUTOMATION_PATTERN {pattern} for one that cannot be read, ERR_AUTOMATION_REFERENCE for what is not there, and what
 * `assertTemplates` throws.
 *
 * @param options.holds what it points at stays until the end of the transaction
 * @returns that, as it is stored
 */
export async function assertSound(
  tx: Tx,
  companyId: number,
  rule: Omit<Rule, 'id'>,
  { holds = true }: { holds?: boolean } = {},
): Promise<string[]> {
  const items = rule.conditions.items.flatMap((item) => (item.kind === 'group' ? item.items : [item]));
  const broken = items.find((item) => item.kind === 'pattern' && !isPattern(item.pattern));
  if (broken?.kind === 'pattern') throw new AppError('ERR_AUTOMATION_PATTERN', { pattern: broken.pattern });
  const wanted = referencesOf(rule);
  const found = new Set((await repo.findReferences(tx, companyId, wanted, holds)).map(textOf));
  if (wanted.some((one) => !found.has(textOf(one)))) throw new AppError('ERR_AUTOMATION_REFERENCE');
  await assertTemplates(tx, companyId, rule.effects);
  return [...found];
}

/** ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_PARAMETERS: where they were chosen they are there, with something in each blank. */
export async function assertTemplates(
  tx: Tx,
  companyId: number,
  effects: readonly (Effect | MacroEffect)[],
): Promise<void> {
  for (const effect of effects)
    if (effect.kind === 'template') await chosenTemplate(tx, companyId, effect.connectionId, effect.template);
}

/** Those that point at what is about to be deleted rest from now on. */
export const restRulesOf = (tx: Tx, companyId: number, gone: Reference, at: Date): Promise<void> =>
  repo.restAll(tx, companyId, textOf(gone), at);

/** Whether all that these effects point at is there, which stays until the end of the transaction. */
export async function areThere(tx: Tx, companyId: number, effects: readonly Effect[]): Promise<boolean> {
  const wanted = effects.flatMap(ofEffect);
  const found = new Set((await repo.findReferences(tx, companyId, wanted, true)).map(textOf));
  return wanted.every((one) => found.has(textOf(one)));
}

const textOf = ({ kind, id }: Reference) => `${kind}:${id}`;
const referenceTexts = (rule: Omit<Rule, 'id'>) => [...new Set(referencesOf(rule).map(textOf))];
const withoutUndefined = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

export const presentAutomation = ({ restingSince, ...row }: repo.AutomationRecord): AutomationRow => ({
  ...row,
  restingSince: restingSince?.toISOString() ?? null,
});

const AUDITED: Audited<AutomationRow> = {
  entity: 'automation',
  name: ({ name }) => name,
  fields: ({ name, active, cause, conditions, effects }) => ({
    name,
    active,
    cause: JSON.stringify(cause),
    conditions: JSON.stringify(conditions),
    effects: JSON.stringify(effects),
  }),
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'automations_name') ? new AppError('ERR_AUTOMATION_NAME_TAKEN') : error;
  }
}
