import type { Commands } from '../../sync/commands.ts';
import type { MessageChanges } from './message-changes.service.ts';
import type { MessagesService } from './messages.service.ts';

export const messageCommands = ({
  messages,
  changes,
}: {
  messages: MessagesService;
  changes: MessageChanges;
}) =>
  ({
    'message.send': messages.send,
    'message.retry': messages.retry,
    'message.forward': messages.forward,
    // Which conversation that is the console did not know, let alone what is new there.
    'message.forwardTo': (tx, actor, args, at) => messages.forwardTo(tx, actor, { ...args, seenAt: at }),
    'message.delete': changes.remove,
    'message.edit': changes.edit,
    'message.react': changes.react,
  }) satisfies Partial<Commands>;
