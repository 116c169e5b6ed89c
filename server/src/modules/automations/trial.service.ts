import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { asked, carriedOut } from '@balcao/shared/features/automations/decide.ts';
import { holds, isMeant } from '@balcao/shared/features/automations/holds.ts';
import { TRIED_TICKETS } from '@balcao/shared/features/automations/limits.ts';
import type { Effect, Rule } from '@balcao/shared/features/automations/rule.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { chosenTemplate } from '../message-templates/message-templates.service.ts';
import { assertSound } from './automations.service.ts';
import { loadNewest, loadOne, type RuledTicket } from './facts.repo.ts';
import { loadPast } from './past.repo.ts';
import { countsMessages } from './rule-sets.service.ts';
import { loadHeard, unheardOf } from './silence.ts';

/**
 * What a rule would do to tickets as they stand now, by the decision that decides for it otherwise. Nothing is written.
 * ERR_NO_TICKET_FOUND, and what `assertSound` throws.
 */
export async function tryAutomation(
  tx: Tx,
  { companyId }: Actor,
  { ticketId, ...rule }: Omit<Rule, 'id'> & { ticketId?: number | undefined },
  now: Date,
) {
  const { effects } = rule;
  await assertSound(tx, companyId, rule, { holds: false });
  const wanted = { now, countsMessages: countsMessages([rule]) };
  const tickets =
    ticketId === undefined
      ? await loadNewest(tx, companyId, TRIED_TICKETS, wanted)
      : [orNotFound(await loadOne(tx, companyId, ticketId, wanted), 'ERR_NO_TICKET_FOUND')];
  const found = await findMet(tx, companyId, rule, tickets, now);
  const ids = found.map(({ ticket }) => ticket.id);
  const heard = await loadHeard(tx, companyId, ids, effects, now);
  const failures = new Map<number, string | null>();
  for (const { facts } of found.map(({ ticket }) => ticket))
    if (!failures.has(facts.connectionId))
      failures.set(facts.connectionId, await failureOn(tx, companyId, facts.connectionId, effects));
  const matched = found.map(({ ticket, said }) => {
    const { id, uuid, contactName, lastMessage, facts } = ticket;
    const done = carriedOut(effects, facts).effects;
    const unheard = unheardOf(done, heard.get(id));
    return {
      ...{ ticketId: id, uuid, contactName, lastMessage, said },
      effects: done,
      failed: failures.get(facts.connectionId) ?? (unheard?.isAll ? unheard.reason : null),
      unsaid: unheard && !unheard.isAll ? unheard.reason : null,
    };
  });
  return { tried: tickets.length, matched };
}

/** Those in which the cause has happened while all held, and the words that were the cause. */
async function findMet(
  tx: Tx,
  companyId: number,
  { cause, conditions }: Pick<Rule, 'cause' | 'conditions'>,
  tickets: readonly RuledTicket[],
  now: Date,
): Promise<{ ticket: RuledTicket; said: string }[]> {
  const past = await loadPast(
    tx,
    companyId,
    tickets.map(({ id }) => id),
    cause,
    now,
  );
  return tickets.flatMap((ticket) => {
    const met = past
      .get(ticket.id)
      ?.find((one) => isMeant(cause, one) && holds(conditions, asked(ticket.facts, one)));
    return met ? [{ ticket, said: 'text' in met ? met.text : '' }] : [];
  });
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
