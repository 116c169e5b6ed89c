import { carriedOut, decide, type Step } from '@balcao/shared/features/automations/decide.ts';
import type { Occurrence } from '@balcao/shared/features/automations/facts.ts';
import { MAX_STEPS } from '@balcao/shared/features/automations/limits.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isConflict, isUnavailable, toAppError } from '../../platform/db/errors.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Log } from '../../platform/log.ts';
import { takeCauses } from '../ticket-timeline/causes.service.ts';
import { addTicketEvent } from '../ticket-timeline/ticket-events.service.ts';
import * as repo from './automations.repo.ts';
import { carryOut, type Doer } from './carry-out.ts';
import { loadConcerned, loadOne, type RuledTicket } from './facts.repo.ts';
import { kindsOf, occurrencesOf } from './occurrences.ts';
import { createRuleSets, type NamedRule, type RuleSet } from './rule-sets.service.ts';
import * as runs from './runs.repo.ts';
import { loadHeard, unheardOf } from './silence.ts';
import { askToSort } from './sort-calls.ts';

interface Deps {
  log: Log;
  clock: () => Date;
}

/** What rules do about what happens to a company's tickets. */
export interface RuleFollower {
  /** The last work of a transaction: about all that it has noted. */
  finish(tx: Tx, companyId: number): Promise<void>;
  /** About how a ticket stands. The caller has locked it. */
  follow(tx: Tx, companyId: number, ticketId: number, happened: Occurrence): Promise<void>;
}

/**
 * Rules act in the transaction of their cause: both are there after a crash, or neither. What a rule does stands behind a
 * savepoint, so that none takes its cause along.
 */
export function createRuleFollower({ log, clock }: Deps): RuleFollower {
  const sets = createRuleSets();
  return {
    async finish(tx, companyId) {
      const causes = takeCauses(tx).filter((cause) => kindsOf(cause).length > 0);
      if (causes.length === 0) return;
      const [first, ...others] = causes;
      const version = first && 'messageId' in first ? first.rulesVersion : undefined;
      const set =
        version !== undefined && others.length === 0
          ? await sets.ofVersion(tx, companyId, version)
          : await sets.ofKinds(tx, companyId, causes.flatMap(kindsOf));
      if (!set) return;
      const now = clock();
      const lines = causes.flatMap((cause) => ('messageId' in cause ? [cause.messageId] : []));
      const contactIds = causes.flatMap((cause) => ('contactId' in cause ? [cause.contactId] : []));
      for (const ticket of await loadConcerned(tx, companyId, { lines, contactIds }, { now, ...set })) {
        const own = causes.filter((cause) =>
          'messageId' in cause
            ? ticket.lines.some(({ id }) => id === cause.messageId)
            : ticket.contactId === cause.contactId && ticket.facts.status !== 'closed',
        );
        const happened = await occurrencesOf(tx, companyId, own, ticket.lines);
        await followAll({ tx, log, companyId, set, now }, ticket, happened);
      }
    },

    async follow(tx, companyId, ticketId, happened) {
      const set = await sets.ofKinds(tx, companyId, [happened.kind]);
      const now = clock();
      const ticket = set && (await loadOne(tx, companyId, ticketId, { now, ...set }));
      if (ticket) await followAll({ tx, log, companyId, set, now }, ticket, [happened]);
    },
  };
}

interface Scene {
  tx: Tx;
  log: Log;
  companyId: number;
  set: RuleSet;
  now: Date;
}

/** How far the rules have come with one ticket. */
interface Turn {
  /** Rules that had theirs. */
  done: Set<number>;
  /** What has happened, also by rules. */
  happened: Occurrence[];
  /** Where the next effect stands in the conversation: behind all that is there, each a moment after the one before. */
  at: Date;
}

/** After a rule that failed it is decided anew, from how things stand, without those that had their turn. */
async function followAll(scene: Scene, begun: RuledTicket, happened: readonly Occurrence[]): Promise<void> {
  const { tx, companyId, set, now } = scene;
  const at = new Date(Math.max(now.getTime(), begun.lastMessageAt.getTime()) + 1);
  const turn: Turn = { done: new Set(), happened: [...happened], at };
  for (let ticket: RuledTicket | undefined = begun; ticket; ) {
    const left = set.rules.filter(({ id }) => !turn.done.has(id));
    const most = MAX_STEPS - turn.done.size;
    const wanted = decide(left, turn.happened, ticket.facts, most + 1);
    const failed = await takeSteps(scene, ticket, wanted.slice(0, most), turn);
    const tooMany = failed ? undefined : left.find(({ id }) => id === wanted[most]?.ruleId);
    if (tooMany) await leaveOut(scene, ticket.id, tooMany, turn.at);
    ticket = failed ? await loadOne(tx, companyId, ticket.id, { now, ...set }) : undefined;
  }
}

