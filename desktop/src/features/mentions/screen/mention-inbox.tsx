import type { MentionItem } from '@balcao/shared/features/mentions/bridge.ts';
import { MENTIONS_KEPT_DAYS } from '@balcao/shared/features/mentions/limits.ts';
import { Button, ScrollArea, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import classes from '../../../renderer/components/notice-row.module.css';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { ticketPath } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { Mentions } from './use-mentions.ts';

/** The notes and chats that name this person: each leads to its place. */
export function MentionInbox({ mentions, unread, onOpen }: Mentions & { onOpen(): void }) {
  const { t } = useTexts();
  const { mutate: read } = useBridgeCommand('mentions.read');
  const find = useTicketsView((view) => view.find);
  const open = ({ ticketUuid, chat, createdAt, messageId }: MentionItem) => {
    onOpen();
    read({ messageId });
    if (chat) return navigate(`/chats/${chat.uuid}`);
    if (ticketUuid === null) return;
    find({ ticketUuid, key: { createdAt, id: messageId } });
    navigate(ticketPath(ticketUuid));
  };
  if (mentions.length === 0)
    return (
      <Stack gap={4} p="md" ta="center">
        <Text size="sm">{t('mentions:empty')}</Text>
        <Text size="xs" c="dimmed">
          {t('mentions:hint', { days: MENTIONS_KEPT_DAYS })}
        </Text>
      </Stack>
    );
  return (
    <>
      <ScrollArea.Autosize mah={380}>
        {mentions.map((mention) => (
          <Mention key={mention.id} mention={mention} onOpen={() => open(mention)} />
        ))}
      </ScrollArea.Autosize>
      {unread > 0 ? (
        <div className={classes.mentionFoot}>
          <Button size="compact-xs" variant="subtle" onClick={() => read({ messageId: null })}>
            {t('mentions:readAll')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Mention({ mention, onOpen }: { mention: MentionItem; onOpen: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  const { authorName, contact, chat, text, createdAt, readAt } = mention;
  const place = contact?.name ?? (chat?.title || t('chats:title'));
  const name = authorName || t('mentions:somebody');
  return (
    <UnstyledButton className={classes.notice} data-unread={readAt === null || undefined} onClick={onOpen}>
      <PersonAvatar name={name} url={null} size={34} />
      <span className={classes.noticeText}>
        <span className={classes.noticeName}>
          {t('mentions:by', { name, customer: place })}
          {readAt === null ? <VisuallyHidden> {t('mentions:unread')}</VisuallyHidden> : null}
        </span>
        <span className={classes.mentionText}>{text}</span>
      </span>
      <Text size="xs" c="dimmed">
        {format.timeOrDate(createdAt)}
      </Text>
    </UnstyledButton>
  );
}
