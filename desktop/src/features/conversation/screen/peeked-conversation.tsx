import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Button } from '@mantine/core';
import { IconEye, IconRobot } from '@tabler/icons-react';
import { useTicketActions } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useWhoAnswers } from '../../../renderer/components/ticket/use-who-answers.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { MessageLog } from './log/message-log.tsx';
import classes from './peeked-conversation.module.css';
import { PersonStrip } from './person/person-strip.tsx';
import { logKey, useWholePerson } from './person/use-whole-person.ts';

interface Props {
  ticket: TicketItem;
  ownUserId: number;
}

/** A conversation that is only looked at: nothing is marked as read, nothing can be written. */
export function PeekedConversation({ ticket, ownUserId }: Props) {
  const { t } = useTexts();
  const actions = useTicketActions();
  const whoAnswers = useWhoAnswers(ticket);
  const person = useWholePerson(ticket);
  const { shown } = person;
  return (
    <>
      <ConversationHeader ticket={ticket} />
      <PersonStrip {...person} />
      <MessageLog key={logKey(ticket, shown)} ticket={ticket} ownUserId={ownUserId} also={shown} isPeeked />
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
  );
}
