import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ChatHit, ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { ActionIcon, Button, Menu, ScrollArea, Text, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconMessageCirclePlus, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { previewOfLine } from '../../../renderer/components/message/preview.ts';
import { PreviewText } from '../../../renderer/components/message/preview-text.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './chat-list.module.css';
import { ChatPicture, ColleaguePicture } from './chat-picture.tsx';
import { useDeleteChat } from './use-delete-chat.ts';
import { useTalkTo } from './use-talk-to.ts';

interface Props {
  user: SessionUser;
  openUuid: string | null;
  onEdit(chat: ChatItem | 'new'): void;
}

/** One's chats, the one in which something was said last first; while one searches, messages too. */
export function ChatList({ user, openUuid, onEdit }: Props) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const { data } = useBridgeQuery('chats.list', { search });
  const { chats = [], hits = [] } = data ?? {};
  const { data: drafts = [] } = useBridgeQuery('chats.drafts', null);
  const isEmpty = data !== undefined && chats.length === 0 && hits.length === 0;
  return (
    <section className={classes.list} aria-label={t('chats:chats')}>
      <header className={classes.head}>
        <div className={classes.headLine}>
          <Title order={1} size="h3">
            {t('chats:title')}
          </Title>
          <Colleagues userId={user.id} />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onEdit('new')}>
            {t('chats:new')}
          </Button>
        </div>
        <SearchField label={t('chats:search')} onSearch={setSearch} />
      </header>
      {isEmpty ? (
        <StateView
          icon={IconUsers}
          title={search ? t('chats:nothingFound') : t('chats:empty')}
          hint={search ? undefined : t('chats:emptyHint')}
        />
      ) : (
        <ScrollArea className={classes.rows}>
          <ul className={classes.items}>
            {chats.map((chat) => (
              <ChatRow
                key={chat.id}
                chat={chat}
                userId={user.id}
                isOpen={chat.uuid === openUuid}
                draft={drafts.find(({ chatId }) => chatId === chat.id)}
                onEdit={onEdit}
              />
            ))}
          </ul>
          {hits.length > 0 ? <Hits hits={hits} /> : null}
        </ScrollArea>
      )}
    </section>
  );
}

interface RowProps {
  chat: ChatItem;
  userId: number;
  isOpen: boolean;
  draft: Draft | undefined;
  onEdit(chat: ChatItem): void;
}

interface Draft {
  body: string;
  files: number;
}

function ChatRow({ chat, userId, isOpen, draft, onEdit }: RowProps) {
  const { t } = useTexts();
  const format = useFormat();
  const isOwner = chat.ownerId === userId;
  return (
    <li className={classes.row} data-open={isOpen || undefined} data-unread={chat.unread > 0 || undefined}>
      <Link href={`/chats/${chat.uuid}`} className={classes.link} aria-current={isOpen || undefined}>
        <ChatPicture chat={chat} size={42} userId={userId} />
        <span className={classes.facts}>
          <span className={classes.line}>
            <span className={classes.name}>{chat.name}</span>
            <span className={classes.time}>{format.timeOrDate(chat.updatedAt)}</span>
          </span>
          <span className={classes.line}>
            <span className={classes.last}>
              {draft && !isOpen ? <DraftLine {...draft} /> : <LastLine chat={chat} userId={userId} />}
            </span>
            {chat.unread > 0 ? (
              <span className={classes.unread}>
                <span aria-hidden>{chat.unread > 99 ? '99+' : chat.unread}</span>
                <VisuallyHidden>{t('chats:unread', { count: chat.unread })}</VisuallyHidden>
              </span>
            ) : null}
          </span>
        </span>
      </Link>
      {isOwner ? <OwnerActions chat={chat} onEdit={onEdit} /> : null}
    </li>
  );
}

function LastLine({ chat, userId }: { chat: ChatItem; userId: number }) {
  const { t } = useTexts();
  if (chat.lastNumber === 0) return t('chats:noMessages');
  // A card has no words of its own.
  const text = chat.lastMessage === '' ? t('chats:card') : null;
  const line = text ?? <PreviewText preview={previewOfLine(chat.lastMessage)} />;
  if (chat.lastSenderId === userId)
    return (
      <>
        {t('chats:youSaid')} {line}
      </>
    );
  if (chat.ofTwo || chat.lastSenderName === '') return line;
  return (
    <>
      {t('chats:saidBy', { name: chat.lastSenderName })} {line}
    </>
  );
}

/** What one has begun to say there, and has not sent. */
function DraftLine({ body, files }: Draft) {
  const { t } = useTexts();
  return (
    <>
      <span className={classes.draft}>{t('tickets:draft')}</span>{' '}
      {body || t('tickets:draftFiles', { count: files })}
    </>
  );
}

function OwnerActions({ chat, onEdit }: Pick<RowProps, 'chat' | 'onEdit'>) {
  const { t } = useTexts();
  const askDelete = useDeleteChat();
  return (
    <span className={classes.actions}>
      {chat.ofTwo ? null : (
        <ActionIcon size={28} aria-label={t('chats:edit', { title: chat.name })} onClick={() => onEdit(chat)}>
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
      )}
      <ActionIcon
        size={28}
        aria-label={t('chats:delete', { title: chat.name })}
        onClick={() => askDelete(chat)}
      >
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </span>
  );
}

/** Whom one may talk to: each leads to the one chat of both. */
function Colleagues({ userId }: { userId: number }) {
  const { t } = useTexts();
  const { data: users = [] } = useRows('user');
  const talkTo = useTalkTo();
  const others = users.filter(({ id }) => id !== userId);
  if (others.length === 0) return null;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Tooltip label={t('chats:talk')}>
          <ActionIcon size={36} aria-label={t('chats:talk')}>
            <IconMessageCirclePlus size={20} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={420} className={classes.colleagues}>
        {others.map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<ColleaguePicture id={id} name={name} size={26} />}
            onClick={() => talkTo(id)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Hits({ hits }: { hits: readonly ChatHit[] }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <>
      <Text className={classes.heading}>{t('chats:found')}</Text>
      <ul className={classes.items}>
        {hits.map((hit) => (
          <li key={hit.id} className={classes.row}>
            <Link href={`/chats/${hit.chatUuid}?m=${hit.number}`} className={classes.link}>
              <span className={classes.facts}>
                <span className={classes.line}>
                  <span className={classes.name}>{hit.chatName}</span>
                  <span className={classes.time}>{format.timeOrDate(hit.createdAt)}</span>
                </span>
                <span className={classes.last}>
                  {t('chats:saidBy', { name: hit.sender.name || t('chats:someone') })} {hit.message}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
