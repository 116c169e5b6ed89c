import { Button, Modal } from '@mantine/core';
import { IconEye, IconRobot } from '@tabler/icons-react';
import { useTicketActions } from '../../components/ticket/use-ticket-actions.ts';
import { useWhoAnswers } from '../../components/ticket/use-who-answers.ts';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import { useTicketsView } from '../../kit/tickets-view.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { MessageLog } from './log/message-log.tsx';
import classes from './peek-dialog.module.css';

const NOBODY = { answerer: 'nobody', queue: null } as const;

/** Looking at a conversation without opening it: nothing is marked as read, nothing can be written. */
export function PeekDialog({ ownUserId }: { ownUserId: number }) {
  const { t } = useTexts();
  const { peekUuid, peek } = useTicketsView();
  const { data: ticket } = useBridgeQuery(
    'tickets.get',
    { uuid: peekUuid ?? '' },
    { enabled: peekUuid !== null },
  );
  const actions = useTicketActions();
  const whoAnswers = useWhoAnswers(ticket ?? NOBODY);
  return (
    <Modal
      opened={peekUuid !== null}
      onClose={() => peek(null)}
      size={640}
      padding={0}
      title={t('tickets:peekTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      {peekUuid && ticket ? (
        <>
          <ConversationHeader ticket={ticket} />
          <MessageLog key={ticket.id} ticket={ticket} ownUserId={ownUserId} readOnly />
          <footer className={classes.footer}>
            <span className={classes.hint}>
              {whoAnswers ? (
                <IconRobot size={16} stroke={1.6} aria-hidden />
              ) : (
                <IconEye size={16} stroke={1.6} aria-hidden />
              )}
              {whoAnswers ?? t('tickets:peekHint')}
            </span>
            {ticket.status === 'pending' ? (
              <Button disabled={actions.isPending} onClick={() => actions.accept(ticket)}>
                {t(ticket.chatbot ? 'tickets:actions.takeOver' : 'tickets:actions.accept')}
              </Button>
            ) : null}
          </footer>
        </>
      ) : null}
    </Modal>
  );
}
