import { MOD } from '../../../renderer/kit/mod-key.ts';
import type { ShortcutPlace, ShortcutText } from '../../../renderer/kit/shortcuts.ts';
import { ACTIONS, type ActionName } from './actions/actions.ts';

export const CONVERSATION_KEYS: ShortcutPlace = {
  place: 'conversation',
  items: [
    { text: 'conversation:shortcuts.finishOpen', keys: ['Alt', 'F'] },
    { text: 'conversation:shortcuts.transferOpen', keys: ['Alt', 'T'] },
    { text: 'conversation:shortcuts.tagOpen', keys: ['Alt', 'E'] },
    { text: 'conversation:shortcuts.assignOpen', keys: ['Alt', 'A'] },
    { text: 'conversation:shortcuts.queueOpen', keys: ['Alt', 'Q'] },
    { text: 'conversation:shortcuts.snoozeOpen', keys: ['Alt', 'H'] },
    { text: 'tickets:shortcuts.macroTicket', keys: ['Alt', 'M'] },
    { text: 'conversation:shortcuts.markUnreadOpen', keys: ['Alt', 'U'] },
    { text: 'conversation:shortcuts.toList', keys: ['Alt', 'L'] },
    { text: 'conversation:shortcuts.stepTickets', keys: ['Alt', '↑ ↓'] },
    { text: 'conversation:shortcuts.undoFinish', keys: ['Alt', 'Z'] },
    { text: 'conversation:shortcuts.findInConversation', keys: [MOD, 'F'] },
  ],
};

/** Exhaustive: a new key of a message is on the sheet, or does not compile. */
const ON_MESSAGE = {
  reply: 'conversation:shortcuts.replyToMessage',
  react: 'conversation:shortcuts.reactToMessage',
  note: 'conversation:shortcuts.noteOnMessage',
  copy: 'conversation:shortcuts.copyMessage',
  translate: 'conversation:shortcuts.translateMessage',
  saveQuick: 'conversation:shortcuts.saveQuickMessage',
  remember: 'conversation:shortcuts.rememberMessage',
  share: 'conversation:shortcuts.shareMessage',
  forward: 'conversation:shortcuts.forwardMessage',
  select: 'conversation:shortcuts.selectMessage',
  info: 'conversation:shortcuts.messageInfo',
  edit: 'conversation:shortcuts.editMessage',
  delete: 'conversation:shortcuts.deleteMessage',
} as const satisfies Record<ActionName, ShortcutText>;

export const MESSAGE_KEYS: ShortcutPlace = {
  place: 'message',
  items: [
    ...ACTIONS.map(({ name, key }) => ({
      text: ON_MESSAGE[name],
      keys: [key === 'Delete' ? 'Del' : key.toUpperCase()],
    })),
    { text: 'conversation:shortcuts.messageMenu', keys: ['Enter'] },
  ],
};
