import type { WebhookEnvelope } from '@balcao/shared/features/responders/webhook-envelope.ts';
import { crashAt } from '../../platform/failpoints.ts';
import { outsideErrorOf } from '../../platform/outgoing/call.ts';
import type { Reply } from '../../services/reply.ts';
import { deliver } from '../../services/webhook.ts';
import type { Turn } from '../bot/turns.service.ts';
import * as log from '../deliveries/delivery-log.service.ts';
import type { AnsweringIntegration } from '../queue-integrations/queue-integrations.service.ts';
import type { Question } from './question.ts';
import type { ResponderDeps } from './responder.ts';
import { issueToken, tokenOf } from './ticket-tokens.service.ts';

const TIMEOUT_MS = 10_000;

/**
 * Tells a program what happened. What it answers at once is its reply; else it may answer later, with the ticket's token.
 * What it is told is kept before it is told, and stays the same however often that takes.
 */
export async function askWebhook(deps: ResponderDeps, question: Question): Promise<Reply> {
  const { db, secrets } = deps;
  const { turn, integration, time } = question;
  const { id: companyId } = turn.company;
  const payload = await db.withCompany(companyId, async (tx) => {
    await issueToken(tx, secrets, { companyId, turn, integrationId: integration.id }, deps.clock());
    return log.begin(tx, companyId, {
      id: turn.id,
      integrationId: integration.id,
      ticketId: turn.ticketId,
      event: turn.opens ? 'ticket.entered' : 'message.received',
      payloadOf: (sequence) => envelopeOf(deps, question, sequence),
    });
  });
  crashAt('delivery.kept');
  const { reply } = await tell(deps, integration, {
    companyId,
    id: turn.id,
    body: withToken(payload, tokenOf(secrets, companyId, turn.id)),
    time,
  });
  return reply ?? { said: [], wish: null, session: null };
}

interface Told {
  companyId: number;
  id: string;
  body: string;
  time: { left(): number; signal: AbortSignal };
}

/** One delivery, noted in the log however it ends. */
export async function tell(
  { db, outside, clock }: Pick<ResponderDeps, 'db' | 'outside' | 'clock'>,
  { url, signingSecrets: secrets, headerName, headerValue }: AnsweringIntegration,
  { companyId, id, body, time }: Told,
): Promise<{ reply: Reply | null }> {
  const began = performance.now();
  const note = (outcome: log.DeliveryOutcome) =>
    db.withCompany(companyId, (tx) => log.note(tx, companyId, id, outcome, clock()));
  try {
    const header = headerName === '' ? null : { name: headerName, value: headerValue };
    const timeoutMs = Math.min(time.left(), TIMEOUT_MS);
    const { status, answer, reply, durationMs } = await deliver(outside, {
      url,
      id: `msg_${id}`,
      body,
      secrets,
      header,
      timeoutMs,
      signal: time.signal,
    });
    await note({ state: 'delivered', status, answer, reason: '', durationMs });
    return { reply };
  } catch (error) {
    const outside = outsideErrorOf(error);
    if (outside)
      await note({
        state: outside.isUndone ? 'waiting' : 'failed',
        status: outside.status,
        answer: '',
        reason: outside.message,
        durationMs: Math.round(performance.now() - began),
      });
    throw error;
  }
}

/** What is told of a turn. */
export function envelopeOf(
  { links }: ResponderDeps,
  { turn, heard }: Question,
  sequence: number,
): WebhookEnvelope {
  const last = heard.at(-1);
  const { company, contact, connection, queue } = turn;
  return {
    type: turn.opens ? 'ticket.entered' : 'message.received',
    timestamp: (last?.at ?? turn.since).toISOString(),
    data: {
      company: { id: company.id, name: company.name },
      ticket: {
        id: turn.ticketId,
        uuid: turn.ticketUuid,
        status: 'pending',
        queue,
        connection,
        channel: turn.channel,
        referral: turn.referral,
        token: null,
      },
      contact,
      message: last
        ? {
            id: last.id,
            body: heard
              .map(({ body }) => body)
              .filter(Boolean)
              .join('\n'),
            mediaType: last.mediaType,
            card: last.card,
            tap: last.tap,
            referral: last.referral,
            media: mediaOf(turn, last, links),
            at: last.at.toISOString(),
          }
        : null,
      sequence,
    },
  };
}

function mediaOf({ company }: Turn, { media }: Question['heard'][number], links: ResponderDeps['links']) {
  const url = media?.state === 'stored' ? links.of(company.id, { id: media.id, state: 'stored' }) : null;
  // Without an address of its own this server can name none.
  return media && url?.startsWith('http') ? { url, mime: media.mime, name: media.name } : null;
}

/** The token is in no row and no log: it is made anew for each try, and always the same. */
function withToken(payload: string, token: string): string {
  const envelope = JSON.parse(payload) as WebhookEnvelope;
  envelope.data.ticket.token = token;
  return JSON.stringify(envelope);
}