/** @returns whether one failed, after which nothing stands as was foreseen */
async function takeSteps(
  scene: Scene,
  ticket: RuledTicket,
  steps: readonly Step[],
  turn: Turn,
): Promise<boolean> {
  crashAt('automation.decided');
  let { facts } = ticket;
  for (const step of steps) {
    const rule = scene.set.rules.find(({ id }) => id === step.ruleId);
    if (!rule) continue;
    const { at } = turn;
    turn.done.add(rule.id);
    turn.at = new Date(at.getTime() + step.effects.length + 1);
    if (!(await act(scene, { ticketId: ticket.id, queueId: facts.queueId }, rule, step, at))) return true;
    const outcome = carriedOut(step.effects, facts);
    turn.happened.push(...outcome.happened);
    facts = outcome.facts;
  }
  return false;
}

type Automated = Extract<TicketEvent, { kind: 'automated' }>;

/** Ten have acted: the next one is left out, and the conversation says so once. */
async function leaveOut(
  { tx, companyId }: Scene,
  ticketId: number,
  rule: NamedRule,
  at: Date,
): Promise<void> {
  const { id: automationId, name } = rule;
  const failed = 'ERR_AUTOMATION_STEPS';
  if (!(await runs.noteSilence(tx, companyId, { automationId, ticketId, reason: failed }))) return;
  const event = { kind: 'automated', automationId, name, failed } as const;
  await addTicketEvent(tx, { companyId, ticketId, userId: null }, event, at);
}

/** One rule, whole or not at all. @returns whether it went as was foreseen */
async function act(
  { tx, log, companyId }: Scene,
  place: Pick<Doer, 'ticketId' | 'queueId'>,
  { id, name }: NamedRule,
  { effects }: Step,
  at: Date,
): Promise<boolean> {
  const { ticketId } = place;
  const line = { kind: 'automated', automationId: id, name } as const;
  const tell = (inner: Tx, outcome: Pick<Automated, 'failed' | 'unsaid' | 'webhookIds'>) =>
    addTicketEvent(inner, { companyId, ticketId, userId: null }, { ...line, ...outcome }, at);
  const webhookIds = effects.flatMap((effect) => (effect.kind === 'webhook' && effect.webhookId) || []);
  const heard = await loadHeard(tx, companyId, [ticketId], effects, at);
  const unheard = unheardOf(effects, heard.get(ticketId));
  if (unheard?.isAll) {
    const { reason } = unheard;
    if (await runs.noteSilence(tx, companyId, { automationId: id, ticketId, reason }))
      await tell(tx, { failed: reason });
    return true;
  }
  try {
    await tx.savepoint(async (inner) => {
      await inner`select set_config('app.automation', 'on', true)`;
      await tell(inner, {
        failed: null,
        ...(unheard ? { unsaid: unheard.reason } : {}),
        ...(webhookIds.length > 0 ? { webhookIds } : {}),
      });
      const doer: Doer = { companyId, ...place, userId: null, name, said: 0 };
      for (const [index, effect] of effects.entries())
        await carryOut(inner, doer, effect, new Date(at.getTime() + index + 1));
      const sort = effects.find((effect) => effect.kind === 'sort');
      if (sort) await askToSort(inner, companyId, { ticketId, automationId: id, moves: sort.queue, at });
      await runs.note(inner, companyId, { automationId: id, ticketId, texts: doer.said, at });
    });
  } catch (error) {
    // The transaction is lost: whoever began it begins anew.
    if (isConflict(error) || isUnavailable(error)) throw error;
    const { code } = toAppError(error);
    const isFault = code === 'ERR_INTERNAL';
    if (isFault) log.error({ err: error, companyId, ticketId, automationId: id }, 'automation failed');
    const failed = isFault ? 'ERR_AUTOMATION_FAILED' : code;
    await tell(tx, { failed });
    takeCauses(tx);
    if (isFault || code === 'ERR_AUTOMATION_LIMIT')
      await repo.rest(tx, companyId, id, isFault ? 'failed' : 'limit', at);
    return false;
  }
  crashAt('automation.written');
  return true;
}
