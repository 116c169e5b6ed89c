import { FormData } from 'undici';
import { z } from 'zod';
import { beginningOf, isSuccess, jsonOf, refusalOf, withoutSecret } from '../platform/outgoing/answers.ts';
import type { OutsideAnswer, OutsideRequest } from '../platform/outgoing/http-client.ts';
import { OutsideError } from '../platform/outgoing/outside-error.ts';
import type { Limits, Outside } from './outside.ts';

/** @property baseUrl of anybody who speaks OpenAI's protocol; empty: OpenAI itself */
export interface AiAccount {
  baseUrl: string;
  apiKey: string;
}

export interface AiMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

interface AiTool {
  name: string;
  description: string;
  /** A JSON schema. */
  parameters: object;
}

export interface CompletionRequest extends Limits {
  model: string;
  maxTokens: number;
  temperature: number;
  messages: readonly AiMessage[];
  tools: readonly AiTool[];
  /** Tells the provider one customer from another, and not who it is. */
  user: string;
}

export interface Completion {
  /** Empty only beside calls of tools. */
  text: string;
  /** @property arguments what the model made up; undefined: no JSON */
  toolCalls: { id: string; name: string; arguments: unknown }[];
  /** The text ends in the middle, because `maxTokens` were reached. */
  isCut: boolean;
  usage: TokensUsed;
}

export interface TokensUsed {
  promptTokens: number;
  completionTokens: number;
}

/** An answer without a word, or a refusal: it was paid for all the same. */
export class NoWordsError extends OutsideError {
  readonly usage: TokensUsed;

  constructor(reason: string, usage: TokensUsed) {
    super('nonsense', reason, { status: 200 });
    this.name = 'NoWordsError';
    this.usage = usage;
  }
}

const CHECK_MS = 15_000;
/** Aggregators offer hundreds of models, and describe each. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** More has no model that says what a text means. */
const MAX_NUMBERS = 4_096;

const COMPLETION = z.object({
  /** None where the provider has held back what the model said. */
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: z.string().nullish(),
        refusal: z.string().nullish(),
        tool_calls: z
          .array(
            z.object({
              id: z.string().catch(''),
              function: z.object({ name: z.string(), arguments: z.unknown() }),
            }),
          )
          .nullish(),
      }),
    }),
  ),
  usage: z
    .object({ prompt_tokens: z.number().catch(0), completion_tokens: z.number().catch(0) })
    .catch({ prompt_tokens: 0, completion_tokens: 0 }),
});

const FAILURE = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, code: '', type: '' })),
    z.object({
      message: z.string().catch(''),
      code: z.union([z.string(), z.number().transform(String)]).catch(''),
      type: z.string().catch(''),
    }),
  ]),
});
/** Comes with the status of those who are merely asked too often. */
const OUT_OF_CREDIT = 'insufficient_quota';

/** What a model that thinks aloud has thought. */
const THOUGHTS = /^\s*<think>.*?<\/think>/s;

/** Throws NoWordsError, and OutsideError. */
export async function complete(
  outside: Outside,
  account: AiAccount,
  request: CompletionRequest,
): Promise<Completion> {
  return completionIn(await outside.http.send(completionRequest(outside, account, request)), account);
}

/** @param more fields of the body */
export function completionRequest(
  outside: Outside,
  account: AiAccount,
  { model, maxTokens, temperature, messages, tools, user, ...limits }: CompletionRequest,
  more: object = {},
): OutsideRequest {
  const body = {
    model,
    messages,
    temperature,
    [maxTokensField(outside, account)]: maxTokens,
    user,
    // An empty list is refused.
    ...(tools.length > 0 ? { tools: tools.map((tool) => ({ type: 'function', function: tool })) } : {}),
    ...more,
  };
  return addressed(outside, account, '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...limits,
  });
}

/** Throws what `complete` does. */
export function completionIn(answer: OutsideAnswer, account: AiAccount): Completion {
  const { choices, usage: used } = readAnswer(answer, account, COMPLETION);
  const [{ message, finish_reason } = { message: {}, finish_reason: '' }] = choices;
  const text = spoken(message.content ?? '');
  const toolCalls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: given } }) => ({
    id,
    name,
    arguments: typeof given === 'string' ? jsonOf({ bytes: Buffer.from(given) }) : given,
  }));
  const usage = { promptTokens: used.prompt_tokens, completionTokens: used.completion_tokens };
  if (text === '' && toolCalls.length === 0)
    throw new NoWordsError(message.refusal || `no words: ${finish_reason}`, usage);
  return { text, toolCalls, isCut: finish_reason === 'length', usage };
}

/** What a model has said, without what it has thought. No database holds half a character, or one without a name. */
export const spoken = (content: string): string =>
  content.toWellFormed().replaceAll('\0', '').replace(THOUGHTS, '').trim();

