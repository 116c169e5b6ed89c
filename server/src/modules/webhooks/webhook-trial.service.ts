import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { WebhookTrial } from '@balcao/shared/features/webhooks/calls.ts';
import { TRIAL_EVENT, type WebhookEvent } from '@balcao/shared/features/webhooks/event.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { OUTSIDE_CODES } from '../../platform/outgoing/outside-code.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import { deliver } from '../../services/webhook.ts';
import * as repo from './webhooks.repo.ts';
import { signingSecrets } from './webhooks.service.ts';

/** Consoles give a call up after 15 seconds. */
const TIMEOUT_MS = 10_000;

/** Tells it something that has not happened. Whatever comes of it is an answer; ERR_NO_WEBHOOK_FOUND. */
export async function tryWebhook(
  { db, secrets, outside, clock }: { db: Database; secrets: Secrets; outside: Outside; clock: () => Date },
  { companyId }: Pick<Actor, 'companyId'>,
  webhookId: number,
): Promise<WebhookTrial> {
  const [webhook, company] = await db.readCompany(companyId, async (tx) => [
    orNotFound(await repo.find(tx, companyId, webhookId), 'ERR_NO_WEBHOOK_FOUND'),
    await repo.findCompany(tx, companyId),
  ]);
  const began = performance.now();
  const latency = () => Math.round(performance.now() - began);
  try {
    const { status, answer } = await deliver(outside, {
      url: webhook.url,
      id: `msg_${uuidv7()}`,
      body: JSON.stringify(trialEvent(company, clock())),
      secrets: signingSecrets(secrets, companyId, webhook, clock()),
      header: null,
      ignoresAnswer: true,
      timeoutMs: TIMEOUT_MS,
    });
    return { ok: true, status, answer, latencyMs: latency(), error: null };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    const { problem, status, message } = error;
    return { ok: false, status, answer: message, latencyMs: latency(), error: OUTSIDE_CODES[problem] };
  }
}

/** What a customer's message would tell, of a ticket and a customer that nobody has. */
function trialEvent(company: { id: number; name: string }, now: Date): WebhookEvent {
  const at = now.toISOString();
  return {
    type: TRIAL_EVENT,
    timestamp: at,
    data: {
      company,
      ticket: {
        id: 1,
        uuid: uuidv7(),
        status: 'pending',
        queue: null,
        user: null,
        connection: { id: 1, name: 'WhatsApp' },
        channel: 'trial',
        referral: null,
        token: null,
      },
      contact: { id: 1, name: 'Balcão', number: '5511900000000', email: '' },
      message: {
        id: uuidv7(),
        body: 'Olá',
        mediaType: 'chat',
        card: null,
        tap: null,
        referral: null,
        media: null,
        at,
        fromMe: false,
        error: null,
      },
      change: null,
      connection: null,
      campaign: null,
      payment: null,
      deleted: null,
      sequence: 0,
    },
  };
}
