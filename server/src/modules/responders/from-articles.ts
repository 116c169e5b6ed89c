import { AUTOMATIC_TEXTS } from '@balcao/shared/text/variables.ts';
import { z } from 'zod';
import type { Completion } from '../../services/open-ai.ts';
import type { Answer, Turn } from '../bot/turns.service.ts';
import { listSources, namedSources, type Source } from '../knowledge/sources.ts';
import { readCitations } from '../prompts/citations.ts';
import type { SaidMessage } from './conversation.repo.ts';

/** An AI that answers from what is published for customers, and says which article each answer rests on. */

/** By which it says that no article answers. */
const NO_SOURCE = 'sem_resposta';

const wordsOf = ({ company }: Turn) => AUTOMATIC_TEXTS[company.language].ai.articles;

/** What articles are looked for by: what is asked, and then all that the customer has said. */
export function soughtOf({ since }: Turn, messages: readonly SaidMessage[]): string[] {
  const wordsOf = (said: readonly SaidMessage[]) =>
    said.map(({ transcript, body }) => [transcript ?? '', body].filter(Boolean).join(' ')).join(' ');
  const theirs = messages.filter(({ fromMe }) => !fromMe);
  return [wordsOf(theirs.filter(({ at }) => at >= since)), wordsOf(theirs)];
}

export function articleRules(turn: Turn, sources: readonly Source[]): string {
  const { rules, none } = wordsOf(turn);
  return `\n\n${rules}\n\n${listSources(sources) || none}`;
}

export function noSourceTool(turn: Turn) {
  const { tool, question } = wordsOf(turn);
  return {
    name: NO_SOURCE,
    description: tool,
    parameters: {
      type: 'object',
      properties: { question: { type: 'string', description: question } },
      required: ['question'],
    },
  };
}

/** What the customer may be told: nothing where it calls people, or rests on no article and does not say that it needs none. */
interface Founded {
  text: string;
  cited: NonNullable<Answer['cited']>;
  /** How often it has named an article that it was not given. */
  invented: number;
}

export function readFounded({ text, toolCalls }: Completion, sources: readonly Source[]): Founded {
  const { marks, needsNone, invented, text: bare } = readCitations(text, sources.length, { shown: false });
  const isFounded = toolCalls.length === 0 && (marks.length > 0 || needsNone);
  return { text: isFounded ? bare : '', cited: isFounded ? namedSources(sources, marks) : [], invented };
}

const MAX_QUESTION_CHARS = 300;

/** What the AI says was asked; where it says nothing, the customer's last words. */
export function questionOf({ toolCalls }: Completion, [asked = '']: readonly string[]): string {
  const call = toolCalls.find(({ name }) => name === NO_SOURCE);
  const said = z.object({ question: z.string().trim().min(1) }).safeParse(call?.arguments).data?.question;
  return (said ?? asked).replaceAll(/\s+/g, ' ').slice(0, MAX_QUESTION_CHARS);
}
