import type { RouteInput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type {
  Evaluation,
  judgeAnswer,
  OpenedEvaluation,
  startEvaluation,
} from '@balcao/shared/features/evaluations/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { enqueue, takeBack } from '../../platform/outgoing/calls.repo.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './evaluations.repo.ts';
import { listAnswered, type Question } from './questions.repo.ts';

/** The words of a prompt tried on what customers have asked. All that name one throw ERR_NO_EVALUATION_FOUND. */

/** Calls that ask for an answer; the row of the answer has the call's id. */
export const EVALUATION = 'evaluation';
/** One after the other, so that customers who wait are answered meanwhile. */
const laneOf = (id: string) => `evaluation:${id}`;

/** The newest first. */
export async function listPage(tx: Tx, companyId: number, after: string | undefined) {
  const rows = await repo.list(tx, companyId, after, pageAt().limit);
  const { shown, hasMore, next } = pageOf(rows, ({ id }) => id);
  return { evaluations: shown.map(present), hasMore, next };
}

export async function open(tx: Tx, companyId: number, id: string): Promise<OpenedEvaluation> {
  const record = await find(tx, companyId, id);
  const { today, changed } = record;
  return { ...present(record), today, changed, rows: await repo.listQuestions(tx, companyId, id) };
}

/** ERR_NO_PROMPT_FOUND, ERR_EVALUATION_RUNNING, ERR_NOTHING_TO_EVALUATE. */
export async function start(
  tx: Tx,
  actor: Actor,
  { promptId, changed, questions: wanted }: RouteInput<typeof startEvaluation>['body'],
  at: Date,
): Promise<Evaluation> {
  const { companyId } = actor;
  const { prompt, isTried } = orNotFound(
    await repo.lockPrompt(tx, companyId, promptId),
    'ERR_NO_PROMPT_FOUND',
  );
  if (isTried) throw new AppError('ERR_EVALUATION_RUNNING');
  const questions =
    wanted.from === 'tickets' ? await listAnswered(tx, actor, wanted.count) : wanted.lines.map(fromFile);
  if (questions.length === 0) throw new AppError('ERR_NOTHING_TO_EVALUATE');
  const begun = { promptId, userId: actor.userId, at, today: prompt, changed };
  const id = await repo.insert(tx, companyId, begun, questions);
  return noted(tx, actor, null, await ask(tx, companyId, id, at));
}

const fromFile = (question: string): Question => ({ messageId: null, until: null, question, written: '' });

/** Asks what was stopped or has failed. ERR_EVALUATION_RUNNING. */
export async function resume(tx: Tx, actor: Actor, id: string, at: Date): Promise<Evaluation> {
  const { companyId } = actor;
  const before = await find(tx, companyId, id);
  const prompt = await repo.lockPrompt(tx, companyId, before.promptId);
  if (prompt?.isTried) throw new AppError('ERR_EVALUATION_RUNNING');
  return noted(tx, actor, before, await ask(tx, companyId, id, at));
}

async function ask(tx: Tx, companyId: number, id: string, at: Date): Promise<repo.EvaluationRecord> {
  for (const answerId of await repo.placeUnasked(tx, companyId, id))
    await enqueue(tx, {
      companyId,
      id: answerId,
      kind: EVALUATION,
      lane: laneOf(id),
      dueAt: at,
      patienceMs: null,
    });
  return find(tx, companyId, id);
}

/** Nothing more is asked; what is under way comes to its end and is not heard. */
export async function stop(tx: Tx, actor: Actor, id: string): Promise<Evaluation> {
  const { companyId } = actor;
  const before = await find(tx, companyId, id);
  await stopAsking(tx, companyId, id);
  return noted(tx, actor, before, await find(tx, companyId, id));
}

/** By whoever finds that nothing would be answered, too. */
export async function stopAsking(tx: Tx, companyId: number, id: string): Promise<void> {
  await takeBack(tx, companyId, laneOf(id));
  await repo.markStopped(tx, companyId, id);
}

export async function judge(
  tx: Tx,
  actor: Actor,
  { params, body }: RouteInput<typeof judgeAnswer>,
): Promise<Evaluation> {
  const { companyId } = actor;
  const before = await find(tx, companyId, params.evaluationId);
  if (!(await repo.judge(tx, companyId, { ...params, ...body })))
    throw new AppError('ERR_NO_EVALUATION_FOUND');
  return noted(tx, actor, before, await find(tx, companyId, params.evaluationId));
}

export async function remove(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { companyId } = actor;
  const before = await find(tx, companyId, id);
  await repo.remove(tx, companyId, id);
  await takeBack(tx, companyId, laneOf(id));
  await recordChange(tx, actor, AUDITED, before, null);
}

/** What was done to it, for the log; words of customers are not. */
async function noted(
  tx: Tx,
  actor: Actor,
  before: repo.EvaluationRecord | null,
  after: repo.EvaluationRecord,
): Promise<Evaluation> {
  await recordChange(tx, actor, AUDITED, before, after);
  return present(after);
}

const AUDITED: Audited<repo.EvaluationRecord> = {
  entity: 'evaluation',
  name: ({ promptName }) => promptName,
  fields: ({ questions, unasked, judged }) => ({ questions, unasked, judged }),
};

const find = async (tx: Tx, companyId: number, id: string) =>
  orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_EVALUATION_FOUND');

const present = ({ today: _today, changed: _changed, at, ...record }: repo.EvaluationRecord): Evaluation => ({
  ...record,
  at: at.toISOString(),
});
