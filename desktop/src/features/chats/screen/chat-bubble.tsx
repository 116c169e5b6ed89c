import type { ChatItem, ChatMessageItem } from '@balcao/shared/features/chats/bridge.ts';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconAlertCircle,
  IconBan,
  IconCheck,
  IconChecks,
  IconChevronDown,
  IconClock,
  IconCopy,
  IconMoodSmile,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { QuickReactions } from '../../../renderer/components/reactions/quick-reactions.tsx';
import { ReactionPicker } from '../../../renderer/components/reactions/reaction-picker.tsx';
import { ReactionsOf } from '../../../renderer/components/reactions/reactions-of.tsx';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './chat-bubble.module.css';
import { ChatCardView } from './chat-card.tsx';
import { useChatParts } from './chat-parts.ts';

/** No messenger between them allows less. */
const AMONG_COLLEAGUES = { reactions: 'all' } as const;

interface Props {
  chat: ChatItem;
  message: ChatMessageItem;
  userId: number;
  /** The one above is of the same person. */
  continues: boolean;
  onEdit(message: ChatMessageItem): void;
}

/** One message: own ones on the right, those of others on the left, each with who said it and when. */
export function ChatBubble({ chat, message, userId, continues, onEdit }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const isOwn = message.senderId === userId;
  const give = useBridgeCommand('chats.react');
  const [isPicking, setPicking] = useState(false);
  const own = message.reactions.find((reaction) => reaction.userId === userId);
  const react = (emoji: string) => {
    setPicking(false);
    give.mutate({ id: message.id, chatId: chat.id, emoji });
  };
  return (
    <li
      className={classes.bubbleRow}
      data-side={isOwn ? 'out' : 'in'}
      data-continues={continues || undefined}
      data-number={message.number}
    >
      <div className={classes.bubble} data-testid="chat-message">
        <span className={classes.sender}>{message.sender.name || t('chats:someone')}</span>
        <Body message={message} />
        <span className={classes.meta}>
          {message.isEdited && !message.isDeleted ? <span>{t('chats:edited')}</span> : null}
          <time dateTime={message.createdAt}>{format.time(message.createdAt)}</time>
          {isOwn ? <Tick chat={chat} message={message} userId={userId} /> : null}
        </span>
        {message.isDeleted ? null : (
          <BubbleMenu
            message={message}
            isOwn={isOwn}
            reaction={own?.emoji}
            onReact={react}
            onMoreReactions={() => setPicking(true)}
            onEdit={onEdit}
          />
        )}
      </div>
      {message.reactions.length > 0 ? (
        <ReactionsOf
          side={isOwn ? 'out' : 'in'}
          reactions={message.reactions.map(({ emoji, ...by }) => ({
            emoji,
            by: by.userId === userId ? t('chats:you') : by.name,
          }))}
          onOpen={() => setPicking(true)}
        />
      ) : null}
      {isPicking ? (
        <ReactionPicker
          features={AMONG_COLLEAGUES}
          own={own?.emoji}
          onPick={react}
          onClose={() => setPicking(false)}
        />
      ) : null}
      <Refusal message={message} />
    </li>
  );
}

function Body({ message }: { message: ChatMessageItem }) {
  const { t } = useTexts();
  const { RichText, MessageMedia } = useChatParts();
  const { media, card, isDeleted, mentions } = message;
  if (isDeleted)
    return (
      <span className={classes.deleted}>
        <IconBan size={15} stroke={1.7} aria-hidden />
        {t('chats:deleted')}
      </span>
    );
  return (
    <>
      {media ? <MessageMedia message={message} media={media} /> : null}
      {card ? <ChatCardView card={card} /> : null}
      {message.message ? (
        <RichText text={message.message} names={{ messageId: message.id, mentions }} />
      ) : null}
    </>
  );
}

