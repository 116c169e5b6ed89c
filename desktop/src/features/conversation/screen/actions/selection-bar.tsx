import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { ActionIcon, Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowForwardUp, IconCopy, IconX } from '@tabler/icons-react';
import { isOlder } from '../../../../renderer/components/message/message-window.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useReplyStore } from '../../../../renderer/kit/reply-store.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { textOf } from './actions.ts';
import classes from './selection-bar.module.css';
import { useCopyText } from './use-copy-text.ts';

interface Props {
  messages: readonly MessageItem[];
  contactName: string;
  onForward: (messages: readonly MessageItem[]) => void;
}

/** While messages are being picked. */
export function SelectionBar({ messages, contactName, onForward }: Props) {
  const { t } = useTexts();
  const copy = useCopy(contactName);
  const { endSelection } = useReplyStore();
  useHotkeys([['Escape', endSelection]]);
  return (
    <div className={classes.root}>
      <ActionIcon aria-label={t('conversation:cancelSelection')} onClick={endSelection}>
        <IconX size={18} />
      </ActionIcon>
      <span className={classes.count} role="status">
        {t('conversation:selected', { count: messages.length })}
      </span>
      <Button
        variant="default"
        disabled={messages.length === 0}
        leftSection={<IconCopy size={17} aria-hidden />}
        onClick={() => copy(messages)}
      >
        {t('conversation:copySelected')}
      </Button>
      <Button
        disabled={messages.length === 0}
        leftSection={<IconArrowForwardUp size={17} aria-hidden />}
        onClick={() => onForward(messages)}
      >
        {t('conversation:forwardSend')}
      </Button>
    </div>
  );
}

/** Copies messages as a record of who said what, and when, in the order in which it was said. */
function useCopy(contactName: string): (messages: readonly MessageItem[]) => void {
  const { t } = useTexts();
  const format = useFormat();
  const copyText = useCopyText();
  const nameOf = ({ fromMe, userName, participantName }: MessageItem) =>
    fromMe ? (userName ?? t('tickets:you')) : participantName || contactName;
  return (messages) =>
    copyText(
      messages
        .toSorted((a, b) => (isOlder(a, b) ? -1 : 1))
        .map((message) => {
          const when = `${format.date(message.createdAt)} ${format.time(message.createdAt)}`;
          return `[${when}] ${nameOf(message)}: ${textOf(message) || message.body}`;
        })
        .join('\n'),
    );
}
