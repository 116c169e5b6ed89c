import { messageInfo } from '@balcao/shared/features/messages/calls.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApiQuery } from '../../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './earlier-text.module.css';

/**
 * The text of a message before it was edited or deleted: kept for the agents, and shown on request.
 *
 * @param children what a deleted message said last
 */
export function EarlierText({ message, children }: { message: MessageItem; children?: ReactNode }) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  const label = message.isDeleted ? 'deletedText' : 'earlierText';
  return (
    <>
      <UnstyledButton
        className={classes.earlierToggle}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        <IconChevronRight size={13} stroke={2} aria-hidden />
        {t(`conversation:${label}.${shown ? 'hide' : 'show'}`)}
      </UnstyledButton>
      {shown && message.isEdited ? <EarlierBodies message={message} /> : null}
      {shown ? children : null}
    </>
  );
}

/** Oldest first. They come from the server: they are rarely opened, and every row would carry them. */
function EarlierBodies({ message }: { message: MessageItem }) {
  const { t } = useTexts();
  const { data, isError } = useApiQuery(messageInfo, { params: { messageId: message.id } });
  if (isError) return <p className={classes.earlierText}>{t('conversation:earlierOffline')}</p>;
  return (data?.earlierBodies ?? []).map((body, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: history only grows
    <p key={index} className={classes.earlierText}>
      <s>{body}</s>
    </p>
  ));
}
