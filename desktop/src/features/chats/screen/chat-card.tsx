import type { ChatCard } from '@balcao/shared/features/chats/row.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { UnstyledButton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './chat-card.module.css';

/** Leads to a conversation, or to one message of it. Who may not see that learns nothing of it here either. */
export function ChatCardView({ card: { ticketUuid, message } }: { card: ChatCard }) {
  const { t } = useTexts();
  const { data: ticket } = useBridgeQuery('tickets.get', { uuid: ticketUuid });
  const find = useTicketsView((view) => view.find);
  const open = () => {
    if (message) find({ ticketUuid, key: message });
    navigate(`/tickets/${ticketUuid}`);
  };
  const name = ticket ? displayName(ticket.contact) : null;
  return (
    <UnstyledButton className={classes.card} disabled={!ticket} onClick={open}>
      <IconMessages size={20} stroke={1.6} aria-hidden />
      <span className={classes.cardText}>
        <span className={classes.cardName}>
          {name === null ? t('chats:cardHidden') : message ? t('chats:cardMessage', { name }) : name}
        </span>
        {ticket ? <span>{t('chats:cardOpen')}</span> : null}
      </span>
    </UnstyledButton>
  );
}
