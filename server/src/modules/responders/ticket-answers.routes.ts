import { AppError } from '@balcao/shared/errors.ts';
import { answerTicket } from '@balcao/shared/features/responders/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import { readReply } from '../../services/webhook.ts';
import { applyAnswer } from '../bot/turns.service.ts';
import { whySilent } from '../subscription/may-speak.service.ts';
import { answerTo } from './ask-integration.ts';
import { type ResponderDeps, timeOf } from './responder.ts';
import { spend } from './ticket-tokens.service.ts';

/** Files that such an answer names are fetched while the program waits. */
const TIME_MS = 9_000;

/** What a program that was told of a ticket answers later. */
export function ticketAnswerRoutes(app: FastifyInstance, deps: ResponderDeps): void {
  const { db, clock } = deps;
  register(app, answerTicket, async ({ body }, { grant }) => {
    const { companyId } = grant;
    const reply = readReply(JSON.stringify(body));
    if (!reply) throw new AppError('ERR_VALIDATION');
    const reason = await db.readCompany(companyId, (tx) => whySilent(tx, companyId, clock()));
    if (reason) throw new AppError(reason);
    const answer = await answerTo(deps, companyId, reply, timeOf(TIME_MS));
    return async (tx) => {
      const { ticketId, integrationId } = await spend(tx, grant, clock());
      const by = { ticketId, answerer: 'integration', promptId: null, integrationId } as const;
      if (!(await applyAnswer(tx, companyId, by, { ...answer, session: undefined }, clock())))
        throw new AppError('ERR_TICKET_LEFT');
      return { ticketId };
    };
  });
}
