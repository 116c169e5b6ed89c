import {
  IconArrowForwardUp,
  IconMessage,
  IconMoodSmile,
  IconNote,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { EventRow } from './bubble/event-row.tsx';
import { RichText } from './bubble/rich-text-view.tsx';
import { Conversation } from './conversation.tsx';
import { CONVERSATION_KEYS, MESSAGE_KEYS } from './conversation-keys.ts';
import { WithMedia } from './media-parts.ts';
import { PeekDialog } from './peek-dialog.tsx';
import { PeekedConversation } from './peeked-conversation.tsx';

export const conversation = {
  commandIcons: {
    'message.send': IconMessage,
    'message.retry': IconRefresh,
    'message.forward': IconArrowForwardUp,
    'message.forwardTo': IconArrowForwardUp,
    'message.delete': IconTrash,
    'message.edit': IconPencil,
    'message.react': IconMoodSmile,
    'note.add': IconNote,
  },
  shortcuts: [CONVERSATION_KEYS, MESSAGE_KEYS],
} satisfies ScreenFeature;

/** What others draw of it. */
export const conversationParts = {
  Conversation,
  PeekedConversation,
  PeekDialog,
  WithMedia,
  RichText,
  EventRow,
};
