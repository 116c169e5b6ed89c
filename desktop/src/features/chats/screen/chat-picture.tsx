import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { IconUsers } from '@tabler/icons-react';
import { PresentAvatar } from '../../../renderer/components/present-person.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './chat-picture.module.css';

interface PictureProps {
  chat: ChatItem;
  size: number;
  /** Who looks at it. */
  userId: number;
}

/** The other one's initials with whether they are there, or the sign of a group. */
export function ChatPicture({ chat, size, userId }: PictureProps) {
  const other = chat.users.find((member) => member.userId !== userId);
  if (chat.ofTwo) return <ColleaguePicture id={other?.userId} name={chat.name} size={size} />;
  return (
    <span className={classes.group} style={{ width: size, height: size }}>
      <IconUsers size={size * 0.48} stroke={1.6} aria-hidden />
    </span>
  );
}

/** A colleague's initials, and whether they are there. */
export function ColleaguePicture({ id, name, size }: { id: number | undefined; name: string; size: number }) {
  const { t } = useTexts();
  const { data: users = [] } = useRows('user');
  const isHere = users.some((user) => user.id === id && user.online);
  return (
    <PresentAvatar
      name={name}
      size={size}
      presence={isHere ? 'online' : 'offline'}
      label={isHere ? t('users:online') : undefined}
    />
  );
}
