import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { carriedOut } from '@balcao/shared/features/automations/decide.ts';
import { holds } from '@balcao/shared/features/automations/holds.ts';
import { TRIED_TICKETS } from '@balcao/shared/features/automations/limits.ts';
import type { Conditions, Effect } from '@balcao/shared/features/automations/rule.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { chosenTemplate } from '../message-templates/message-templates.service.ts';
import { assertSound } from './automations.service.ts';
import { loadNewest, loadOne } from './facts.repo.ts';
import { countsMessages } from './rule-sets.service.ts';

/**
 * What a rule would do to tickets as they stand now, by the decision that decides for it otherwise. Nothing is written.
 * ERR_NO_TICKET_FOUND, and what `assertSound` throws.
 */
export async function tryAutomation(
  tx: Tx,
  { companyId }: Actor,
  {
    conditions,
    effects,
    ticketId,
  }: { conditions: Conditions; effects: Effect[]; ticketId?: number | undefined },
  now: Date,
) {
  const rule = { cause: { kind: 'message' } as const, conditions, effects };
  await assertSound(tx, companyId, rule, { holds: false });
  const asked = { now, countsMessages: countsMessages([{ conditions }]) };
  const tickets =
    ticketId === undefined
      ? await loadNewest(tx, companyId, TRIED_TICKETS, asked)
      : [orNotFound(await loadOne(tx, companyId, ticketId, asked), 'ERR_NO_TICKET_FOUND')];
  const found = tickets.filter(({ facts }) => holds(conditions, facts));
  const failures = new Map<number, string | null>();
  for (const { facts } of found)
    if (!failures.has(facts.connectionId))
      failures.set(facts.connectionId, await failureOn(tx, companyId, facts.connectionId, effects));
  const matched = found.map(({ id, uuid, contactName, lastMessage, facts }) => ({
    ...{ ticketId: id, uuid, contactName, lastMessage },
    effects: carriedOut(effects, facts).effects,
    failed: failures.get(facts.connectionId) ?? null,
  }));
  return { tried: tickets.length, matched };
}

/** Connections do not all have the same approved texts. @returns the error for which nothing would be done on this one */
async function failureOn(
  tx: Tx,
  companyId: number,
  connectionId: number,
  effects: readonly Effect[],
): Promise<string | null> {
  try {
    for (const effect of effects)
      if (effect.kind === 'template') await chosenTemplate(tx, companyId, connectionId, effect.template);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
