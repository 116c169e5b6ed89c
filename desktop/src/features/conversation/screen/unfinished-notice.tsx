import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconMessageExclamation, IconX } from '@tabler/icons-react';
import { NoticeBar } from '../../../renderer/components/notice-bar.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  ticket: TicketItem;
  onFinish(ticket: TicketItem): void;
}

/** Why a ticket that its agent has finished is open all the same, and what can be done about it. */
export function UnfinishedNotice({ ticket, onFinish }: Props) {
  const { t } = useTexts();
  const { data: unfinished } = useBridgeQuery('tickets.unfinished', { ticketId: ticket.id });
  const dismiss = useBridgeCommand('outbox.remove');
  if (!unfinished) return null;
  return (
    <NoticeBar
      icon={IconMessageExclamation}
      warning
      testId="unfinished"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => onFinish(ticket)}>
            {t('tickets:actions.close')}
          </Button>
          <Tooltip label={t('conversation:unfinished.dismiss')}>
            <ActionIcon
              aria-label={t('conversation:unfinished.dismiss')}
              onClick={() => dismiss.mutate({ position: unfinished.position })}
            >
              <IconX size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <strong>{t('conversation:unfinished.title')}</strong> {t('conversation:unfinished.hint')}
    </NoticeBar>
  );
}
