import { MOD } from '../../../renderer/kit/mod-key.ts';
import type { ShortcutKey, ShortcutPlace } from '../../../renderer/kit/shortcuts.ts';
import { ACTIONS, type ActionName } from './actions/actions.ts';

export const CONVERSATION_KEYS: ShortcutPlace = {
  place: 'conversation',
  items: [
    { key: 'finishOpen', keys: ['Alt', 'F'] },
    { key: 'transferOpen', keys: ['Alt', 'T'] },
    { key: 'tagOpen', keys: ['Alt', 'E'] },
    { key: 'assignOpen', keys: ['Alt', 'A'] },
    { key: 'queueOpen', keys: ['Alt', 'Q'] },
    { key: 'snoozeOpen', keys: ['Alt', 'H'] },
    { key: 'markUnreadOpen', keys: ['Alt', 'U'] },
    { key: 'toList', keys: ['Alt', 'L'] },
    { key: 'stepTickets', keys: ['Alt', '↑ ↓'] },
    { key: 'undoFinish', keys: ['Alt', 'Z'] },
    { key: 'findInConversation', keys: [MOD, 'F'] },
  ],
};

/** Exhaustive: a new key of a message is on the sheet, or does not compile. */
const ON_MESSAGE = {
  reply: 'replyToMessage',
  react: 'reactToMessage',
  copy: 'copyMessage',
  saveQuick: 'saveQuickMessage',
  remember: 'rememberMessage',
  share: 'shareMessage',
  forward: 'forwardMessage',
  select: 'selectMessage',
  info: 'messageInfo',
  edit: 'editMessage',
  delete: 'deleteMessage',
} as const satisfies Record<ActionName, ShortcutKey>;

export const MESSAGE_KEYS: ShortcutPlace = {
  place: 'message',
  items: [
    ...ACTIONS.map(({ name, key }) => ({
      key: ON_MESSAGE[name],
      keys: [key === 'Delete' ? 'Del' : key.toUpperCase()],
    })),
    { key: 'messageMenu', keys: ['Enter'] },
  ],
};
