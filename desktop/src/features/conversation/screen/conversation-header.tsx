import { DEFAULT_CHANNEL } from '@balcao/shared/features/connections/channel.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName, formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconSearch, IconTag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ContactPanelToggle } from '../../../renderer/components/contact-panel-toggle.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { DeadlineClock, runningDeadlines } from '../../../renderer/components/ticket/deadline-clock.tsx';
import { NightThere } from '../../../renderer/components/ticket/night-there.tsx';
import { snoozedUntil } from '../../../renderer/components/ticket/snoozed-until.ts';
import { TICKET_TONES, ticketState } from '../../../renderer/components/ticket/ticket-tone.ts';
import { usePropertyButton } from '../../../renderer/components/ticket/use-property-button.ts';
import type { useTicketActions } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { isOwnWindow } from '../../../renderer/kit/own-window.ts';
import type { Property } from '../../../renderer/kit/property-store.ts';
import { useNarrow } from '../../../renderer/kit/use-narrow.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
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
  const state = ticketState(ticket);
  const format = useFormat();
  const until = snoozedUntil(ticket);
  const snoozed = until && t('tickets:snoozedUntil', { when: format.moment(until) });
  return (
    <header className={classes.header}>
      {narrow && canLeave && !isOwnWindow() ? (
        <ActionIcon component={Link} href="/tickets" aria-label={t('common:back')}>
          <IconArrowLeft size={20} />
        </ActionIcon>
      ) : null}
      <PersonAvatar name={contact.name} url={contact.profilePicUrl} size={40} />
      <div className={classes.who}>
        <h2 className={classes.name}>{displayName(contact)}</h2>
        <div className={classes.details} data-open-ticket={canLeave || undefined}>
          {ownUserId === undefined ? (
            <Details ticket={ticket} mayChange={false} />
          ) : (
            <PresenceLine ticketId={ticket.id} ownUserId={ownUserId}>
              <Details ticket={ticket} mayChange={actions !== undefined} />
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
      <span
        className={classes.status}
        data-snoozed={until !== null || undefined}
        {...(snoozed ? { title: snoozed } : {})}
      >
        {snoozed ? (
          <StatusPill tone="neutral">
            <span className={classes.until}>{snoozed}</span>
            <span className={classes.snoozed}>{t('tickets:snoozed')}</span>
          </StatusPill>
        ) : (
          <StatusPill tone={TICKET_TONES[state]}>{t(`tickets:status.${state}`)}</StatusPill>
        )}
      </span>
      <span className={classes.deadlines}>
        {runningDeadlines(ticket).map((deadline) => (
          <DeadlineClock key={deadline.kind} deadline={deadline} />
        ))}
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

/** Queue, agent and tags are buttons where they may be changed. */
function Details({ ticket, mayChange }: { ticket: TicketItem; mayChange: boolean }) {
  const { t } = useTexts();
  const { contact, queue, user, tags, status, channel } = ticket;
  // Only on WhatsApp people have a number, known or not.
  const numberless = channel === DEFAULT_CHANNEL ? t('tickets:noNumber') : t(`tickets:channel.${channel}`);
  const mayMove = mayChange && status !== 'closed';
  const agent = user
    ? t('tickets:withUser', { name: user.name })
    : mayMove
      ? t('tickets:actions.assign')
      : null;
  const names = tags.map(({ name }) => name).join(', ');
  return (
    <>
      <span className={classes.number}>{contact.number ? formatPhone(contact.number) : numberless}</span>
      <NightThere number={contact.number} />
      <DetailButton property="queue" ticket={ticket} mayChange={mayMove} title={t('tickets:actions.queue')}>
        {queue ? <span className={classes.queueDot} style={{ background: queue.color }} aria-hidden /> : null}
        {queue?.name ?? t('tickets:noQueue')}
      </DetailButton>
      {agent ? (
        <DetailButton
          property="assignee"
          ticket={ticket}
          mayChange={mayMove}
          title={t('tickets:actions.assign')}
        >
          {agent}
        </DetailButton>
      ) : null}
      {mayChange || names ? (
        <DetailButton
          property="tags"
          ticket={ticket}
          mayChange={mayChange}
          title={names ? t('tickets:tagging.current', { names }) : t('tickets:actions.tags')}
        >
          <IconTag size={13} stroke={1.8} className={classes.tagIcon} aria-hidden />
          <span className={classes.tagNames}>{names}</span>
        </DetailButton>
      ) : null}
    </>
  );
}

interface DetailProps {
  property: Property;
  ticket: TicketItem;
  mayChange: boolean;
  title: string;
  children: ReactNode;
}

function DetailButton({ property, ticket, mayChange, title, children }: DetailProps) {
  const button = usePropertyButton(property, [ticket]);
  if (!mayChange) return <span className={classes.detail}>{children}</span>;
  return (
    <button type="button" className={classes.detail} title={title} data-property={property} {...button}>
      {children}
    </button>
  );
}
