import { AppError } from '@balcao/shared/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import type { Reply } from '../../services/reply.ts';
import type { Answer, Turn } from '../bot/turns.service.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { MediaService } from '../media/media.service.ts';
import { type AnsweringIntegration, forAnswering } from '../queue-integrations/queue-integrations.service.ts';
import { askDialogflow } from './ask-dialogflow.ts';
import { askTypebot } from './ask-typebot.ts';
import { askWebhook } from './ask-webhook.ts';
import { listHeard, type SaidMessage } from './conversation.repo.ts';
import { fetchGiven } from './given-files.ts';
import type { AskMind, Time } from './mind.ts';

export interface IntegrationDeps {
  db: Database;
  secrets: Secrets;
  media: Pick<MediaService, 'take'>;
  links: MediaLinks;
  outside: Outside;
  clock: () => Date;
  log: Log;
}

/** A turn, with what is asked in it. */
export interface Question {
  turn: Turn;
  integration: AnsweringIntegration;
  /** Oldest first; none when the program speaks first. */
  heard: readonly SaidMessage[];
  /** What of it are words, one line for each message. */
  text: string;
  time: Time;
}

/** A program outside, of whatever kind. ERR_NO_QUEUE_INTEGRATION_FOUND when it is gone meanwhile. */
export function askIntegration(deps: IntegrationDeps): AskMind {
  return async (turn, time) => {
    const { id: companyId } = turn.company;
    const { integration, heard } = await deps.db.readCompany(companyId, async (tx) => ({
      integration: await forAnswering(tx, companyId, turn.integrationId ?? 0, deps.secrets),
      heard: turn.opens ? [] : await listHeard(tx, turn),
    }));
    if (!integration) throw new AppError('ERR_NO_QUEUE_INTEGRATION_FOUND');
    const text = heard
      .map(({ body }) => body.trim())
      .filter(Boolean)
      .join('\n');
    const reply = await askByType(deps, { turn, integration, heard, text, time });
    return { ...(await answerTo(deps, companyId, reply, time)), session: reply.session };
  };
}

function askByType(deps: IntegrationDeps, question: Question): Promise<Reply> {
  switch (question.integration.type) {
    case 'dialogflow':
      return askDialogflow(deps, question);
    case 'typebot':
      return askTypebot(deps, question);
    case 'n8n':
    case 'webhook':
      return askWebhook(deps, question);
  }
}

/** A program's reply, in the words of the bot. */
export async function answerTo(
  deps: Pick<IntegrationDeps, 'outside' | 'media' | 'log'>,
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