/** Waiting, sent, or who has read it. */
function Tick({ chat, message, userId }: Pick<Props, 'chat' | 'message' | 'userId'>) {
  const { t } = useTexts();
  const { delivery, number } = message;
  if (delivery.state === 'failed')
    return <IconAlertCircle size={15} className={classes.failed} aria-hidden />;
  if (delivery.state === 'queued')
    return (
      <Tooltip label={t('chats:waiting')}>
        <IconClock size={14} role="img" aria-label={t('chats:waiting')} />
      </Tooltip>
    );
  const others = chat.users.filter((member) => member.userId !== userId);
  const readers = others.filter(({ readNumber }) => readNumber >= number);
  const isReadByAll = others.length > 0 && readers.length === others.length;
  const label =
    readers.length === 0
      ? t('chats:readByNobody')
      : isReadByAll && others.length > 1
        ? t('chats:readByAll')
        : t('chats:readBy', { names: readers.map(({ user }) => user.name).join(', ') });
  const TickIcon = readers.length === 0 ? IconCheck : IconChecks;
  return (
    <Tooltip label={label}>
      <TickIcon
        size={15}
        role="img"
        aria-label={label}
        className={classes.tick}
        data-read={isReadByAll || undefined}
      />
    </Tooltip>
  );
}

/** What the server did not take stays here with its reason, until its author decides. */
function Refusal({ message: { delivery } }: { message: ChatMessageItem }) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const retry = useBridgeCommand('outbox.retry');
  const remove = useBridgeCommand('outbox.remove');
  if (delivery.state !== 'failed') return null;
  const { position, code } = delivery;
  return (
    <div className={classes.refusal}>
      <span>{t('chats:failed', { reason: errorText(code) })}</span>
      <Button size="compact-xs" variant="light" onClick={() => retry.mutate({ position })}>
        {t('chats:retry')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => remove.mutate({ position })}>
        {t('chats:discard')}
      </Button>
    </div>
  );
}

interface MenuProps extends Pick<Props, 'message' | 'onEdit'> {
  isOwn: boolean;
  /** The person's own one. */
  reaction: string | undefined;
  onReact(emoji: string): void;
  onMoreReactions(): void;
}

function BubbleMenu({ message, isOwn, reaction, onReact, onMoreReactions, onEdit }: MenuProps) {
  const { t } = useTexts();
  const confirm = useConfirm();
  const remove = useBridgeCommand('chats.delete');
  const { id, chatId, card, delivery } = message;
  const isRefused = delivery.state === 'failed';
  const mayChange = isOwn && !isRefused;
  const mayCopy = message.message !== '';
  if (isRefused && !mayCopy) return null;
  return (
    // Whoever chooses to edit goes on in the field.
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <ActionIcon className={classes.bubbleMenu} size={26} aria-label={t('chats:messageActions')}>
          <IconChevronDown size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isRefused ? null : (
          <>
            <QuickReactions features={AMONG_COLLEAGUES} own={reaction} onReact={onReact} />
            <Menu.Item
              leftSection={<IconMoodSmile size={16} stroke={1.7} aria-hidden />}
              onClick={onMoreReactions}
            >
              {t('conversation:moreReactions')}
            </Menu.Item>
          </>
        )}
        {mayCopy ? (
          <Menu.Item
            leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
            onClick={() => void navigator.clipboard.writeText(message.message)}
          >
            {t('chats:copyMessage')}
          </Menu.Item>
        ) : null}
        {mayChange && card === null ? (
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
            onClick={() => onEdit(message)}
          >
            {t('chats:editMessage')}
          </Menu.Item>
        ) : null}
        {mayChange ? (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
            onClick={() =>
              confirm(
                {
                  title: t('chats:deleteMessage'),
                  text: t('chats:deleteMessageConfirm'),
                  confirm: t('chats:deleteMessage'),
                },
                () => remove.mutate({ id, chatId }),
              )
            }
          >
            {t('chats:deleteMessage')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
