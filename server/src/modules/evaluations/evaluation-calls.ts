import { AppError } from '@balcao/shared/errors.ts';
import type { EvaluatedAnswer } from '@balcao/shared/features/evaluations/calls.ts';
import { WRITTEN } from '@balcao/shared/features/responders/ai.ts';
import { v7 as uuidv7 } from 'uuid';
import { crashAt } from '../../platform/failpoints.ts';
import { type CallKind, isUndone, outsideErrorOf, type RunningCall } from '../../platform/outgoing/call.ts';
import type { Answer, Turn } from '../bot/turns.service.ts';
import { askPrompt, type SaidMessage } from '../responders/ask-prompt.ts';
import { codeOf, type ResponderDeps, timeOf } from '../responders/responder.ts';
import * as repo from './evaluations.repo.ts';
import { EVALUATION, stopAsking } from './evaluations.service.ts';

const MAX_ATTEMPTS = 3;
/** Nobody waits for one answer. */
const TIME_MS = 30_000;

/** Where these are the reason, the next question would fail as well. */
const ENDINGS: readonly string[] = ['ERR_AI_REFUSED', 'ERR_AI_LIMIT', 'ERR_PLAN_FEATURE_OFF'];

/** What an AI would answer: it is asked as for a customer, and nobody is told but those who judge it. */
export function evaluationCalls(deps: ResponderDeps): CallKind {
  const { db } = deps;
  const load = ({ companyId, id }: RunningCall) =>
    db.readCompany(companyId, (tx) => repo.findAsked(tx, companyId, id));
  const finish = (call: RunningCall, answer: AnswerFields, evaluationId?: string) =>
    db.withCompany(call.companyId, async (tx) => {
      if (!(await call.end(tx)) || !(await repo.findAsked(tx, call.companyId, call.id))) return;
      await repo.saveAnswer(tx, call.companyId, call.id, answer);
      crashAt('trial.written');
      if (evaluationId && ENDINGS.includes(answer.outcome))
        await stopAsking(tx, call.companyId, evaluationId);
    });

  return {
    kind: EVALUATION,
    maxAttempts: MAX_ATTEMPTS,
    mayRepeat: (error) => isUndone(error) || outsideErrorOf(error)?.problem === 'unknown',

    async take(call) {
      const asked = await load(call);
      if (!asked) return void (await db.withCompany(call.companyId, (tx) => call.end(tx)));
      if (!asked.hasPlan) throw new AppError('ERR_PLAN_FEATURE_OFF');
      const { ticket, prompt } = asked;
      const ask = askPrompt(deps, {
        ...(ticket ? {} : { listMessages: async () => [saidOf(asked)] }),
        change: { prompt, voice: WRITTEN },
        about: ticket && { ticketId: ticket.id, purpose: 'evaluation' },
      });
      const time = timeOf(TIME_MS);
      const signal = AbortSignal.any([time.signal, call.signal]);
      const answer = await ask(turnOf(call.id, asked), { ...time, signal });
      crashAt('trial.answered');
      await finish(call, readAnswer(answer));
    },

    async giveUp(call, error) {
      const asked = await load(call);
      const outcome = codeOf({ answerer: 'prompt' }, error);
      await finish(call, { outcome, text: '', articles: [] }, asked?.evaluationId);
    },
  };
}

type AnswerFields = Pick<EvaluatedAnswer, 'outcome' | 'text' | 'articles'>;

function readAnswer({ said, next, cited = [] }: Answer): AnswerFields {
  const text = said.map((one) => one.text).join('\n');
  if (next.kind !== 'people') return { outcome: 'answered', text, articles: [...cited] };
  return { outcome: next.cause === 'noSource' ? 'noSource' : 'handedOver', text, articles: [] };
}

/** What was said before a person answered. */
function turnOf(id: string, { promptId, ticket, queue, company }: repo.Asked): Turn {
  return {
    id,
    answerer: 'prompt',
    opens: false,
    since: ticket?.since ?? new Date(0),
    until: ticket?.until ?? null,
    promptId,
    integrationId: null,
    session: null,
    sessionUsedAt: null,
    ticketId: ticket?.id ?? 0,
    ticketUuid: ticket?.uuid ?? uuidv7(),
    channel: 'trial',
    kind: null,
    connection: { id: 0, name: '' },
    queue,
    referral: null,
    contact: { id: 0, name: ticket?.contactName ?? '', number: '', email: '' },
    company,
  };
}

const saidOf = ({ question }: repo.Asked): SaidMessage => ({
  id: uuidv7(),
  fromMe: false,
  body: question,
  mediaType: 'chat',
  card: null,
  tap: null,
  referral: null,
  at: new Date(0),
  media: null,
  transcript: null,
});
