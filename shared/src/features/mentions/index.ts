import type { Feature } from '../../contract/feature.ts';
import { MENTION_METHODS } from './bridge.ts';
import * as calls from './calls.ts';
import { mentionMutations } from './commands.ts';
import * as row from './row.ts';

export const mentions = {
  rows: [row.mentionRow],
  models: row,
  calls,
  commands: mentionMutations,
  bridge: MENTION_METHODS,
} as const satisfies Feature;
