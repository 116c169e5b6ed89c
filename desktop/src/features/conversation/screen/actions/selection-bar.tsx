import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { ActionIcon, Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowForwardUp, IconX } from '@tabler/icons-react';
import { useReplyStore } from '../../../../renderer/kit/reply-store.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './selection-bar.module.css';

interface Props {
  messages: readonly MessageItem[];
  onForward: (messages: readonly MessageItem[]) => void;
}

/** While messages are being picked. */
export function SelectionBar({ messages, onForward }: Props) {
  const { t } = useTexts();
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
        disabled={messages.length === 0}
        leftSection={<IconArrowForwardUp size={17} aria-hidden />}
        onClick={() => onForward(messages)}
      >
        {t('conversation:forwardSend')}
      </Button>
    </div>
  );
}
