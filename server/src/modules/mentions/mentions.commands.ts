import type { Commands } from '../../sync/commands.ts';
import { readMentions } from './mentions.service.ts';

export const mentionCommands = {
  'mention.read': (tx, actor, { ids }, at) => readMentions(tx, actor, ids, new Date(at)),
} satisfies Partial<Commands>;
