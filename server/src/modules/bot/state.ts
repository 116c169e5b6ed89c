import type { BotEnd } from '@balcao/shared/features/bot/bot-ends.ts';
import type { HandoverCause } from '@balcao/shared/features/ticket-timeline/event.ts';

/** Until the ticket closes nothing brings it back, not even the customer's wish for the main menu. */
const FINAL: ReadonlySet<BotEnd> = new Set(['off', 'limit', 'repeats', 'failed']);
export const isFinal = (ended: BotEnd | null): boolean => ended !== null && FINAL.has(ended);

/** Where a waiting ticket's customer stands: kept in the ticket's row, and all that a decision remembers. */
export interface BotState {
  answerer: 'nobody' | 'queueMenu' | 'optionTree' | 'prompt' | 'integration' | 'bill';
  /** The ticket's queue. */
  queueId: number | null;
  /** The option whose level was shown last; null: the first level of the queue. */
  optionId: number | null;
  /** The responder that answers; null with every other answerer. */
  promptId: number | null;
  integrationId: number | null;
  /** Null: it leads, or may begin. */
  ended: BotEnd | null;
  /** Menus shown that no choice of the customer led to, and when any was shown last. */
  menus: number;
  menuAt: Date | null;
  /** How often it has answered in this cycle. */
  answers: number;
  /** What it heard last and where, and how often that came again at once. */
  heard: string | null;
  repeats: number;
  /** When the customer was told that the company (null) or this queue is closed. */
  hoursToldAt: Date | null;
  hoursToldQueueId: number | null;
}

export const FRESH: BotState = {
  answerer: 'nobody',
  queueId: null,
  optionId: null,
  promptId: null,
  integrationId: null,
  ended: null,
  menus: 0,
  menuAt: null,
  answers: 0,
  heard: null,
  repeats: 0,
  hoursToldAt: null,
  hoursToldQueueId: null,
};

/** Whether the bot answers now, in an agent's place. */
export const leads = ({ answerer }: Pick<BotState, 'answerer'>): boolean => answerer !== 'nobody';

/** What the timeline calls the ends that hand a ticket over. */
export type Handover = Extract<BotEnd, HandoverCause>;
