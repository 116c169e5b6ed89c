import { z } from 'zod';
import { askJson, beginningOf, jsonOf } from '../platform/outgoing/answers.ts';
import { isUndone } from '../platform/outgoing/call.ts';
import type { OutsideAnswer } from '../platform/outgoing/http-client.ts';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import type { Limits, Outside } from './outside.ts';
import { shareTime } from './time-left.ts';
import { typebotBubble } from './typebot-bubble.ts';
import { readInput, type TypebotAnswer } from './typebot-input.ts';

/** What a browser would do beside showing bubbles. */
const action = z.object({
  type: z.string().catch(''),
  /** It comes after this bubble; absent: before all of them. */
  lastBubbleBlockId: z.string().nullish().catch(null),
  /** The flow stands still until it is answered. */
  expectsDedicatedReply: z.boolean().catch(false),
  wait: z
    .object({ secondsToWaitFor: z.coerce.number().min(0).catch(0) })
    .nullish()
    .catch(null),
  redirect: z
    .object({ url: z.string().trim().catch('') })
    .nullish()
    .catch(null),
});
export type TypebotAction = z.output<typeof action>;

const answer = z.object({
  messages: z.array(typebotBubble),
  input: z.unknown().optional().transform(readInput),
  clientSideActions: z
    .array(action)
    .nullish()
    .transform((actions) => actions ?? []),
});
/** What a flow says up to where it stops. */
export type TypebotSteps = z.output<typeof answer>;

/** The calls of a published flow. */
export interface Viewer {
  start(variables: Record<string, string | number>): Promise<TypebotSteps & { sessionId: string }>;
  /** @param reply null: the flow goes on by itself */
  continue(sessionId: string, reply: TypebotAnswer | null): Promise<TypebotSteps>;
}

/**
 * The calls of one turn. Once the flow has taken a step in it, nothing counts as undone any more: repeated from its
 * beginning, the turn would answer the next question.
 *
 * @param limits of all calls together
 */
export function createViewer(
  { http }: Outside,
  { baseUrl, slug }: { baseUrl: string; slug: string },
  limits: Limits,
): Viewer {
  const timeLeft = shareTime(limits);
  let hasMoved = false;

  async function post<S extends z.ZodType>(path: string, body: object, schema: S): Promise<z.output<S>> {
    const url = apiOf(baseUrl) + path;
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', url, headers, body: JSON.stringify(body), ...timeLeft() } as const;
    try {
      const steps = await askJson(http, request, schema, explain);
      hasMoved = true;
      return steps;
    } catch (error) {
      throw hasMoved && isUndone(error) ? halfDone(error) : error;
    }
  }

  return {
    start: (variables) =>
      post(
        `/typebots/${encodeURIComponent(slug)}/startChat`,
        { isStreamEnabled: false, prefilledVariables: variables },
        answer.extend({ sessionId: z.string().min(1) }),
      ),
    async continue(sessionId, reply) {
      const path = `/sessions/${encodeURIComponent(sessionId)}/continueChat`;
      const { text, replyId } = reply ?? {};
      if (replyId === undefined) return post(path, { message: text }, answer);
      try {
        return await post(path, { message: { type: 'text', text, metadata: { replyId } } }, answer);
      } catch (error) {
        // Older viewers know text alone.
        if (!(error instanceof OutsideError) || error.status !== 400) throw error;
        return post(path, { message: text }, answer);
      }
    },
  };
}

const halfDone = (error: unknown): OutsideError =>
  new OutsideError('unknown', error instanceof Error ? error.message : 'half of it was done', {
    cause: error,
  });

/** A viewer's address as people copy it: with or without the path of its API. */
const apiOf = (baseUrl: string): string =>
  `${baseUrl
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api(?:\/v\d)?$/, '')}/api/v1`;

const refusal = z.object({ message: z.string() });

const explain = (answer: OutsideAnswer): string =>
  refusal.safeParse(jsonOf(answer)).data?.message.slice(0, 300) ?? beginningOf(answer);
