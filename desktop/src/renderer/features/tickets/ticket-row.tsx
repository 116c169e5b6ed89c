import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCheck, IconClock, IconEye, IconRobot, IconRotate } from '@tabler/icons-react';
import { memo } from 'react';
import { useFormat } from '../../app/format.ts';
import { useTexts } from '../../app/use-texts.ts';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { formatPhone } from '../../components/phone.ts';
import { ChannelIcon } from './channel-icon.tsx';
import { previewOfLine } from './preview.ts';
import { PreviewText } from './preview-text.tsx';
import classes from './ticket-row.module.css';

export const TICKET_ROW_PX = 84;
const MOST_UNREAD = 99;

type TicketAction = 'accept' | 'close' | 'reopen';

interface Props {
  ticket: TicketItem;
  selected: boolean;
  /** The one row that Tab reaches. */
  focusable: boolean;
  /** The signed-in agent answers it. */
  own: boolean;
  /** Its state may be changed from here. */
  mayAct: boolean;
  busy: boolean;
  onFocus: (id: number) => void;
  onOpen: () => void;
  onPeek: () => void;
  onAct: (action: TicketAction) => void;
}

/** An item of the list. Specification document 1, section 2, "Ticket list item". */
export function TicketRow(props: Props) {
  const { ticket, selected, focusable, onFocus, onOpen } = props;
  return (
    <div
      className={classes.root}
      data-selected={selected || undefined}
      data-unread={ticket.unreadMessages > 0 || undefined}
      data-status={ticket.status}
      data-testid="ticket-item"
    >
      <span className={classes.queueBar} style={{ background: ticket.queue?.color ?? NO_QUEUE_COLOR }} />
      <button
        type="button"
        className={classes.main}
        data-ticket-id={ticket.id}
        tabIndex={focusable ? 0 : -1}
        aria-current={selected || undefined}
        onFocus={() => onFocus(ticket.id)}
        onClick={onOpen}
      >
        <TicketFacts ticket={ticket} own={props.own} />
      </button>
      <RowActions {...props} />
    </div>
  );
}

/** Specification document 1, section 9: grey when there is no queue. */
const NO_QUEUE_COLOR = 'var(--line-strong)';

const TicketFacts = memo(function TicketFacts({ ticket, own }: Pick<Props, 'ticket' | 'own'>) {
  const { t } = useTexts();
  const format = useFormat();
  const { contact, unreadMessages } = ticket;
  return (
    <>
      <span className={classes.avatar}>
        <PersonAvatar name={contact.name} url={contact.profilePicUrl} size={44} />
        <ChannelIcon channel={ticket.channel} className={classes.channel} />
      </span>
      <span className={classes.facts}>
        <span className={classes.line}>
          <span className={classes.name}>{contact.name || formatPhone(contact.number)}</span>
          <time className={classes.time} dateTime={ticket.lastMessageAt}>
            {format.timeOrDate(ticket.lastMessageAt)}
          </time>
        </span>
        <span className={classes.line}>
          <span className={classes.preview}>
            <PreviewText preview={previewOfLine(ticket.lastMessage)} />
          </span>
          {ticket.chatbot ? <IconRobot size={16} stroke={1.6} aria-label={t('tickets:chatbot')} /> : null}
          {ticket.queued ? <IconClock size={14} stroke={1.8} aria-label={t('tickets:queued')} /> : null}
          {unreadMessages > 0 ? (
            <span
              className={classes.unread}
              role="img"
              aria-label={t('tickets:unread', { count: unreadMessages })}
            >
              {unreadMessages > MOST_UNREAD ? `${MOST_UNREAD}+` : unreadMessages}
            </span>
          ) : null}
        </span>
        <span className={classes.badges}>
          <span className={classes.badge}>{ticket.queue?.name ?? t('tickets:noQueue')}</span>
          {ticket.user && !own ? <span className={classes.badge}>{ticket.user.name}</span> : null}
          <span className={classes.badge}>{ticket.whatsapp.name}</span>
        </span>
      </span>
    </>
  );
});

function RowActions({ ticket, focusable, mayAct, busy, onPeek, onAct }: Props) {
  const { t } = useTexts();
  const name = ticket.contact.name || ticket.contact.number;
  const tabIndex = focusable ? 0 : -1;
  return (
    <span className={classes.actions}>
      <Tooltip label={t('tickets:actions.peek')}>
        <ActionIcon
          size={28}
          className={classes.quiet}
          tabIndex={tabIndex}
          aria-label={t('tickets:actions.peekOf', { name })}
          onClick={onPeek}
        >
          <IconEye size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {ticket.status === 'pending' ? (
        <Button
          size="compact-xs"
          variant="light"
          className={classes.accept}
          tabIndex={tabIndex}
          disabled={busy}
          aria-label={t('tickets:actions.acceptOf', { name })}
          onClick={() => onAct('accept')}
        >
          {t('tickets:actions.accept')}
        </Button>
      ) : null}
      {ticket.status === 'open' && mayAct ? (
        <Tooltip label={t('tickets:actions.close')}>
          <ActionIcon
            size={28}
            className={classes.quiet}
            tabIndex={tabIndex}
            disabled={busy}
            aria-label={t('tickets:actions.closeOf', { name })}
            onClick={() => onAct('close')}
          >
            <IconCheck size={17} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      {ticket.status === 'closed' ? (
        <Tooltip label={t('tickets:actions.reopen')}>
          <ActionIcon
            size={28}
            className={classes.quiet}
            tabIndex={tabIndex}
            disabled={busy}
            aria-label={t('tickets:actions.reopenOf', { name })}
            onClick={() => onAct('reopen')}
          >
            <IconRotate size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </span>
  );
}
