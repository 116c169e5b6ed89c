import type { Feature } from '../../contract/feature.ts';
import { NOTE_METHODS } from './bridge.ts';
import { noteMutations } from './commands.ts';

export const ticketNotes = {
  commands: noteMutations,
  keyArea: 'tickets',
  bridge: NOTE_METHODS,
} as const satisfies Feature;
