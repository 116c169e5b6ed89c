import type { Feature } from '../../contract/feature.ts';
import { MESSAGE_METHODS } from './bridge.ts';
import { messageMutations } from './commands.ts';
import * as row from './row.ts';

export const messages = {
  lists: ['conversation'],
  rows: [row.messageRow],
  models: row,
  keyArea: 'messages',
  commands: messageMutations,
  bridge: MESSAGE_METHODS,
} as const satisfies Feature;
