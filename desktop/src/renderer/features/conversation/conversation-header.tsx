import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ContactPanelToggle } from '../../components/contact-panel-toggle.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { StatusPill } from '../../components/status-pill.tsx';
import { TICKET_TONES } from '../../components/ticket/ticket-tone.ts';
import type { useTicketActions } from '../../components/ticket/use-ticket-actions.ts';
import { isOwnWindow } from '../../kit/own-window.ts';
import { formatPhone } from '../../kit/phone.ts';
import { useNarrow } from '../../kit/use-narrow.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './conversation.module.css';
import { useFindStore } from './find-store.ts';
import { PresenceLine } from './presence-line.tsx';

interface Props {
  ticket: TicketItem;
  /** Absent where the ticket may only be looked at. */
  actions?: ReturnType<typeof useTicketActions>;
  /** It fills the screen where that is narrow, so there must be a way back. */
  canLeave?: boolean;
  /** The reading agent, so that only others are shown as typing or viewing. Absent where no presence is sent. */
  ownUserId?: number;
  /** Further actions on the ticket. */
  menu?: ReactNode;
}

export function ConversationHeader({ ticket, actions, canLeave = false, menu, ownUserId }: Props) {
  const { t } = useTexts();
  const narrow = useNarrow();
  const openFind = useFindStore((find) => find.setOpen);
  const { contact, status } = ticket;
  return (
    <header className={classes.header}>
      {narrow && canLeave && !isOwnWindow() ? (
        <ActionIcon component={Link} href="/tickets" aria-label={t('common:back')}>
          <IconArrowLeft size={20} />
        </ActionIcon>
      ) : null}
      <PersonAvatar name={contact.name} url={contact.profilePicUrl} size={40} />
      <div className={classes.who}>
        <h2 className={classes.name}>{contact.name || formatPhone(contact.number)}</h2>
        <div className={classes.details}>
          {ownUserId === undefined ? (
            <Details ticket={ticket} />
          ) : (
            <PresenceLine ticketId={ticket.id} ownUserId={ownUserId}>
              <Details ticket={ticket} />
            </PresenceLine>
          )}
        </div>
      </div>
      {canLeave ? (
        <ActionIcon
          aria-label={t('conversation:find.open')}
          title={t('conversation:find.open')}
          onClick={() => openFind(true)}
        >
          <IconSearch size={19} stroke={1.7} />
        </ActionIcon>
      ) : null}
      <span className={classes.status}>
        <StatusPill tone={TICKET_TONES[status]}>{t(`tickets:status.${status}`)}</StatusPill>
      </span>
      {/* The actions that open a waiting or closed conversation are where its composer would be. */}
      {actions && status === 'open' ? (
        <Button
          variant="default"
          className={classes.finish}
          // Where the name needs the room, the text is not shown.
          aria-label={t('tickets:actions.close')}
          title={t('tickets:actions.close')}
          disabled={actions.isPending}
          onClick={() => actions.close(ticket)}
        >
          <IconCheck size={16} aria-hidden />
          <span className={classes.finishText}>{t('tickets:actions.close')}</span>
        </Button>
      ) : null}
      {canLeave ? <ContactPanelToggle /> : null}
      {menu}
    </header>
  );
}

function Details({ ticket: { contact, queue, user } }: { ticket: TicketItem }) {
  const { t } = useTexts();
  return (
    <>
      {contact.number ? formatPhone(contact.number) : t('tickets:noNumber')}
      {' · '}
      {queue ? <span className={classes.queueDot} style={{ background: queue.color }} aria-hidden /> : null}
      {queue?.name ?? t('tickets:noQueue')}
      {user ? ` · ${t('tickets:withUser', { name: user.name })}` : null}
    </>
  );
}
