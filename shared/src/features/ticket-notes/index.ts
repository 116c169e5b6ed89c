import type { Feature } from '../../contract/feature.ts';
import { NOTE_METHODS } from './bridge.ts';
import * as calls from './calls.ts';
import { noteMutations } from './commands.ts';

export const ticketNotes = {
  calls,
  commands: noteMutations,
  bridge: NOTE_METHODS,
} as const satisfies Feature;
