import type { RouteInput, RouteOutput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { askResponder } from '@balcao/shared/features/bot/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { deliver } from '../../services/webhook.ts';
import { conclude } from '../bot/decide.ts';
import { answerTrial, beginTrial, type Trial } from '../bot/try-bot.service.ts';
import type { Answer, Turn } from '../bot/turns.service.ts';
import { askBills } from './ask-bills.ts';
import { askIntegration } from './ask-integration.ts';
import { askPrompt } from './ask-prompt.ts';
import { envelopeOf } from './ask-webhook.ts';
import type { SaidMessage } from './conversation.repo.ts';
import type { Question } from './question.ts';
import { codeOf, type ResponderDeps, timeOf } from './responder.ts';

type Input = RouteInput<typeof askResponder>;
type Output = RouteOutput<typeof askResponder>;

/** Shorter than a console waits. */
const TIME_MS = 11_000;

/**
 * Asks a responder in a conversation that there is not, with the words of the trial in the place of a customer's.
 * Throws the code that the timeline would show.
 */
export async function tryResponder(
  deps: ResponderDeps,
  actor: Actor,
  { params, body }: Input,
): Promise<(tx: Tx) => Promise<Output>> {
  const { companyId } = actor;
  const trial = await deps.db.readCompany(companyId, (tx) => beginTrial(tx, actor, params.queueId, body));
  const turn = await deps.db.readCompany(companyId, (tx) => turnOf(tx, trial, body));
  const began = performance.now();
  const answer = await ask(
    deps,
    turn,
    messagesOf(body),
  )(turn, timeOf(TIME_MS)).catch((error: unknown) => {
    throw new AppError(codeOf(turn, error), {}, { cause: error });
  });
  const latencyMs = Math.round(performance.now() - began);
  return async (tx) => ({
    ...(await answerTrial(tx, trial, conclude(trial.turn, { ...answer, next: nextOf(answer) }))),
    session: answer.next.kind === 'goOn' && answer.session ? JSON.stringify(answer.session) : null,
    latencyMs,
  });
}

/** Whoever is moved waits for people. */
const nextOf = ({ next, moveTo }: Answer): Answer['next'] =>
  next.kind === 'moved' ? { kind: 'people', cause: 'done', queueId: moveTo?.queueId ?? null } : next;

function ask(deps: ResponderDeps, { answerer, since }: Turn, messages: SaidMessage[]) {
  const listMessages = async () => messages.filter(({ fromMe, at }) => !fromMe && at >= since);
  switch (answerer) {
    case 'prompt':
      return askPrompt(deps, {
        listMessages: async (_tx, _turn, limit) => messages.slice(-limit),
        about: null,
      });
    case 'integration':
      return askIntegration(deps, { listMessages, tellProgram });
    case 'bill':
      return askBills(deps, { listMessages, mayLookUp: async () => true });
  }
}

/** A program hears that it is a trial, gets no token, and nothing of it stands in the log. */
async function tellProgram(deps: ResponderDeps, question: Question) {
  const { url, signingSecrets: secrets, headerName, headerValue } = question.integration;
  const { time, turn } = question;
  const body = JSON.stringify({ ...envelopeOf(deps, question, 0), type: 'trial' });
  const header = headerName === '' ? null : { name: headerName, value: headerValue };
  const timeoutMs = time.left();
  const { reply } = await deliver(deps.outside, {
    url,
    id: `msg_${turn.id}`,
    body,
    secrets,
    header,
    timeoutMs,
    signal: time.signal,
  });
  return reply ?? { said: [], wish: null, session: null };
}

/**
 * The customer's last words are the question, also where the bot has greeted after them: alone they are as new as the turn.
 * What stands before them was answered.
 */
function messagesOf({ said, at }: Input['body']): SaidMessage[] {
  const last = said.findLastIndex(({ fromMe }) => !fromMe);
  const answered = said.findLastIndex(({ fromMe }, place) => fromMe && place < last);
  return said.map(({ fromMe, text }, place) => {
    const isAsked = place > answered && place <= last;
    return {
      id: uuidv7(),
      fromMe,
      body: text,
      mediaType: 'chat',
      card: null,
      tap: null,
      referral: null,
      at: new Date(Date.parse(at) - (isAsked ? 0 : said.length - place)),
      media: null,
      transcript: null,
    };
  });
}

async function turnOf(
  tx: Tx,
  { companyId, facts, turn }: Trial,
  { opens, session, at, contactName }: Input['body'],
): Promise<Turn> {
  const { answerer, promptId, integrationId, queueId } = turn.state;
  if (answerer !== 'prompt' && answerer !== 'integration' && answerer !== 'bill')
    throw new AppError('ERR_VALIDATION');
  const [company] = await tx<
    Turn['company'][]
  >`select id, name, timezone, language from companies where id = ${companyId}`;
  if (!company) throw new AppError('ERR_NO_QUEUE_FOUND');
  const queue = facts.queues?.find(({ id }) => id === queueId);
  return {
    id: uuidv7(),
    answerer,
    opens,
    since: new Date(at),
    until: null,
    promptId,
    integrationId,
    session: session === null ? null : readSession(session),
    sessionUsedAt: null,
    ticketId: facts.ticketId,
    ticketUuid: uuidv7(),
    channel: 'trial',
    kind: null,
    connection: { id: facts.connectionId ?? 0, name: '' },
    queue: queue ? { id: queue.id, name: queue.name } : null,
    referral: null,
    contact: { id: 0, name: contactName ?? '', number: '', email: '' },
    company,
  };
}

function readSession(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
