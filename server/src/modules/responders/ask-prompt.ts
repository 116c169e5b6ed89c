import { AppError } from '@balcao/shared/errors.ts';
import { DEFAULT_CHANNEL, featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { AI_DEFAULTS, WRITTEN } from '@balcao/shared/features/responders/ai.ts';
import { AUTOMATIC_TEXTS } from '@balcao/shared/text/variables.ts';
import { z } from 'zod';
import type { Tx } from '../../platform/db/client.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import { speak } from '../../services/azure-speech.ts';
import type { AiMessage, Completion } from '../../services/open-ai.ts';
import type { AskedAbout } from '../ai-requests/ai-requests.service.ts';
import type { Answer, Turn } from '../bot/turns.service.ts';
import { findSources, type Source } from '../knowledge/sources.ts';
import * as usage from '../prompts/ai-usage.service.ts';
import { type AnsweringPrompt, forAnswering } from '../prompts/prompts.service.ts';
import { listConversation, type SaidMessage } from './conversation.repo.ts';
import { articleRules, noSourceTool, questionOf, readFounded, soughtOf } from './from-articles.ts';
import type { AskResponder, ResponderDeps, Time } from './responder.ts';
import { listenTo } from './voice-notes.ts';

export type { SaidMessage };

const TIMEOUT_MS = 18_000;
const MAX_CHARS = 4_000;
/** The one thing that the AI can do beside answering. */
const HAND_OVER = 'transferir_atendimento';

/** What a trial does otherwise. */
interface Trial {
  /** The newest messages, the oldest of them first; default: those of the ticket. */
  listMessages?: (tx: Tx, turn: Turn, limit: number) => Promise<SaidMessage[]>;
  /** What takes the place of what the prompt says. */
  change?: Partial<Pick<AnsweringPrompt, 'prompt' | 'voice'>>;
  /** What is kept of it; default: that a customer was answered. */
  about?: AskedAbout | null;
}

/**
 * An AI that speaks OpenAI's protocol. What customers write stands in their own messages, and nothing that they write opens
 * more than these rights: answer, or call people. ERR_AI_REFUSED without a key, ERR_AI_LIMIT.
 */
export function askPrompt(
  deps: ResponderDeps,
  { listMessages = listConversation, change = {}, about }: Trial = {},
): AskResponder {
  const { db, secrets, clock } = deps;

  return async (turn, time) => {
    const { id: companyId } = turn.company;
    const { prompt, isSpent, messages } = await db.readCompany(companyId, async (tx) => {
      const found = await forAnswering(tx, companyId, turn.promptId ?? 0, secrets);
      return {
        prompt: found && { ...found, ...change },
        isSpent: await usage.isSpent(tx, companyId, clock()),
        messages: found ? await listMessages(tx, turn, found.maxMessages) : [],
      };
    });
    if (!prompt?.apiKey) throw new AppError('ERR_AI_REFUSED');
    if (isSpent) throw new AppError('ERR_AI_LIMIT');
    const account = { baseUrl: prompt.baseUrl, apiKey: prompt.apiKey };
    const model = prompt.transcriptionModel || AI_DEFAULTS.transcriptionModel;
    const heard = await listenTo(
      deps,
      companyId,
      { account, model, language: turn.company.language },
      messages,
      time,
    );
    const sought = soughtOf(turn, heard);
    const sources = prompt.onlyArticles ? await findSources(deps, companyId, sought) : null;
    const request = {
      model: prompt.model || AI_DEFAULTS.model,
      maxTokens: prompt.maxTokens,
      temperature: prompt.temperature,
      messages: [
        systemMessage(turn, prompt, sources),
        ...inOrder(turn, heard).flatMap((message) => chatMessage(turn, message)),
      ],
      tools: [handOverTool(turn), ...(sources ? [noSourceTool(turn)] : [])],
      user: `${companyId}-${turn.contact.id}`,
      timeoutMs: Math.min(time.left(), TIMEOUT_MS),
      signal: time.signal,
    };
    const answer = await usage.completeCounted(deps, companyId, {
      promptId: prompt.id,
      account,
      request,
      about: about === undefined ? { ticketId: turn.ticketId, purpose: 'answer' } : about,
    });
    if (!sources) return answerOf(deps, turn, prompt, answer, time);
    const { text, cited, invented } = readFounded(answer, sources);
    await usage.countFalseSources(deps, companyId, invented);
    if (text === '' && !isHandedOver(answer))
      return withoutSource(deps, turn, prompt, questionOf(answer, sought), time);
    return { ...(await answerOf(deps, turn, prompt, { ...answer, text }, time)), cited };
  };
}

const isHandedOver = ({ toolCalls }: Completion) => toolCalls.some(({ name }) => name === HAND_OVER);

/** What is to be answered stands last, also when something was said after it that answers what came before. */
function inOrder({ since }: Turn, messages: readonly SaidMessage[]): SaidMessage[] {
  const isAsked = ({ fromMe, at }: SaidMessage) => !fromMe && at >= since;
  return [...messages.filter((message) => !isAsked(message)), ...messages.filter(isAsked)];
}

const wordsOf = ({ company }: Turn) => AUTOMATIC_TEXTS[company.language].ai;

function systemMessage(turn: Turn, { prompt }: AnsweringPrompt, sources: Source[] | null): AiMessage {
  const { channels } = AUTOMATIC_TEXTS[turn.company.language];
  const channel = channels[turn.channel === 'trial' ? DEFAULT_CHANNEL : turn.channel];
  const rules = wordsOf(turn).rules.replace('{{channel}}', channel);
  const name = firstName(turn.contact.name);
  const known = name === '' ? '' : `\n${wordsOf(turn).customer} ${name}`;
  return {
    role: 'system',
    content: `${rules}${known}\n\n${prompt}${sources ? articleRules(turn, sources) : ''}`,
  };
}

/** A name is the customer's own word: only letters of it, and few. */
const firstName = (name: string) => /^\p{L}{2,30}/u.exec(name.trim())?.[0] ?? '';

/** Nothing for what says nothing to a reader. */
function chatMessage(turn: Turn, { fromMe, body, media, mediaType, transcript }: SaidMessage): AiMessage[] {
  const kind = media && transcript === null ? `[${wordsOf(turn).media[kindOf(mediaType)]}]` : '';
  const content = [kind, transcript ?? '', body].filter(Boolean).join('\n').slice(0, MAX_CHARS);
  return content === '' ? [] : [{ role: fromMe ? 'assistant' : 'user', content }];
}

function kindOf(mediaType: SaidMessage['mediaType']): 'image' | 'video' | 'audio' | 'file' {
  return mediaType === 'image' || mediaType === 'video' || mediaType === 'audio' ? mediaType : 'file';
}

function handOverTool(turn: Turn) {
  const { tool } = wordsOf(turn);
  const line = (description: string) => ({ type: 'string', description });
  return {
    name: HAND_OVER,
    description: tool.description,
    parameters: {
      type: 'object',
      properties: { wanted: line(tool.wanted), tried: line(tool.tried), data: line(tool.data) },
      required: ['wanted', 'tried', 'data'],
    },
  };
}

/** What the AI leaves for the agent; whatever it forgot or invented must not keep the customer from people. */
const handOver = z
  .object({ wanted: z.string().catch(''), tried: z.string().catch(''), data: z.string().catch('') })
  .catch({ wanted: '', tried: '', data: '' });

async function answerOf(
  deps: ResponderDeps,
  turn: Turn,
  prompt: AnsweringPrompt,
  { text, toolCalls }: Completion,
  time: Time,
): Promise<Answer> {
  const call = toolCalls.find(({ name }) => name === HAND_OVER);
  if (!call && text === '') throw new OutsideError('nonsense', 'neither words nor a hand-over');
  const said = [await spoken(deps, turn, prompt, text || wordsOf(turn).handedOver, time)];
  if (!call) return { said, note: null, next: { kind: 'goOn' }, session: null };
  const next = { kind: 'people', cause: 'wanted', queueId: prompt.queueId } as const;
  return { said, note: noteOf(turn, handOver.parse(call.arguments)), next, session: null };
}

/** People find what was asked. */
async function withoutSource(
  deps: ResponderDeps,
  turn: Turn,
  prompt: AnsweringPrompt,
  question: string,
  time: Time,
): Promise<Answer> {
  const said = [await spoken(deps, turn, prompt, wordsOf(turn).handedOver, time)];
  const next = { kind: 'people', cause: 'noSource', queueId: prompt.queueId } as const;
  const note = noteOf(turn, { wanted: question, tried: '', data: '' });
  return { said, note, next, session: null, unanswered: question };
}

function noteOf(turn: Turn, { wanted, tried, data }: z.output<typeof handOver>): string {
  const { note } = wordsOf(turn);
  const line = (label: string, text: string) =>
    `${label}: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 300) || note.nothing}`;
  return [line(note.wanted, wanted), line(note.tried, tried), line(note.data, data)].join('\n');
}

/** Elsewhere a recording is a file that many phones do not play. */
const mayPlay = ({ kind, channel }: Turn) =>
  kind === null || channel === 'trial' || featuresOf({ kind, channel }).voiceNote;

/** Speaks the answer as a voice note, where the prompt wants one; who cannot be spoken for is written to. */
async function spoken(
  { media, outside, log }: ResponderDeps,
  turn: Turn,
  { voice, voiceKey, voiceRegion }: AnsweringPrompt,
  text: string,
  time: Time,
): Promise<Answer['said'][number]> {
  const written = { text, file: null, delayMs: 0 };
  if (voice === WRITTEN || !voiceKey || voiceRegion === '' || !mayPlay(turn)) return written;
  try {
    const account = { key: voiceKey, region: voiceRegion, voice };
    const timeoutMs = Math.min(time.left(), TIMEOUT_MS);
    const bytes = await speak(outside, account, text, { timeoutMs, signal: time.signal });
    const file = await media.take(turn.company.id, { bytes, name: 'audio.ogg', voice: true });
    return { text: '', file, delayMs: 0 };
  } catch (error) {
    log.warn({ err: error, companyId: turn.company.id, promptId: turn.promptId }, 'not spoken, but written');
    return written;
  }
}
