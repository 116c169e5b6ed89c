import { z } from 'zod';
import { askJson, withoutSecret } from '../platform/outgoing/answers.ts';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import { explainGoogle, forgetToken, type ServiceAccount, tokenOf } from './google-account.ts';
import type { Limits, Outside } from './outside.ts';

export interface DetectRequest extends Limits {
  /** An id of 36 bytes at most. */
  sessionId: string;
  query: { text: string } | { event: string };
  /** The language, for example `pt-BR`. */
  language: string;
  timeZone: string;
  ticketId: number;
}

export interface Detected {
  texts: string[];
  intent: string | null;
  /** A number from 0 to 1; null: of what has none, as an event. */
  confidence: number | null;
  isFallback: boolean;
  /** The agent thinks that the conversation is over. */
  ends: boolean;
  /** What the agent says to programs. */
  commands: unknown[];
}

const MAX_TEXT_CHARS = 256;
const UNAUTHENTICATED = 401;

const TEXT = z.object({ text: z.object({ text: z.array(z.string()) }) });
const QUICK_REPLIES = z.object({
  quickReplies: z.object({ title: z.string().optional(), quickReplies: z.array(z.string()) }),
});
const PAYLOAD = z.object({ payload: z.record(z.string(), z.unknown()) });

const DETECTED = z.object({
  queryResult: z.object({
    fulfillmentText: z.string().optional(),
    fulfillmentMessages: z.array(z.looseObject({ platform: z.string().optional() })).default([]),
    intent: z
      .object({
        displayName: z.string().optional(),
        isFallback: z.boolean().optional(),
        endInteraction: z.boolean().optional(),
      })
      .optional(),
    intentDetectionConfidence: z.number().optional(),
    diagnosticInfo: z.object({ end_conversation: z.boolean().optional().catch(undefined) }).optional(),
  }),
});
type QueryResult = z.output<typeof DETECTED>['queryResult'];

/** Tells an agent what a customer has written, or what has happened. It is told nothing twice. */
export async function detectIntent(
  outside: Outside,
  account: ServiceAccount,
  { timeoutMs, ...request }: DetectRequest,
): Promise<Detected> {
  const end = performance.now() + timeoutMs;
  const left = () => Math.max(1, Math.ceil(end - performance.now()));
  const attempt = async (token: string) =>
    askAgent(outside, account, token, { timeoutMs: left(), ...request });
  const token = await tokenOf(outside, account, left());
  try {
    return await attempt(token);
  } catch (error) {
    if (!(error instanceof OutsideError) || error.status !== UNAUTHENTICATED) throw error;
    forgetToken(outside, account, token);
    return attempt(await tokenOf(outside, account, left()));
  }
}

async function askAgent(
  { http, addresses }: Outside,
  { projectId }: ServiceAccount,
  token: string,
  { sessionId, query, language, timeZone, ticketId, ...limits }: DetectRequest,
): Promise<Detected> {
  const session = `projects/${encodeURIComponent(projectId)}/agent/sessions/${encodeURIComponent(sessionId)}`;
  const input =
    'text' in query
      ? { text: { text: cut(query.text), languageCode: language } }
      : { event: { name: query.event, languageCode: language } };
  const { queryResult } = await askJson(
    http,
    {
      method: 'POST',
      url: `${addresses.dialogflow}/v2/${session}:detectIntent`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        queryInput: input,
        queryParams: { timeZone, payload: { ticketId: String(ticketId) } },
      }),
      ...limits,
    },
    DETECTED,
    (answer) => withoutSecret(explainGoogle(answer), token),
  );
  return readResult(queryResult);
}

function readResult(result: QueryResult): Detected {
  const { intent, intentDetectionConfidence, diagnosticInfo, fulfillmentText = '' } = result;
  const messages = result.fulfillmentMessages.filter(
    ({ platform = 'PLATFORM_UNSPECIFIED' }) => platform === 'PLATFORM_UNSPECIFIED',
  );
  const texts = messages.length > 0 ? messages.map(textOf) : [fulfillmentText];
  return {
    texts: texts.filter((text) => text.trim() !== ''),
    intent: intent?.displayName ?? null,
    confidence: intentDetectionConfidence ?? null,
    isFallback: intent?.isFallback ?? false,
    ends: intent?.endInteraction || diagnosticInfo?.end_conversation || false,
    commands: messages.flatMap((message) => PAYLOAD.safeParse(message).data?.payload ?? []),
  };
}

/** Texts of one message are alternatives; what is to be tapped becomes numbered lines. */
function textOf(message: unknown): string {
  const choice = QUICK_REPLIES.safeParse(message).data?.quickReplies;
  if (choice)
    return [choice.title, ...choice.quickReplies.map((reply, at) => `${at + 1} - ${reply}`)]
      .filter(Boolean)
      .join('\n');
  return TEXT.safeParse(message).data?.text.text.find((text) => text.trim() !== '') ?? '';
}

/** The service refuses longer ones. A pair of halves is not parted. */
const cut = (text: string): string => text.slice(0, MAX_TEXT_CHARS).replace(/[\ud800-\udbff]$/, '');
