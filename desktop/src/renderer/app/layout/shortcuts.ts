import { MARKS, type MarkName } from '../../../features/composer/screen/text-marks.ts';
import { ACTIONS, type ActionName } from '../../../features/conversation/screen/actions/actions.ts';
import { MOD } from '../../kit/mod-key.ts';

/** Exhaustive: a new key of a message or a mark of the text is on the sheet, or does not compile. */
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
} as const satisfies Record<ActionName, string>;
const MARKED = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strike',
  code: 'code',
} as const satisfies Record<MarkName, string>;

/** The shortcuts on the help sheet, by place; the keys are handled where they act. */
export const SHORTCUTS = [
  {
    place: 'everywhere',
    items: [
      { key: 'palette', keys: [MOD, 'K'] },
      { key: 'sheet', keys: ['?'] },
      { key: 'leave', keys: ['Esc'] },
    ],
  },
  {
    place: 'list',
    items: [
      { key: 'move', keys: ['↑ ↓'] },
      { key: 'openTicket', keys: ['Enter'] },
      { key: 'tabs', keys: ['1 … 6'] },
      { key: 'searchTickets', keys: ['/'] },
      { key: 'acceptTicket', keys: ['A'] },
      { key: 'finishTicket', keys: ['F'] },
      { key: 'reopenTicket', keys: ['R'] },
      { key: 'assignTicket', keys: ['A'] },
      { key: 'queueTicket', keys: ['Q'] },
      { key: 'transferTicket', keys: ['T'] },
      { key: 'returnTicket', keys: ['D'] },
      { key: 'peekTicket', keys: ['E'] },
      { key: 'openWindowTicket', keys: ['N'] },
      { key: 'tagTicket', keys: ['L'] },
      { key: 'snoozeTicket', keys: ['H'] },
      { key: 'pinTicket', keys: ['P'] },
      { key: 'markUnreadTicket', keys: ['U'] },
      { key: 'selectTicket', keys: ['X'] },
      { key: 'selectAll', keys: [MOD, 'A'] },
      { key: 'ticketMenu', keys: ['Shift', 'F10'] },
    ],
  },
  {
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
  },
  {
    place: 'message',
    items: [
      ...ACTIONS.map(({ name, key }) => ({
        key: ON_MESSAGE[name],
        keys: [key === 'Delete' ? 'Del' : key.toUpperCase()],
      })),
      { key: 'messageMenu', keys: ['Enter'] },
    ],
  },
  {
    place: 'writing',
    items: [
      { key: 'newLine', keys: ['Shift', 'Enter'] },
      { key: 'note', keys: ['Alt', 'P'] },
      { key: 'mention', keys: ['@'] },
      { key: 'quickMessage', keys: ['/'] },
      { key: 'variable', keys: ['{{'] },
      { key: 'emoji', keys: [':'] },
      ...MARKS.map(({ name, key, shift }) => ({
        key: MARKED[name],
        keys: [MOD, ...(shift ? ['Shift'] : []), key.toUpperCase()],
      })),
    ],
  },
] as const;