/** What is said in a voice note of WhatsApp; empty: nothing. @param request.language of two letters */
export async function transcribe(
  outside: Outside,
  account: AiAccount,
  { model, bytes, language, ...limits }: Limits & { model: string; bytes: Uint8Array; language: string },
): Promise<string> {
  const form = new FormData();
  form.set('model', model);
  form.set('language', language);
  form.set('response_format', 'json');
  // The ending of its name tells the service what it is, whatever its type.
  form.set('file', new File([new Uint8Array(bytes)], 'audio.ogg', { type: 'audio/ogg' }));
  const answer = await ask(outside, account, '/audio/transcriptions', z.object({ text: z.string() }), {
    method: 'POST',
    body: form,
    ...limits,
  });
  return answer.text.trim();
}

const EMBEDDINGS = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1).max(MAX_NUMBERS) })),
  usage: z.object({ prompt_tokens: z.number() }).catch({ prompt_tokens: 0 }),
});

/** What each text means, in as many numbers as the model has for anything. */
export async function embed(
  outside: Outside,
  account: AiAccount,
  { model, texts, ...limits }: Limits & { model: string; texts: readonly string[] },
): Promise<{ vectors: number[][]; usage: TokensUsed }> {
  const answer = await ask(outside, account, '/embeddings', EMBEDDINGS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, input: texts }),
    maxBytes: MAX_LIST_BYTES,
    ...limits,
  });
  const vectors = texts.flatMap((_text, at) => answer.data.filter(({ index }) => index === at).slice(0, 1));
  const sizes = new Set(vectors.map(({ embedding }) => embedding.length));
  if (vectors.length < texts.length || sizes.size > 1)
    throw new OutsideError('nonsense', `${answer.data.length} vectors of ${[...sizes]} numbers`, {
      status: 200,
    });
  return {
    vectors: vectors.map(({ embedding }) => embedding),
    usage: { promptTokens: answer.usage.prompt_tokens, completionTokens: 0 },
  };
}

/** The models that an account may ask: whether address and key are right. */
export async function listModels(
  outside: Outside,
  account: AiAccount,
  { timeoutMs = CHECK_MS, ...limits }: Partial<Limits> = {},
): Promise<string[]> {
  const schema = z.object({ data: z.array(z.object({ id: z.string() })) });
  const { data } = await ask(outside, account, '/models', schema, {
    method: 'GET',
    timeoutMs,
    maxBytes: MAX_LIST_BYTES,
    ...limits,
  });
  return data.map(({ id }) => id);
}

async function ask<S extends z.ZodType>(
  outside: Outside,
  account: AiAccount,
  path: string,
  schema: S,
  request: Omit<OutsideRequest, 'url'>,
): Promise<z.output<S>> {
  return readAnswer(await outside.http.send(addressed(outside, account, path, request)), account, schema);
}

function addressed(
  outside: Outside,
  account: AiAccount,
  path: string,
  request: Omit<OutsideRequest, 'url'>,
): OutsideRequest {
  const base = baseOf(outside, account);
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  const key: Record<string, string> = isAzure(base)
    ? { 'api-key': account.apiKey }
    : { authorization: `Bearer ${account.apiKey}` };
  return { ...request, url: url.href, headers: { ...request.headers, ...key } };
}

function readAnswer<S extends z.ZodType>(answer: OutsideAnswer, account: AiAccount, schema: S): z.output<S> {
  refuseFailure(answer, account);
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) {
    const said = withoutSecret(beginningOf(answer), account.apiKey);
    throw new OutsideError('nonsense', said, { status: answer.status });
  }
  return parsed.data;
}

/** Some providers hand on a failure of those behind them with status 200. */
export function refuseFailure(answer: OutsideAnswer, { apiKey }: AiAccount): void {
  const failure = FAILURE.safeParse(jsonOf(answer)).data?.error;
  if (isSuccess(answer) && !failure) return;
  const said = withoutSecret(failure ? `${failure.code} ${failure.message}` : beginningOf(answer), apiKey);
  const isBroke = failure?.code === OUT_OF_CREDIT || failure?.type === OUT_OF_CREDIT;
  if (isSuccess(answer) || isBroke)
    throw new OutsideError('refused', `${answer.status} ${said}`, { status: answer.status });
  throw refusalOf(answer, () => said);
}

/** OpenAI's newest models refuse the old name, and most others know no other. */
function maxTokensField(outside: Outside, account: AiAccount): 'max_tokens' | 'max_completion_tokens' {
  const base = baseOf(outside, account);
  return base.hostname === 'api.openai.com' || isAzure(base) ? 'max_completion_tokens' : 'max_tokens';
}

function baseOf({ addresses }: Outside, { baseUrl }: AiAccount): URL {
  const url = URL.parse(baseUrl || addresses.openAi);
  if (!url) throw new OutsideError('forbidden', 'no address');
  return url;
}

const isAzure = ({ hostname }: URL): boolean => hostname.endsWith('.azure.com');
