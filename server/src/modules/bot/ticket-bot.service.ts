import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { namesOf } from '../ticket-timeline/ticket-events.service.ts';
import type { BotWish, TicketBot } from '../tickets/tickets.service.ts';
import * as repo from './bot.repo.ts';
import { carryOut, stopBot } from './bot.service.ts';
import { startMind } from './decide.ts';
import { mayAnswer, scriptOf } from './rules.ts';
import type { Mind } from './script.ts';
import { startOwn } from './turns.service.ts';

/** What tickets ask of the bot. */
export const ticketBot: TicketBot = { startOwn, assertMinds, setMind };

async function assertMinds(tx: Tx, companyId: number, { promptId, integrationId }: BotWish): Promise<void> {
  if (promptId != null) await findMind(tx, companyId, { kind: 'prompt', id: promptId });
  if (integrationId != null) await findMind(tx, companyId, { kind: 'integration', id: integrationId });
}

/** ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_INTEGRATION_FOUND. */
async function findMind(tx: Tx, companyId: number, wanted: Pick<Mind, 'kind' | 'id'>): Promise<Mind> {
  const code = wanted.kind === 'prompt' ? 'ERR_NO_PROMPT_FOUND' : 'ERR_NO_QUEUE_INTEGRATION_FOUND';
  return orNotFound(await repo.findMind(tx, companyId, wanted), code);
}

/**
 * A mind begins in a waiting ticket, whatever its connection and queue say; or the one that answers stops, and people
 * follow.
 */
async function setMind(tx: Tx, actor: Actor, ticketId: number, wish: BotWish, at: Date): Promise<void> {
  const { companyId, userId } = actor;
  const wanted = wantedMind(wish);
  if (wanted) return begin(tx, companyId, ticketId, wanted, at);
  const facts = await repo.loadFacts(tx, companyId, ticketId);
  const { answerer } = facts?.state ?? {};
  const endsIntegration = wish.integrationId === null || wish.useIntegration === false;
  const ends =
    (answerer === 'integration' && endsIntegration) || (answerer === 'prompt' && wish.promptId === null);
  if (!ends) return;
  const { by } = await namesOf(tx, actor, { by: userId }, {});
  await stopBot(tx, { companyId, ticketId, userId }, 'agent', by, at);
}

function wantedMind({ promptId, integrationId, useIntegration }: BotWish): Pick<Mind, 'kind' | 'id'> | null {
  if (integrationId != null && useIntegration !== false) return { kind: 'integration', id: integrationId };
  return promptId != null ? { kind: 'prompt', id: promptId } : null;
}

async function begin(
  tx: Tx,
  companyId: number,
  ticketId: number,
  wanted: Pick<Mind, 'kind' | 'id'>,
  at: Date,
): Promise<void> {
  const mind = await findMind(tx, companyId, wanted);
  const facts = await repo.loadFacts(tx, companyId, ticketId);
  if (!facts || !mayAnswer(companyId, facts, at)) throw new AppError('ERR_BOT_HAS_NOTHING_TO_SAY');
  const decision = startMind({ script: scriptOf(facts, at), state: facts.state, now: at }, mind);
  await carryOut(tx, companyId, facts, decision, { at });
}
