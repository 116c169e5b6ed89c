import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ChatItem, ChatMessageItem } from '@balcao/shared/features/chats/bridge.ts';
import { ActionIcon, Menu, Title } from '@mantine/core';
import { IconDoorExit, IconDots, IconMessageOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useWindowFocus } from '../../../renderer/kit/use-window-focus.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatLog } from './chat-log.tsx';
import { ChatPicture } from './chat-picture.tsx';
import classes from './chat-view.module.css';
import { useTypingOthers } from './use-chat-presence.ts';
import { useDeleteChat, useLeaveChat } from './use-delete-chat.ts';

interface Props {
  uuid: string;
  user: SessionUser;
  onEdit(chat: ChatItem): void;
}

/** One chat: who is in it, what was said, and where one writes. */
export function ChatView({ uuid, user, onEdit }: Props) {
  const { t } = useTexts();
  const { data: chat, isPending } = useBridgeQuery('chats.get', { uuid });
  const [edited, setEdited] = useState<ChatMessageItem | null>(null);
  useReturn(chat);
  useSeen(chat ?? null);
  if (isPending) return <section className={classes.view} />;
  if (!chat)
    return (
      <section className={classes.view}>
        <StateView icon={IconMessageOff} title={t('chats:gone')} hint={t('chats:goneHint')} />
      </section>
    );
  return (
    <section className={classes.view} aria-label={chat.name}>
      <ChatHead chat={chat} userId={user.id} onEdit={onEdit} />
      <ChatLog chat={chat} userId={user.id} onEdit={setEdited} />
      <ChatComposer chat={chat} userId={user.id} edited={edited} onEdited={() => setEdited(null)} />
    </section>
  );
}

/** A chat that goes while it is open, or that its reader leaves, leads back to the list. */
function useReturn(chat: ChatItem | null | undefined): void {
  const wasThere = useRef(false);
  useEffect(() => {
    if (chat) wasThere.current = true;
    if (chat === null && wasThere.current) navigate('/chats');
  }, [chat]);
}

/** Whoever looks at a chat has read it, and need not be told of it. That this fails is nobody's concern. */
function useSeen(chat: ChatItem | null): void {
  const bridge = useBridge();
  const focused = useWindowFocus();
  const chatId = chat?.id ?? null;
  useEffect(() => {
    if (chatId === null || !focused) return;
    bridge.invoke('chats.look', { chatId }).catch(() => {});
    return () => void bridge.invoke('chats.look', { chatId: null }).catch(() => {});
  }, [bridge, chatId, focused]);
  const { unread = 0, lastNumber = 0 } = chat ?? {};
  useEffect(() => {
    if (chatId === null || !focused || unread === 0) return;
    bridge.invoke('chats.read', { chatId, number: lastNumber }).catch(() => {});
  }, [bridge, chatId, focused, unread, lastNumber]);
}

function ChatHead({
  chat,
  userId,
  onEdit,
}: {
  chat: ChatItem;
  userId: number;
  onEdit(chat: ChatItem): void;
}) {
  const { t } = useTexts();
  const askDelete = useDeleteChat();
  const askLeave = useLeaveChat();
  const isOwner = chat.ownerId === userId;
  return (
    <header className={classes.viewHead}>
      <ChatPicture chat={chat} size={36} userId={userId} />
      <div className={classes.who}>
        <Title order={2} size="h4" className={classes.viewTitle}>
          {chat.name}
        </Title>
        <PeopleLine chat={chat} userId={userId} />
      </div>
      {isOwner || !chat.ofTwo ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={36} aria-label={t('chats:more')}>
              <IconDots size={20} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isOwner && !chat.ofTwo ? (
              <Menu.Item
                leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
                onClick={() => onEdit(chat)}
              >
                {t('common:edit')}
              </Menu.Item>
            ) : null}
            {chat.ofTwo ? null : (
              <Menu.Item
                leftSection={<IconDoorExit size={16} stroke={1.7} aria-hidden />}
                onClick={() => askLeave(chat)}
              >
                {t('chats:leave')}
              </Menu.Item>
            )}
            {isOwner ? (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
                onClick={() => askDelete(chat)}
              >
                {t('common:delete')}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </header>
  );
}

/** Who writes right now; otherwise who is in it, which in a chat of two its title says. */
function PeopleLine({ chat, userId }: { chat: ChatItem; userId: number }) {
  const { t } = useTexts();
  const typing = useTypingOthers(chat.id);
  const writer = chat.users.find((member) => member.userId !== userId && typing.has(member.userId));
  const state = writer && typing.get(writer.userId);
  if (state)
    return (
      <span className={classes.typing} role="status">
        {t(`conversation:presence.colleague.${state}`, { name: writer.user.name })}
      </span>
    );
  if (chat.ofTwo) return null;
  const names = chat.users.map((member) => (member.userId === userId ? t('chats:you') : member.user.name));
  return <span className={classes.people}>{names.join(', ')}</span>;
}
