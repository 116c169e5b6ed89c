import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { jsonOf } from '../platform/outgoing/answers.ts';
import type { OutsideAnswer } from '../platform/outgoing/http-client.ts';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import {
  type AiAccount,
  type Completion,
  type CompletionRequest,
  complete,
  completionIn,
  completionRequest,
  NoWordsError,
  refuseFailure,
  spoken,
  type TokensUsed,
} from './open-ai.ts';
import type { Outside } from './outside.ts';

/** Answers of OpenAI's protocol word by word, in events of the server's (SSE). */

const CHUNK = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
      }),
    )
    .catch([]),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});
const DONE = '[DONE]';
/** How a server says that it does not know a field; one that asks for a stream is named in it. */
const KNOWS_NO_STREAM = [400, 422];
/** What a model that thinks aloud begins with. */
const THINKS = '<think>';

/** Hears all that was said so far each time there is more. @param thought the same with what was thought aloud */
export type OnText = (said: string, thought: string) => void;

/**
 * The same as `complete`, for words alone, within the same time. A server that does not stream is heard once. An answer that
 * breaks off is an error, whatever was heard.
 */
export async function completeAloud(
  outside: Outside,
  account: AiAccount,
  request: CompletionRequest,
  onText: OnText,
): Promise<Completion> {
  const began = performance.now();
  const asked = { stream: true, stream_options: { include_usage: true } };
  const answer = await outside.http.open(completionRequest(outside, account, request, asked));
  if (answer.headers['content-type']?.startsWith('text/event-stream'))
    return listen(eventsIn(answer.bytes), answer.status, account, request, onText);
  const whole: OutsideAnswer = { ...answer, bytes: await joined(answer.bytes) };
  const isUnknown = KNOWS_NO_STREAM.includes(answer.status) && String(whole.bytes).includes('stream');
  const timeoutMs = Math.max(Math.ceil(request.timeoutMs - (performance.now() - began)), 1);
  const completion = isUnknown
    ? await complete(outside, account, { ...request, timeoutMs })
    : completionIn(whole, account);
  onText(completion.text, completion.text);
  return completion;
}

/** What it takes where nobody says so: a token is some four letters. */
export const estimateUsage = (
  { messages }: Pick<CompletionRequest, 'messages'>,
  said: string,
): TokensUsed => ({
  promptTokens: Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4),
  completionTokens: Math.ceil(said.length / 4),
});

async function listen(
  events: AsyncIterable<string>,
  status: number,
  account: AiAccount,
  request: CompletionRequest,
  onText: OnText,
): Promise<Completion> {
  let content = '';
  let refusal = '';
  let ending = '';
  let usage: TokensUsed | undefined;
  for await (const data of events) {
    if (data === DONE) {
      ending ||= 'stop';
      break;
    }
    const chunk = chunkIn(data, status, account);
    const [choice] = chunk.choices;
    const more = choice?.delta?.content ?? '';
    content += more;
    refusal += choice?.delta?.refusal ?? '';
    ending ||= choice?.finish_reason ?? '';
    if (chunk.usage)
      usage = { promptTokens: chunk.usage.prompt_tokens, completionTokens: chunk.usage.completion_tokens };
    if (more !== '') onText(saidIn(content), content);
  }
  if (ending === '') throw new OutsideError('unknown', 'the answer broke off', { status });
  const text = spoken(content);
  usage ??= estimateUsage(request, content);
  if (text === '') throw new NoWordsError(refusal || `no words: ${ending}`, usage);
  return { text, toolCalls: [], isCut: ending === 'length', usage };
}

/** Nothing while it is, or may be, thought aloud. */
function saidIn(content: string): string {
  const thinks = THINKS.startsWith(content.trimStart().slice(0, THINKS.length));
  return thinks && !content.includes('</think>') ? '' : spoken(content);
}

function chunkIn(data: string, status: number, account: AiAccount): z.output<typeof CHUNK> {
  const bytes = Buffer.from(data);
  refuseFailure({ status, headers: {}, bytes }, account);
  const chunk = CHUNK.safeParse(jsonOf({ bytes }));
  if (!chunk.success) throw new OutsideError('nonsense', data.slice(0, 200), { status });
  return chunk.data;
}

async function* eventsIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const heard: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => heard.push(data) });
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* heard.splice(0);
  }
}

async function joined(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
