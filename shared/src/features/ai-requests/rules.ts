import { HELP_KINDS } from '../agent-help/kinds.ts';
import { TRIAL_PROBLEMS } from '../prompts/calls.ts';

/** For what an AI is asked about a conversation: to answer its customer, to try how it would have, or to help its agent. */
export const AI_PURPOSES = ['answer', 'evaluation', ...HELP_KINDS] as const;
export type AiPurpose = (typeof AI_PURPOSES)[number];

export const AI_ENDINGS = ['answered', ...TRIAL_PROBLEMS] as const;
export type AiEnding = (typeof AI_ENDINGS)[number];
