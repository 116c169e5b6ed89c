import type { RouteInput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { TrialAnswer, TrialLine, TrialState, tryBot } from '@balcao/shared/features/bot/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as connections from '../connections/connections.service.ts';
import * as queues from '../queues/queues.service.ts';
import * as repo from './bot.repo.ts';
import { entriesOf } from './conversation.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { hear } from './heard.ts';
import { scriptOf } from './rules.ts';
import { type BotScript, queueOf } from './script.ts';
import { type BotState, FRESH } from './state.ts';

/**
 * One step of a conversation that there is not: the same facts, decision and words as for a customer, at any time. What
 * would be written is answered instead; the database itself refuses to write meanwhile. Throws ERR_NO_QUEUE_FOUND and
 * ERR_NO_WAPP_FOUND.
 */
export async function tryStep(
  tx: Tx,
  actor: Actor,
  { params: { queueId }, body }: RouteInput<typeof tryBot>,
): Promise<TrialAnswer> {
  const trial = await beginTrial(tx, actor, queueId, body);
  return answerTrial(tx, trial, decide(trial.turn, hear(body.text)));
}

/** A conversation that there is not, and where its customer stands. */
export interface Trial {
  companyId: number;
  queueId: number;
  facts: repo.BotFacts;
  turn: { script: BotScript; state: BotState; now: Date };
}

export async function beginTrial(
  tx: Tx,
  actor: Actor,
  queueId: number,
  given: {
    connectionId: number | null;
    contactName?: string | undefined;
    state: TrialState | null;
    at: string;
  },
): Promise<Trial> {
  const { companyId } = actor;
  const { connectionId, contactName = '' } = given;
  await queues.get(tx, actor, queueId);
  if (connectionId !== null) await connections.getDetails(tx, companyId, connectionId);
  const state = given.state ? remember(given.state) : FRESH;
  const facts = await repo.loadTrial(tx, companyId, { connectionId, queueId, contactName, state });
  if (!facts) throw new AppError('ERR_NO_QUEUE_FOUND');
  const now = new Date(given.at);
  return { companyId, queueId, facts, turn: { script: scriptOf(facts, now), state, now } };
}

/** What the customer would be told, and where they would stand. */
export async function answerTrial(
  tx: Tx,
  { companyId, queueId, facts, turn: { script, now } }: Trial,
  decision: Decision,
): Promise<TrialAnswer> {
  const queue = queueOf(script, decision.state.queueId ?? queueId);
  const { ask } = decision;
  return {
    lines: await linesOf(tx, companyId, entriesOf(facts, decision, now)),
    state: handBack(decision.state),
    closes: decision.closes,
    reason: decision.reason,
    read: decision.lines.find((line) => line.kind === 'chose')?.read ?? null,
    ask: ask && { answerer: ask.answerer, opens: ask.opens },
    isOpen: script.isOpen && (queue?.isOpen ?? true),
  };
}

async function linesOf(tx: Tx, companyId: number, entries: readonly repo.Entry[]): Promise<TrialLine[]> {
  const ids = entries.flatMap(({ mediaId }) => mediaId ?? []);
  const files = ids.length > 0 ? await repo.listFiles(tx, companyId, ids) : [];
  return entries.map(({ id, mediaType, body, mediaId }) => ({
    id,
    mediaType,
    body,
    media: files.find((file) => file.id === mediaId) ?? null,
  }));
}

const remember = ({ menuAt, hoursToldAt, ...state }: TrialState): BotState => ({
  ...state,
  menuAt: menuAt === null ? null : new Date(menuAt),
  hoursToldAt: hoursToldAt === null ? null : new Date(hoursToldAt),
});

const handBack = ({ menuAt, hoursToldAt, ...state }: BotState): TrialState => ({
  ...state,
  menuAt: menuAt?.toISOString() ?? null,
  hoursToldAt: hoursToldAt?.toISOString() ?? null,
});
