import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { OutboxItem } from '@balcao/shared/features/outbox/bridge.ts';
import {
  type Icon,
  IconAddressBook,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconAt,
  IconCalendarCancel,
  IconCalendarTime,
  IconCheck,
  IconCircleCheck,
  IconClockPause,
  IconEye,
  IconFileText,
  IconLayoutKanban,
  IconLink,
  IconMailOpened,
  IconMessage,
  IconMessageCircle,
  IconMicrophone,
  IconMoodSmile,
  IconNote,
  IconPencil,
  IconPhoto,
  IconPin,
  IconQuestionMark,
  IconRefresh,
  IconRobot,
  IconRobotOff,
  IconTags,
  IconTrash,
  IconUnlink,
  IconUserShare,
  IconVideo,
} from '@tabler/icons-react';

type Name = NonNullable<OutboxItem['name']>;

const ICONS: Record<Name, Icon> = {
  'ticket.accept': IconCheck,
  'ticket.close': IconCircleCheck,
  'ticket.reopen': IconRefresh,
  'ticket.transfer': IconUserShare,
  'ticket.return': IconArrowBackUp,
  'ticket.snooze': IconClockPause,
  'ticket.silenceBot': IconRobotOff,
  'ticket.startBot': IconRobot,
  'ticket.markRead': IconEye,
  'ticket.markUnread': IconMailOpened,
  'ticket.pin': IconPin,
  'ticket.setTags': IconTags,
  'ticket.moveToLane': IconLayoutKanban,
  'message.send': IconMessage,
  'message.retry': IconRefresh,
  'message.forward': IconArrowForwardUp,
  'message.forwardTo': IconArrowForwardUp,
  'message.delete': IconTrash,
  'message.edit': IconPencil,
  'message.react': IconMoodSmile,
  'contact.update': IconAddressBook,
  'contact.link': IconLink,
  'contact.unlink': IconUnlink,
  'note.add': IconNote,
  'mention.read': IconAt,
  'schedule.create': IconCalendarTime,
  'schedule.update': IconCalendarTime,
  'schedule.cancel': IconCalendarCancel,
  'chat.send': IconMessageCircle,
  'chat.edit': IconPencil,
  'chat.delete': IconTrash,
  'chat.react': IconMoodSmile,
  'chat.read': IconEye,
};

const FILE_ICONS: Partial<Record<MessageType, Icon>> = {
  image: IconPhoto,
  audio: IconMicrophone,
  video: IconVideo,
  application: IconFileText,
};

/** The kind of a command; for a message with a file, the kind of the file. */
export function CommandIcon({ name, type }: { name: Name | null; type: MessageType }) {
  const FileIcon = name === 'message.send' || name === 'chat.send' ? FILE_ICONS[type] : undefined;
  const Shown = FileIcon ?? (name ? ICONS[name] : IconQuestionMark);
  return <Shown size={18} stroke={1.6} aria-hidden />;
}
