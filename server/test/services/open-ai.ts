import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mentions } from './mentions.ts';
import { meaningOf } from './open-ai-meanings.ts';
import {
  ANSWERS,
  answerFrom,
  HAND_OVER,
  HAND_OVER_SENTENCE,
  HEARD,
  NO_SOURCE,
  OTHERWISE,
  WANTS_A_PERSON,
  workOnWords,
} from './open-ai-script.ts';
import { type Ending, speak } from './open-ai-stream.ts';
import { defineStandIn, readBytes, readJson } from './stand-in.ts';

/** How one provider of the protocol differs from the others. */
interface Provider {
  /** Below the name of the service. */
  path: string;
  /** How its keys begin. */
  keys: string;
  models: readonly string[];
  /** Fields that it refuses. */
  refuses: readonly string[];
}

const playProvider = <Name extends string>(name: Name, provider: Provider) =>
  defineStandIn(
    name,
    () => ({ count: 0 }),
    (app, state) => {
      const { path, keys, models } = provider;
      app.addHook('preHandler', async (request, reply) => {
        const key =
          request.headers['api-key'] ?? request.headers.authorization?.replace(/^Bearer /, '') ?? '';
        if (!String(key).startsWith(keys))
          return refuse(reply, 401, 'invalid_api_key', `Incorrect API key provided: ${key}.`);
      });
      app.get(`${path}/models`, async () => ({
        object: 'list',
        data: models.map((id) => ({ id, object: 'model', owned_by: name })),
      }));
      app.post(`${path}/chat/completions`, (request, reply) => {
        state().count++;
        return converse(provider, `${name}-${state().count}`, request, reply);
      });
      app.post(`${path}/embeddings`, (request, reply) => sayMeanings(provider, request, reply));
      app.post(`${path}/audio/transcriptions`, listen);
    },
  );

const MODELS = ['gpt-4o-mini', 'gpt-4o', 'o4-mini', 'whisper-1', 'text-embedding-3-small'];
export const openAi = playProvider('openai', { path: '/v1', keys: 'sk-', models: MODELS, refuses: [] });
export const groq = playProvider('groq', {
  path: '/openai/v1',
  keys: 'gsk_',
  models: ['llama-3.3-70b-versatile', 'whisper-large-v3'],
  refuses: ['logprobs', 'logit_bias', 'top_logprobs', 'name'],
});

/** A model that thinks before it speaks, and refuses what the others are told. */
const THINKER = 'o4-mini';

const CONVERSATION = z.object({
  model: z.string(),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'user', 'assistant', 'tool']),
        content: z.string().nullable(),
      }),
    )
    .min(1),
  tools: z
    .array(z.object({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }))
    .min(1)
    .optional(),
  temperature: z.number().min(0).max(2).default(1),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  n: z.literal(1).optional(),
  user: z.string().optional(),
  stream: z.boolean().default(false),
});
type Conversation = z.output<typeof CONVERSATION>;

/** What a message makes happen, beside what it asks; for tests. */
const STAGE: Record<string, (reply: FastifyReply, id: string, last: string) => FastifyReply> = {
  '[broken-arguments]': (reply, id) =>
    call(reply, id, [{ name: HAND_OVER, arguments: '{"wanted": "uma pess' }]),
  '[unknown-tool]': (reply, id) => call(reply, id, [{ name: 'abrir_chamado', arguments: '{}' }]),
  '[two-calls]': (reply, id) =>
    call(reply, id, [
      { name: HAND_OVER, arguments: '{"wanted":"a"}' },
      { name: HAND_OVER, arguments: '{"wanted":"b"}' },
    ]),
  /** What stands behind it. */
  '[echo]': (reply, id, last) => say(reply, id, `Eco: ${last.split('[echo]').at(-1)?.trim()}`, 'stop'),
  '[no-words]': (reply, id) => say(reply, id, null, 'stop'),
  '[thinks-aloud]': (reply, id) => say(reply, id, '<think>\nThe customer greets.\n</think>\n\nOlá!', 'stop'),
  '[no-choices]': (reply, id) => reply.send({ id, object: 'chat.completion', choices: [] }),
  '[fails-behind]': (reply) => reply.send({ error: { code: 502, message: 'Upstream provider failed' } }),
  '[out-of-credit]': (reply) => refuse(reply, 429, 'insufficient_quota', 'You exceeded your current quota'),
  ...streamed('[breaks-off]', 'cut'),
  ...streamed('[never-ends]', 'never'),
  ...streamed('[no-json]', 'no-json'),
  ...streamed('[fails-midway]', 'fails'),
  '[knows-no-stream]': (reply, id) =>
    isStreamed(reply)
      ? refuse(reply, 422, 'extra_forbidden', 'stream: extra inputs are not permitted')
      : say(reply, id, 'Sem pressa.', 'stop'),
  '[too-long]': (reply) => refuse(reply, 400, 'context_length_exceeded', 'Maximum context length is 128000'),
};

/** A stream of words that does not end as it should. */
function streamed(direction: string, ending: Ending): typeof STAGE {
  return {
    [direction]: (reply, id) =>
      isStreamed(reply)
        ? speak(reply, id, { content: 'Vou ver isso agora.', ending })
        : say(reply, id, 'Pronto.', 'stop'),
  };
}

const isStreamed = ({ request }: FastifyReply): boolean =>
  CONVERSATION.safeParse(readJson(request)).data?.stream ?? false;

