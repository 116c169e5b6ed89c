import type { Feature } from '../../contract/feature.ts';
import { MENTION_METHODS } from './bridge.ts';
import { mentionMutations } from './commands.ts';
import * as row from './row.ts';

export const mentions = {
  rows: [row.mentionRow],
  models: row,
  commands: mentionMutations,
  bridge: MENTION_METHODS,
} as const satisfies Feature;
