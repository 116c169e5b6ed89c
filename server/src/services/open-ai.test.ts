import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import type { OutsideError } from '../platform/outgoing/outside-error.ts';
import {
  type AiAccount,
  type CompletionRequest,
  complete,
  listModels,
  NoWordsError,
  transcribe,
} from './open-ai.ts';
import { completeAloud } from './open-ai-stream.ts';
import type { Outside } from './outside.ts';
import { openOutside } from './testing/open-outside.ts';

let standIns: StandIns;
let outside: Outside;
beforeAll(async () => {
  standIns = await startStandIns();
  outside = openOutside(standIns.url);
});
beforeEach(() => standIns.reset());
afterAll(() => Promise.all([outside.http.close(), standIns.close()]));

const ACCOUNT: AiAccount = { baseUrl: '', apiKey: 'sk-1' };
const HAND_OVER = {
  name: 'transferir_atendimento',
  description: 'Chama uma pessoa.',
  parameters: { type: 'object', properties: { wanted: { type: 'string' } } },
};

const requestOf = (words: string, more: Partial<CompletionRequest>): CompletionRequest => ({
  model: 'gpt-4o-mini',
  maxTokens: 300,
  temperature: 0.5,
  messages: [
    { role: 'system', content: 'Você é o assistente da loja.' },
    { role: 'user', content: words },
  ],
  tools: [HAND_OVER],
  user: 'customer',
  timeoutMs: 5_000,
  ...more,
});
const ask = (words: string, more: Partial<CompletionRequest> = {}, account = ACCOUNT) =>
  complete(outside, account, requestOf(words, more));

/** The same service under the name of a provider. */
const under = (host: string, path: string, apiKey = 'sk-1'): AiAccount => ({
  baseUrl: `http://${host}:${new URL(standIns.url).port}${path}`,
  apiKey,
});
const lastAsked = () => standIns.asked('openai').at(-1)!;

it('gives what the model calls, whether or not its arguments can be read', async () => {
  const call = { id: 'call_1', name: 'transferir_atendimento' };
  expect((await ask('Quero falar com um atendente, pedido 4821')).toolCalls).toEqual([
    { ...call, arguments: expect.objectContaining({ data: '4821' }) },
  ]);
  expect((await ask('[broken-arguments]')).toolCalls).toEqual([{ ...call, arguments: undefined }]);
  expect((await ask('[unknown-tool]')).toolCalls).toEqual([
    { id: 'call_1', name: 'abrir_chamado', arguments: {} },
  ]);
  expect((await ask('[two-calls]')).toolCalls.map(({ id }) => id)).toEqual(['call_1', 'call_2']);
  expect(await ask('Quero falar com um atendente', { tools: [] })).toMatchObject({
    text: expect.stringContaining('Transferir para o setor de atendimento'),
    toolCalls: [],
  });
});

it('says when an answer was cut, and counts what it cost', async () => {
  const whole = await ask('Qual o horário?');
  const cut = await ask('Qual o horário?', { maxTokens: 5 });
  expect([whole.isCut, cut.isCut, whole.text.startsWith(cut.text)]).toEqual([false, true, true]);
  expect(whole.usage).toEqual({ promptTokens: 40, completionTokens: expect.any(Number) });
});

it('keeps what a model thinks to itself from the customer, and takes silence for no answer', async () => {
  expect((await ask('[thinks-aloud]')).text).toBe('Olá!');
  const usage = { promptTokens: 40, completionTokens: expect.any(Number) };
  await expect(ask('[no-words]')).rejects.toMatchObject({ problem: 'nonsense', usage });
  await expect(ask('[no-choices]')).rejects.toMatchObject({ problem: 'nonsense' });
});

it('asks nobody again who has no credit, or who failed behind a success', async () => {
  await expect(ask('[out-of-credit]')).rejects.toMatchObject({ problem: 'refused', status: 429 });
  await expect(ask('[fails-behind]')).rejects.toMatchObject({
    problem: 'refused',
    message: expect.stringContaining('Upstream provider failed'),
  });
  await expect(ask('[too-long]')).rejects.toMatchObject({ problem: 'refused', status: 400 });
  await expect(ask('Oi', { model: 'gpt-0' })).rejects.toMatchObject({ problem: 'refused', status: 404 });
  await expect(ask('Oi', {}, { baseUrl: '', apiKey: 'wrong' })).rejects.toMatchObject({ status: 401 });
  await expect(ask('Oi', {}, { baseUrl: 'loja', apiKey: 'sk-1' })).rejects.toMatchObject({
    problem: 'forbidden',
  });
});

