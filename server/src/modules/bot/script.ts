import type { OPTION_ACTIONS } from '@balcao/shared/features/queues/options.ts';
import type { VariableValues } from '@balcao/shared/text/variables.ts';

/** What a company has written for its bot, as far as one step may need it. */
export interface BotScript {
  /** The connection's texts and limits. */
  greeting: string;
  /** What the company tells of its customers' data, below its greeting; empty: nothing there. */
  notice: string;
  outOfHours: string;
  maxMenus: number;
  intervalMinutes: number;
  /** False: the whole company is closed. */
  isOpen: boolean;
  /** What answers on the connection, before its queues. */
  responder: Responder | null;
  /** All that may answer here, that of the ticket among them. */
  responders: readonly Responder[];
  /** The queues that the connection offers, in the order of their menu. */
  queues: readonly BotQueue[];
  /** Those that the ticket is in, or that an option leads to, without being offered. */
  otherQueues: readonly BotQueue[];
  /** Options of these queues: at least the levels around the customer, and the first one of each. */
  options: readonly BotOption[];
  /** What the company writes, and its customers with it. */
  language: VariableValues['language'];
  words: BotWords;
}

export interface BotQueue {
  id: number;
  name: string;
  greeting: string;
  outOfHours: string;
  file: BotFile | null;
  isOpen: boolean;
  /** What answers in it, before its menu. */
  responder: Responder | null;
  /** Its customers are asked for a document, and get a second copy of their bill. */
  secondCopy: boolean;
}

/** Something outside that answers customers: an AI, or another program. */
export interface Responder {
  kind: 'prompt' | 'integration';
  id: number;
  /** Messages that follow each other within so many seconds are one turn. */
  waitSeconds: number;
  /** So many seconds after the turn began people are called, whatever was tried. */
  patienceSeconds: number;
}

export interface BotOption {
  id: number;
  queueId: number;
  parentId: number | null;
  /** The number that chooses it within its level. */
  option: number;
  title: string;
  message: string;
  file: BotFile | null;
  /** What follows when there is nothing below it. */
  action: (typeof OPTION_ACTIONS)[number];
  forwardQueueId: number | null;
}

export interface BotFile {
  id: string;
  mime: string;
}

/** The bot's own words, in the company's language. */
interface BotWords {
  notUnderstood: string;
  optionPassed: string;
  back: string;
  mainMenu: string;
  askDocument: string;
  documentInvalid: string;
  lookingForBills: string;
}

/** The responder that the ticket is with; undefined when there is none any more, or the plan is without it. */
export const responderOf = (
  { responders }: BotScript,
  { promptId, integrationId }: { promptId: number | null; integrationId: number | null },
): Responder | undefined =>
  responders.find(({ kind, id }) => id === (kind === 'prompt' ? promptId : integrationId));

export const queueOf = (script: BotScript, id: number | null): BotQueue | undefined =>
  [...script.queues, ...script.otherQueues].find((queue) => queue.id === id);

/** The options right below another, or with null the first level of a queue, in their order. */
export const levelOf = (script: BotScript, queueId: number, parentId: number | null): BotOption[] =>
  script.options
    .filter((option) => option.queueId === queueId && option.parentId === parentId)
    .sort((a, b) => a.option - b.option);
