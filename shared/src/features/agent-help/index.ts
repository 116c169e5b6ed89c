import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import { AGENT_HELP_EVENTS, AGENT_HELP_METHODS } from './bridge.ts';

export const agentHelp = {
  bridge: AGENT_HELP_METHODS,
  events: AGENT_HELP_EVENTS,
  errors: {
    /** Nobody has chosen who helps agents, or this kind of help is switched off. */
    ERR_AGENT_HELP_OFF: failure(409),
    /** A file, a place, a call. */
    ERR_NOTHING_TO_TRANSLATE: failure(422),
  },
} as const satisfies Feature;
