import type { OutboxItem } from '@balcao/shared/bridge/outbox.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import {
  type Icon,
  IconFileText,
  IconMicrophone,
  IconPhoto,
  IconQuestionMark,
  IconVideo,
} from '@tabler/icons-react';
import { useFrame } from '../../../renderer/kit/frame-context.ts';

type Name = NonNullable<OutboxItem['name']>;

const FILE_ICONS: Partial<Record<MessageType, Icon>> = {
  image: IconPhoto,
  audio: IconMicrophone,
  video: IconVideo,
  application: IconFileText,
};

/** The kind of a command; for a message with a file, the kind of the file. */
export function CommandIcon({ name, type }: { name: Name | null; type: MessageType }) {
  const FileIcon = name === 'message.send' || name === 'chat.send' ? FILE_ICONS[type] : undefined;
  const { commandIcons } = useFrame();
  const Shown = FileIcon ?? (name ? commandIcons[name] : IconQuestionMark);
  return <Shown size={18} stroke={1.6} aria-hidden />;
}
