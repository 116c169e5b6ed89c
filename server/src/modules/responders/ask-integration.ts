import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Reply } from '../../services/reply.ts';
import type { Answer, Turn } from '../bot/turns.service.ts';
import { forAnswering } from '../queue-integrations/queue-integrations.service.ts';
import { askDialogflow } from './ask-dialogflow.ts';
import { askTypebot } from './ask-typebot.ts';
import { askWebhook } from './ask-webhook.ts';
import { listHeard, type SaidMessage } from './conversation.repo.ts';
import { fetchGiven } from './given-files.ts';
import type { Question } from './question.ts';
import type { AskResponder, ResponderDeps, Time } from './responder.ts';

/** What differs when nobody is there. */
interface Asking {
  /** What the customer has written, the oldest first. */
  listMessages(tx: Tx, turn: Turn): Promise<SaidMessage[]>;
  tellProgram(deps: ResponderDeps, question: Question): Promise<Reply>;
}

/** A program outside, of whatever kind. ERR_NO_QUEUE_INTEGRATION_FOUND when it is gone meanwhile. */
export function askIntegration(
  deps: ResponderDeps,
  { listMessages = listHeard, tellProgram = askWebhook }: Partial<Asking> = {},
): AskResponder {
  return async (turn, time) => {
    const { id: companyId } = turn.company;
    const { integration, heard } = await deps.db.readCompany(companyId, async (tx) => ({
      integration: await forAnswering(tx, companyId, turn.integrationId ?? 0, deps.secrets),
      heard: turn.opens ? [] : await listMessages(tx, turn),
    }));
    if (!integration) throw new AppError('ERR_NO_QUEUE_INTEGRATION_FOUND');
    const text = heard
      .map(({ body }) => body.trim())
      .filter(Boolean)
      .join('\n');
    const reply = await askByType(deps, { turn, integration, heard, text, time }, tellProgram);
    return { ...(await answerTo(deps, companyId, reply, time)), session: reply.session };
  };
}

function askByType(
  deps: ResponderDeps,
  question: Question,
  tellProgram: Asking['tellProgram'],
): Promise<Reply> {
  switch (question.integration.type) {
    case 'dialogflow':
      return askDialogflow(deps, question);
    case 'typebot':
      return askTypebot(deps, question);
    case 'n8n':
    case 'webhook':
      return tellProgram(deps, question);
  }
}

/** A program's reply, in the words of the bot. */
export async function answerTo(
  deps: Pick<ResponderDeps, 'outside' | 'media' | 'log'>,
  companyId: number,
  { said, wish }: Pick<Reply, 'said' | 'wish'>,
  time: Time,
): Promise<Omit<Answer, 'session'>> {
  const ready = { said: await fetchGiven(deps, companyId, said, time), note: null };
  switch (wish?.kind) {
    case undefined:
      return { ...ready, next: { kind: 'goOn' } };
    case 'stop':
      return { ...ready, next: { kind: 'people', cause: 'done', queueId: null } };
    case 'close':
      return { ...ready, next: { kind: 'close' } };
    case 'transfer': {
      const { queueId, userId } = wish;
      return { ...ready, next: { kind: 'moved' }, moveTo: { queueId, userId } };
    }
  }
}