function converse(
  provider: Provider,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const parsed = CONVERSATION.safeParse(readJson(request));
  if (!parsed.success) return refuse(reply, 400, 'invalid_request_error', parsed.error.message);
  const asked = parsed.data;
  const refused = refusalOf(provider, asked);
  if (refused) return refuse(reply, 400, 'unsupported_parameter', refused);
  if (!provider.models.includes(asked.model))
    return refuse(reply, 404, 'model_not_found', `The model ${asked.model} does not exist`);
  const said = turnsOf(asked);
  const last = said.at(-1) ?? '';
  for (const [direction, act] of Object.entries(STAGE))
    if (last.includes(direction)) return act(reply, id, last);
  const worked = workOnWords(asked.messages[0]?.content ?? '', last);
  if (worked) return sayUpTo(reply, id, asked, worked);
  const isOffered = (tool: string) => asked.tools?.some(({ function: { name } }) => name === tool);
  if (!mentions(last, WANTS_A_PERSON)) {
    const said = isOffered(NO_SOURCE) ? answerFrom(asked.messages[0]?.content ?? '', last) : answerTo(last);
    if (said !== undefined) return sayUpTo(reply, id, asked, said);
    return call(reply, id, [{ name: NO_SOURCE, arguments: JSON.stringify({ question: last }) }]);
  }
  return isOffered(HAND_OVER)
    ? call(reply, id, [{ name: HAND_OVER, arguments: JSON.stringify(handOver(said)) }])
    : sayUpTo(reply, id, asked, `${HAND_OVER_SENTENCE}\nVou chamar uma pessoa da equipe, só um instante.`);
}

/** What the customer has written, each time until it was answered. */
function turnsOf({ messages }: Conversation): string[] {
  const turns: string[] = [];
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== 'user') continue;
    const goesOn = messages[at - 1]?.role === 'user';
    turns.push(goesOn ? `${turns.pop()}\n${content}` : (content ?? ''));
  }
  return turns;
}

function refusalOf({ refuses }: Provider, asked: Conversation): string | undefined {
  if (asked.max_tokens && asked.max_completion_tokens)
    return 'Set either max_tokens or max_completion_tokens';
  if (asked.model === THINKER && asked.max_tokens) return "Unsupported parameter: 'max_tokens'";
  if (asked.model === THINKER && asked.temperature !== 1) return "Unsupported value: 'temperature'";
  const fields = [asked, ...asked.messages].flatMap((object) => Object.keys(object));
  return refuses.filter((field) => fields.includes(field)).map((field) => `'${field}' is not supported`)[0];
}

const answerTo = (text: string): string =>
  ANSWERS.find(({ words }) => mentions(text, words))?.text ?? OTHERWISE;

/** Three lines for whoever goes on. */
function handOver(said: readonly string[]) {
  const before = said.at(-2);
  const numbers = said.join(' ').match(/\d{3,}/g);
  return {
    wanted: before ? `Resposta para “${before}”` : 'Falar com uma pessoa da equipe',
    tried: before ? `“${firstSentence(answerTo(before))}”` : 'Nada ainda',
    data: numbers ? numbers.join(', ') : 'Nenhum',
  };
}

const firstSentence = (text: string): string => text.replaceAll('*', '').replace(/([.!?]) .*/s, '$1');

const tokensOf = (text: string): number => Math.ceil(text.length / 4);

function sayUpTo(reply: FastifyReply, id: string, asked: Conversation, text: string): FastifyReply {
  const most = asked.max_completion_tokens ?? asked.max_tokens ?? Number.POSITIVE_INFINITY;
  return tokensOf(text) > most
    ? say(reply, id, text.slice(0, most * 4), 'length')
    : say(reply, id, text, 'stop');
}

const say = (reply: FastifyReply, id: string, content: string | null, finish_reason: string): FastifyReply =>
  isStreamed(reply)
    ? speak(reply, id, { content: content ?? '', finish_reason })
    : answer(reply, id, { content }, finish_reason);

const call = (reply: FastifyReply, id: string, calls: { name: string; arguments: string }[]): FastifyReply =>
  answer(
    reply,
    id,
    {
      content: null,
      tool_calls: calls.map((called, at) => ({ id: `call_${at + 1}`, type: 'function', function: called })),
    },
    'tool_calls',
  );

function answer(reply: FastifyReply, id: string, message: object, finish_reason: string): FastifyReply {
  const completion = tokensOf(JSON.stringify(message));
  return reply.send({
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason, message: { role: 'assistant', ...message } }],
    usage: { prompt_tokens: 40, completion_tokens: completion, total_tokens: 40 + completion },
  });
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
  reply.code(status).send({ error: { message, type: code, param: null, code } });

const TEXTS = z.object({
  model: z.string(),
  input: z.union([
    z
      .string()
      .min(1)
      .transform((text) => [text]),
    z.array(z.string().min(1)).min(1),
  ]),
});

function sayMeanings({ models }: Provider, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const parsed = TEXTS.safeParse(readJson(request));
  if (!parsed.success) return refuse(reply, 400, 'invalid_request_error', parsed.error.message);
  const { model, input } = parsed.data;
  if (!models.includes(model) || !model.includes('embedding'))
    return refuse(reply, 404, 'model_not_found', `The model ${model} does not exist`);
  const tokens = tokensOf(input.join(' '));
  return reply.send({
    object: 'list',
    model,
    data: input.map((text, index) => ({ object: 'embedding', index, embedding: meaningOf(text) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

const FORMATS = ['flac', 'mp3', 'mp4', 'mpeg', 'mpga', 'm4a', 'ogg', 'wav', 'webm'];

async function listen(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(readBytes(request)), { headers }).formData();
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0 || !form.get('model'))
    return refuse(reply, 400, 'invalid_request_error', "'file' and 'model' are required");
  if (!FORMATS.includes(file.name.split('.').at(-1) ?? ''))
    return refuse(reply, 400, 'invalid_request_error', `Invalid file format. Supported formats: ${FORMATS}`);
  return reply.send({ text: HEARD });
}
