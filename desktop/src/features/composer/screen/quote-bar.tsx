import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { previewOfMessage } from '../../../renderer/components/message/preview.ts';
import { PreviewText } from '../../../renderer/components/message/preview-text.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './bars.module.css';

/** The message that is going to be answered. */
export function QuoteBar({ messageId, onCancel }: { messageId: string; onCancel(): void }) {
  const { t } = useTexts();
  const { data: quoted } = useBridgeQuery('messages.quoted', { id: messageId });
  if (!quoted) return null;
  return (
    <div className={classes.bar}>
      <IconArrowBackUp size={17} stroke={1.7} aria-hidden />
      <span className={classes.text}>
        <span className={classes.who}>
          {t('composer:replyTo', { name: quoted.fromMe ? t('tickets:you') : quoted.name })}
        </span>
        <PreviewText preview={previewOfMessage(quoted.mediaType, quoted.body, quoted.cardKind)} />
      </span>
      <ActionIcon size={30} aria-label={t('composer:cancelReply')} onClick={onCancel}>
        <IconX size={17} />
      </ActionIcon>
    </div>
  );
}
