import { DEFAULT_CHANNEL } from '@balcao/shared/features/connections/channel.ts';
import type { WaitLimits } from '@balcao/shared/features/queues/wait-limits.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { IconClock, IconClockPause, IconUser } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { previewOfLine } from '../../../renderer/components/message/preview.ts';
import { PreviewText } from '../../../renderer/components/message/preview-text.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { DeadlineClock, runningDeadlines } from '../../../renderer/components/ticket/deadline-clock.tsx';
import { isUnread } from '../../../renderer/components/ticket/is-unread.ts';
import { snoozedUntil } from '../../../renderer/components/ticket/snoozed-until.ts';
import { TagChips } from '../../../renderer/components/ticket/tag-chips.tsx';
import { ticketState } from '../../../renderer/components/ticket/ticket-tone.ts';
import { TimeWithBot, WaitingTime } from '../../../renderer/components/ticket/waiting-time.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './card.module.css';
import { CardActions } from './card-actions.tsx';
import { dragCard } from './dragged.ts';
import { type CardHandlers, KEYS_HINT_ID } from './use-board-control.ts';

const AVATAR_PX = 30;
const MAX_UNREAD = 99;
/** Where nothing hovers, what a card offers is always shown. */
const HOVERS = window.matchMedia('(hover: hover)').matches;

interface Props {
  ticket: TicketItem;
  /** The lane in which it stands; null: in none. */
  laneTagId: number | null;
  /** The place of that lane from the left. */
  lane: number;
  /** How long customers may wait in its queue. */
  limits: WaitLimits;
  /** Whether this person may act on the ticket. */
  mayMove: boolean;
  focusable: boolean;
  /** A key has lifted it. */
  isLifted: boolean;
  /** It is to get the focus. */
  isWanted: boolean;
  handlers: CardHandlers;
}

/** A ticket on the board: what its customer said last, how long they wait, and who has it. */
export const Card = memo(function Card({ ticket, laneTagId, lane, limits, mayMove, ...props }: Props) {
  const { focusable, isLifted, isWanted, handlers } = props;
  const root = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const name = displayName(ticket.contact);
  // A third of what a card costs to draw, of which a full board shows one at a time.
  const [hasActions, setHasActions] = useState(!HOVERS);
  const showActions = () => setHasActions(true);
  useEffect(() => {
    if (!mayMove || !root.current) return;
    return dragCard({ element: root.current, ticketId: ticket.id, name, from: laneTagId });
  }, [mayMove, ticket.id, name, laneTagId]);
  useEffect(() => {
    if (!isWanted) return;
    main.current?.focus();
    handlers.focused();
  }, [isWanted, handlers]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only shows buttons, which keys have too
    <div
      ref={root}
      className={classes.root}
      data-status={ticketState(ticket)}
      data-unread={isUnread(ticket) || undefined}
      data-lifted={isLifted || undefined}
      data-fixed={mayMove ? undefined : true}
      data-testid="kanban-card"
      onPointerEnter={showActions}
      onFocus={showActions}
    >
      <button
        ref={main}
        type="button"
        className={classes.main}
        tabIndex={focusable ? 0 : -1}
        aria-describedby={KEYS_HINT_ID}
        onFocus={() => handlers.focus(ticket.id, lane)}
        onKeyDown={(event) => handlers.key(event, ticket, lane)}
        onClick={() => handlers.open(ticket)}
      >
        <span className={classes.line}>
          <PersonAvatar name={ticket.contact.name} url={ticket.contact.profilePicUrl} size={AVATAR_PX} />
          {ticket.channel === DEFAULT_CHANNEL ? null : <ChannelIcon channel={ticket.channel} />}
          <span className={classes.name}>{name}</span>
          <Times ticket={ticket} limits={limits} />
        </span>
        <span className={classes.line}>
          <span className={classes.preview}>
            <PreviewText preview={previewOfLine(ticket.lastMessage)} />
          </span>
          <Unread ticket={ticket} />
        </span>
        <Foot ticket={ticket} laneTagId={laneTagId} />
      </button>
      {hasActions ? (
        <CardActions
          ticket={ticket}
          name={name}
          laneTagId={laneTagId}
          mayMove={mayMove}
          handlers={handlers}
        />
      ) : null}
    </div>
  );
});

function Times({ ticket, limits }: Pick<Props, 'ticket' | 'limits'>) {
  const { t } = useTexts();
  const format = useFormat();
  const { chatbot, queued, waitingSince, lastMessageAt } = ticket;
  const until = snoozedUntil(ticket);
  const [deadline] = runningDeadlines(ticket);
  return (
    <span className={classes.times}>
      {chatbot ? <TimeWithBot ticket={ticket} /> : null}
      {queued ? <IconClock size={14} stroke={1.8} role="img" aria-label={t('tickets:queued')} /> : null}
      {until ? (
        <span title={t('tickets:snoozedUntil', { when: format.moment(until) })}>
          <IconClockPause size={14} stroke={1.8} role="img" aria-label={t('tickets:snoozed')} />
        </span>
      ) : null}
      {deadline ? (
        <DeadlineClock deadline={deadline} />
      ) : waitingSince && !until ? (
        <WaitingTime since={waitingSince} limits={limits} />
      ) : chatbot ? null : (
        <time dateTime={lastMessageAt}>{format.timeOrDate(lastMessageAt)}</time>
      )}
    </span>
  );
}

function Unread({ ticket }: { ticket: TicketItem }) {
  const { t } = useTexts();
  const { unreadMessages: count } = ticket;
  if (!isUnread(ticket)) return null;
  if (count === 0)
    return <span className={classes.marked} role="img" aria-label={t('tickets:markedUnread')} />;
  return (
    <span className={classes.unread} role="img" aria-label={t('tickets:unread', { count })}>
      {count > MAX_UNREAD ? `${MAX_UNREAD}+` : count}
    </span>
  );
}

/** Its queue and agent, and the tags besides the one of its lane. */
function Foot({ ticket: { queue, user, tags }, laneTagId }: Pick<Props, 'ticket' | 'laneTagId'>) {
  const { t } = useTexts();
  const queueName = queue?.name ?? t('tickets:noQueue');
  return (
    <span className={classes.foot}>
      <span
        className={classes.queue}
        style={{ background: queue?.color ?? 'var(--line-strong)' }}
        role="img"
        aria-label={t('tickets:badges.queue', { name: queueName })}
        title={queueName}
      />
      {user ? (
        <span className={classes.agent} title={t('tickets:badges.user', { name: user.name })}>
          <IconUser size={13} stroke={1.8} aria-hidden />
          {user.name}
        </span>
      ) : (
        <span className={classes.agent}>{queueName}</span>
      )}
      <span className={classes.tags}>
        <TagChips tags={tags.filter(({ id }) => id !== laneTagId)} most={2} />
      </span>
    </span>
  );
}
