import { AUTOMATIC_TEXTS } from '@balcao/shared/text/variables.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { openingAt } from '@balcao/shared/time/opening.ts';
import { overdueSince, subscriptionOf } from '../subscription/subscription.ts';
import type { BotFacts, QueueFacts } from './bot.repo.ts';
import type { BotQueue, BotScript, Responder } from './script.ts';

/**
 * Never in groups, never to somebody for whom the bots are switched off, nor to the company's own numbers: two machines
 * would talk for ever. A company that is blocked or overdue says nothing by itself.
 */
export function mayAnswer(companyId: number, facts: BotFacts, now: Date): boolean {
  const subscription = subscriptionOf(companyId, facts);
  const maySpeak = !subscription.blocked && overdueSince(subscription, now) === null;
  return maySpeak && facts.hasConnection && !facts.isGroup && !facts.isBarred;
}

/** What the company has written, and what of it is open at this moment. */
export function scriptOf(facts: BotFacts, now: Date): BotScript {
  const { holidays, timezone, scheduleType } = facts;
  const isOpen = (schedules: BotFacts['schedules']) =>
    openingAt({ schedules: schedules ?? DEFAULT_BUSINESS_HOURS, holidays, timezone }, now).isOpen;
  const responders = facts.responders ?? [];
  const present = ({ schedules, isOffered: _, promptId, integrationId, ...queue }: QueueFacts): BotQueue => ({
    ...queue,
    responder: responderOfPlace(responders, { promptId, integrationId }),
    isOpen: scheduleType !== 'queue' || isOpen(schedules),
  });
  const queues = facts.queues ?? [];
  return {
    greeting: facts.greeting,
    notice: facts.notice,
    outOfHours: facts.outOfHours,
    maxMenus: facts.maxMenus,
    intervalMinutes: facts.intervalMinutes,
    isOpen: scheduleType !== 'company' || isOpen(facts.schedules),
    responder: responderOfPlace(responders, {
      promptId: facts.connectionPromptId,
      integrationId: facts.connectionIntegrationId,
    }),
    responders,
    queues: queues.filter(({ isOffered }) => isOffered).map(present),
    otherQueues: queues.filter(({ isOffered }) => !isOffered).map(present),
    options: facts.options ?? [],
    language: facts.language,
    words: AUTOMATIC_TEXTS[facts.language].bot,
  };
}

/** Where both are set, the program comes before the AI. */
function responderOfPlace(
  responders: readonly Responder[],
  { promptId, integrationId }: { promptId: number | null; integrationId: number | null },
): Responder | null {
  const find = (kind: Responder['kind'], wanted: number | null) =>
    responders.find((responder) => responder.kind === kind && responder.id === wanted);
  return find('integration', integrationId) ?? find('prompt', promptId) ?? null;
}