it('hears an answer word by word, without what the model thinks', async () => {
  const heard: string[] = [];
  const aloud = (words: string, more: Partial<CompletionRequest> = {}) => {
    heard.length = 0;
    const request = requestOf(words, { tools: [], ...more });
    return completeAloud(outside, ACCOUNT, request, (text) => heard.push(text));
  };
  const said = await aloud('[echo] um dois três');
  expect(heard).toEqual(['Eco:', 'Eco: um', 'Eco: um dois', 'Eco: um dois três']);
  expect(said).toEqual({
    text: 'Eco: um dois três',
    toolCalls: [],
    isCut: false,
    usage: { promptTokens: 40, completionTokens: 5 },
  });
  expect(await aloud('Qual o horário?', { maxTokens: 5 })).toMatchObject({ isCut: true });
  expect((await aloud('[thinks-aloud]')).text).toBe('Olá!');
  expect([...new Set(heard)]).toEqual(['', 'Olá!']);
  expect((await aloud('[knows-no-stream]')).text).toBe('Sem pressa.');
  expect(heard).toEqual(['Sem pressa.']);
  await expect(aloud('[no-words]')).rejects.toBeInstanceOf(NoWordsError);
});

it('takes a stream that ends in the middle for no answer', async () => {
  const aloud = (words: string, more: Partial<CompletionRequest> = {}) => {
    const heard: string[] = [];
    const asked = completeAloud(outside, ACCOUNT, requestOf(words, { tools: [], ...more }), (text) =>
      heard.push(text),
    );
    return asked.catch((error: OutsideError) => ({ problem: error.problem, heard: heard.at(-1) }));
  };
  const heard = 'Vou ver isso agora.';
  expect(await aloud('[breaks-off]')).toEqual({ problem: 'unknown', heard });
  expect(await aloud('[no-json]')).toEqual({ problem: 'nonsense', heard });
  expect(await aloud('[fails-midway]')).toEqual({ problem: 'refused', heard });
  expect(await aloud('[never-ends]', { timeoutMs: 500 })).toEqual({ problem: 'unknown', heard });
  expect(await aloud('[out-of-credit]')).toEqual({ problem: 'refused', heard: undefined });
});

it('speaks to each provider as it wants to be spoken to', async () => {
  await ask('Oi', { model: 'o4-mini', temperature: 1 }, under('api.openai.com', '/openai/v1'));
  expect(lastAsked()).toMatchObject({
    path: '/openai/v1/chat/completions',
    headers: { authorization: 'Bearer sk-1' },
    body: { max_completion_tokens: 300, user: 'customer' },
  });

  await ask('Oi', {}, under('loja.openai.azure.com', '/openai/v1/?api-version=2024-10-21'));
  expect(lastAsked()).toMatchObject({
    path: '/openai/v1/chat/completions?api-version=2024-10-21',
    headers: { 'api-key': 'sk-1' },
    body: { max_completion_tokens: 300 },
  });
  expect(lastAsked().headers).not.toHaveProperty('authorization');

  const groq = under('api.groq.com', '/groq/openai/v1/', 'gsk_1');
  await ask('Oi', { model: 'llama-3.3-70b-versatile', tools: [] }, groq);
  expect(standIns.asked('groq').at(-1)!.body).toMatchObject({ max_tokens: 300 });
  expect(standIns.asked('groq').at(-1)!.body).not.toHaveProperty('tools');
  expect(await listModels(outside, groq)).toContain('whisper-large-v3');
});

it('gives the words of a voice note without any, and refuses a file that is none', async () => {
  const note = { model: 'whisper-1', language: 'pt', timeoutMs: 5_000 };
  standIns.fail('openai', { kind: 'status', status: 200, body: { text: ' ' } });
  expect(await transcribe(outside, ACCOUNT, { ...note, bytes: Buffer.from('OggS') })).toBe('');
  await expect(transcribe(outside, ACCOUNT, { ...note, bytes: Buffer.alloc(0) })).rejects.toMatchObject({
    problem: 'refused',
  });
});
