import type { RouteInput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type {
  IntegrationTrial,
  testQueueIntegration,
} from '@balcao/shared/features/queue-integrations/calls.ts';
import type { WebhookEnvelope } from '@balcao/shared/features/responders/webhook-envelope.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { OUTSIDE_CODES } from '../../platform/outgoing/outside-code.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { detectIntent } from '../../services/dialogflow.ts';
import { readServiceAccount } from '../../services/google-account.ts';
import type { Outside } from '../../services/outside.ts';
import type { Reply } from '../../services/reply.ts';
import { runTypebot } from '../../services/typebot.ts';
import { createSecret, deliver } from '../../services/webhook.ts';
import { MASK } from '../audit/audit.service.ts';
import { findCompany } from './queue-integrations.repo.ts';
import { type AnsweringIntegration, forAnswering } from './queue-integrations.service.ts';

interface Deps {
  db: Database;
  outside: Outside;
  secrets: Secrets;
  clock: () => Date;
}
type Typed = RouteInput<typeof testQueueIntegration>['body'];
/** What an integration needs to be asked. */
type Tried = Pick<
  AnsweringIntegration,
  'type' | 'projectName' | 'jsonContent' | 'language' | 'url' | 'headerName' | 'headerValue' | 'typebotSlug'
>;
type Outcome = Pick<IntegrationTrial, 'reply' | 'intent' | 'confidence'>;

/** Consoles give a call up after 15 seconds. */
const TIMEOUT_MS = 10_000;
const HELLO = { 'pt-BR': 'Olá', en: 'Hello', es: 'Hola' } as const;
/** A type that no program takes for something that has happened. */
const TRIAL_EVENT = 'balcao.trial';

/** Asks the integration that a form describes. Whatever comes of it is an answer; ERR_NO_QUEUE_INTEGRATION_FOUND. */
export async function tryIntegration(
  deps: Deps,
  { companyId }: Pick<Actor, 'companyId'>,
  { queueIntegrationId: id, ...typed }: Typed,
): Promise<IntegrationTrial> {
  const { db, secrets, clock } = deps;
  const [stored, company] = await db.readCompany(companyId, async (tx) => [
    id === undefined
      ? null
      : orNotFound(await forAnswering(tx, companyId, id, secrets, clock()), 'ERR_NO_QUEUE_INTEGRATION_FOUND'),
    await findCompany(tx, companyId),
  ]);
  const tried = withStored(typed, stored);
  // A trial is noted nowhere: a key that nobody can read must not leave to an address of somebody's own choice.
  if (stored && typed.headerValue === MASK && stored.headerValue !== '' && stored.url !== tried.url)
    return failed('ERR_INTEGRATION_KEY_NEEDED');
  switch (tried.type) {
    case 'dialogflow':
      return tryDialogflow(deps, tried);
    case 'typebot':
      return tryTypebot(deps, tried);
    case 'n8n':
    case 'webhook': {
      const signing = stored?.signingSecrets ?? [createSecret()];
      return tryReceiver(deps, tried, signing, company);
    }
  }
}

/** What the form leaves out, or masks, is as it is stored. */
function withStored(typed: Typed, stored: AnsweringIntegration | null): Tried {
  const secret = (text: string | undefined, kept: string | undefined) =>
    text === undefined || text === MASK ? (kept ?? '') : text;
  return {
    type: stored?.type ?? typed.type,
    projectName: typed.projectName ?? stored?.projectName ?? '',
    language: typed.language ?? stored?.language ?? 'pt-BR',
    url: typed.urlN8N ?? stored?.url ?? '',
    headerName: typed.headerName ?? stored?.headerName ?? '',
    typebotSlug: typed.typebotSlug ?? stored?.typebotSlug ?? '',
    jsonContent: secret(typed.jsonContent, stored?.jsonContent),
    headerValue: secret(typed.headerValue, stored?.headerValue),
  };
}

/** Says hello to an agent. ERR_INTEGRATION_ACCOUNT as the error of what is no service account. */
export async function tryDialogflow(
  { outside }: Pick<Deps, 'outside'>,
  { projectName, jsonContent, language }: Pick<Tried, 'projectName' | 'jsonContent' | 'language'>,
): Promise<IntegrationTrial> {
  const account = readServiceAccount(jsonContent);
  if (!account) return failed('ERR_INTEGRATION_ACCOUNT');
  return timed(async () => {
    const { texts, intent, confidence } = await detectIntent(
      outside,
      { ...account, projectId: projectName || account.projectId },
      {
        // Thirty-six bytes, as long as a session's name may be.
        sessionId: uuidv7(),
        query: { text: HELLO[language] },
        language,
        timeZone: 'America/Sao_Paulo',
        ticketId: 0,
        timeoutMs: TIMEOUT_MS,
      },
    );
    return { reply: texts.join('\n'), intent, confidence };
  });
}

function tryTypebot({ outside }: Deps, { url, typebotSlug }: Tried): Promise<IntegrationTrial> {
  if (url === '' || typebotSlug === '') return Promise.resolve(failed('ERR_VALIDATION'));
  return timed(async () => {
    const flow = { baseUrl: url, slug: typebotSlug, delayMs: 0, unknownMessage: '' };
    const turn = { session: null, text: '', variables: {}, timeoutMs: TIMEOUT_MS };
    return { reply: textOf(await runTypebot(outside, flow, turn)), intent: null, confidence: null };
  });
}

function tryReceiver(
  { outside, clock }: Deps,
  { url, headerName, headerValue }: Tried,
  secrets: readonly string[],
  company: { id: number; name: string },
): Promise<IntegrationTrial> {
  if (url === '') return Promise.resolve(failed('ERR_VALIDATION'));
  return timed(async () => {
    const { reply, answer } = await deliver(outside, {
      url,
      id: `msg_${uuidv7()}`,
      body: JSON.stringify(trialEnvelope(company, clock())),
      secrets,
      header: headerName === '' ? null : { name: headerName, value: headerValue },
      timeoutMs: TIMEOUT_MS,
    });
    return { reply: reply ? textOf(reply) : answer, intent: null, confidence: null };
  });
}

/** What a customer's message would tell, of a ticket and a customer that nobody has. */
function trialEnvelope(company: { id: number; name: string }, now: Date): WebhookEnvelope {
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
        connection: { id: 1, name: 'WhatsApp' },
        channel: 'trial',
        referral: null,
        token: null,
      },
      contact: { id: 1, name: 'Balcão', number: '5511900000000', email: '' },
      message: {
        id: uuidv7(),
        body: HELLO['pt-BR'],
        mediaType: 'chat',
        card: null,
        tap: null,
        referral: null,
        media: null,
        at,
      },
      sequence: 0,
    },
  };
}

/** What the customer would read, files by their addresses. */
const textOf = ({ said }: Pick<Reply, 'said'>): string =>
  said.map((one) => (one.kind === 'text' ? one.text : [one.caption, one.url].join(' ').trim())).join('\n');

const NOTHING: Outcome = { reply: null, intent: null, confidence: null };

const failed = (error: ErrorCode): IntegrationTrial => ({ ok: false, ...NOTHING, latencyMs: null, error });

async function timed(ask: () => Promise<Outcome>): Promise<IntegrationTrial> {
  const began = performance.now();
  const latency = () => Math.round(performance.now() - began);
  try {
    return { ok: true, ...(await ask()), latencyMs: latency(), error: null };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    const { problem, message } = error;
    return { ok: false, ...NOTHING, reply: message, latencyMs: latency(), error: OUTSIDE_CODES[problem] };
  }
}
