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
import { CONVERSATION_KEYS, MESSAGE_KEYS } from './conversation-keys.ts';

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
