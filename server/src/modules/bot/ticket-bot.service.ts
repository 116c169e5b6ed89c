import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { namesOf } from '../ticket-timeline/ticket-events.service.ts';
import type { BotWish, TicketBot } from '../tickets/ticket-bot.ts';
import * as repo from './bot.repo.ts';
import { carryOut, stopBot } from './bot.service.ts';
import { startResponder } from './decide.ts';
import { mayAnswer, scriptOf } from './rules.ts';
import type { Responder } from './script.ts';
import { startOwn } from './turns.service.ts';

/** What tickets ask of the bot. */
export const ticketBot: TicketBot = { startOwn, assertResponders, setResponder };

async function assertResponders(
  tx: Tx,
  companyId: number,
  { promptId, integrationId }: BotWish,
): Promise<void> {
  if (promptId != null) await findResponder(tx, companyId, { kind: 'prompt', id: promptId });
  if (integrationId != null) await findResponder(tx, companyId, { kind: 'integration', id: integrationId });
}

/** ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_INTEGRATION_FOUND. */
async function findResponder(
  tx: Tx,
  companyId: number,
  wanted: Pick<Responder, 'kind' | 'id'>,
): Promise<Responder> {
  const code = wanted.kind === 'prompt' ? 'ERR_NO_PROMPT_FOUND' : 'ERR_NO_QUEUE_INTEGRATION_FOUND';
  return orNotFound(await repo.findResponder(tx, companyId, wanted), code);
}

/**
 * A responder begins in a waiting ticket, whatever its connection and queue say; or the one that answers stops, and
 * people follow.
 */
async function setResponder(tx: Tx, actor: Actor, ticketId: number, wish: BotWish, at: Date): Promise<void> {
  const { companyId, userId } = actor;
  const wanted = wantedResponder(wish);
  if (wanted) return beginResponder(tx, companyId, ticketId, wanted, at);
  const facts = await repo.loadFacts(tx, companyId, ticketId);
  const { answerer } = facts?.state ?? {};
  const endsIntegration = wish.integrationId === null || wish.useIntegration === false;
  const ends =
    (answerer === 'integration' && endsIntegration) || (answerer === 'prompt' && wish.promptId === null);
  if (!ends) return;
  const { by } = await namesOf(tx, actor, { by: userId }, {});
  await stopBot(tx, { companyId, ticketId, userId }, 'agent', by, at);
}

function wantedResponder({
  promptId,
  integrationId,
  useIntegration,
}: BotWish): Pick<Responder, 'kind' | 'id'> | null {
  if (integrationId != null && useIntegration !== false) return { kind: 'integration', id: integrationId };
  return promptId != null ? { kind: 'prompt', id: promptId } : null;
}

/** It begins in a waiting ticket. ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_INTEGRATION_FOUND, ERR_BOT_HAS_NOTHING_TO_SAY. */
export async function beginResponder(
  tx: Tx,
  companyId: number,
  ticketId: number,
  wanted: Pick<Responder, 'kind' | 'id'>,
  at: Date,
): Promise<void> {
  const responder = await findResponder(tx, companyId, wanted);
  const facts = await repo.loadFacts(tx, companyId, ticketId);
  if (!facts || !mayAnswer(companyId, facts, at)) throw new AppError('ERR_BOT_HAS_NOTHING_TO_SAY');
  const decision = startResponder({ script: scriptOf(facts, at), state: facts.state, now: at }, responder);
  await carryOut(tx, companyId, facts, decision, { at });
}
