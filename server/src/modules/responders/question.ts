import type { Turn } from '../bot/turns.service.ts';
import type { AnsweringIntegration } from '../queue-integrations/queue-integrations.service.ts';
import type { SaidMessage } from './conversation.repo.ts';
import type { Time } from './responder.ts';

/** A turn, with what is asked in it. */
export interface Question {
  turn: Turn;
  integration: AnsweringIntegration;
  /** Oldest first; none when the program speaks first. */
  heard: readonly SaidMessage[];
  /** What of it are words, one line for each message. */
  text: string;
  time: Time;
}
