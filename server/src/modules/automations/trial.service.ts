import type { Actor } from '@balcao/shared/contract/roles.ts';
import { carriedOut } from '@balcao/shared/features/automations/decide.ts';
import { holds } from '@balcao/shared/features/automations/holds.ts';
import { TRIED_TICKETS } from '@balcao/shared/features/automations/limits.ts';
import type { Conditions, Effect } from '@balcao/shared/features/automations/rule.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { assertSound } from './automations.service.ts';
import { loadNewest, loadOne } from './facts.repo.ts';
import { countsMessages } from './rule-sets.service.ts';

/**
 * What a rule would do to tickets as they stand now, by the decision that decides for it otherwise. Nothing is written.
 * ERR_AUTOMATION_PATTERN, ERR_AUTOMATION_REFERENCE, ERR_NO_TICKET_FOUND.
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
  const matched = tickets
    .filter(({ facts }) => holds(conditions, facts))
    .map(({ id, uuid, contactName, lastMessage, facts }) => ({
      ticketId: id,
      uuid,
      contactName,
      lastMessage,
      effects: carriedOut(effects, facts).effects,
    }));
  return { tried: tickets.length, matched };
}
