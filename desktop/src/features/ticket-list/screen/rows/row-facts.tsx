import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { IconClock, IconClockPause, IconDeviceMobile, IconPin, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { previewOfLine } from '../../../../renderer/components/message/preview.ts';
import { PreviewText } from '../../../../renderer/components/message/preview-text.tsx';
import { PersonAvatar } from '../../../../renderer/components/person-avatar.tsx';
import { REFERRAL_ICONS } from '../../../../renderer/components/referral/referral-icons.ts';
import { useReferralName } from '../../../../renderer/components/referral/use-referral-name.ts';
import { DeadlineClock, runningDeadlines } from '../../../../renderer/components/ticket/deadline-clock.tsx';
import { isUnread } from '../../../../renderer/components/ticket/is-unread.ts';
import { NightThere } from '../../../../renderer/components/ticket/night-there.tsx';
import { snoozedUntil } from '../../../../renderer/components/ticket/snoozed-until.ts';
import { TagChips, TagDots } from '../../../../renderer/components/ticket/tag-chips.tsx';
import { TimeWithBot, WaitingTime } from '../../../../renderer/components/ticket/waiting-time.tsx';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './row-facts.module.css';
import { type RowLook, waitLimitsOf } from './row-look.ts';

const MAX_UNREAD = 99;
const MAX_DOTS = 4;
/** The bar and the dot are grey when there is no queue. */
export const NO_QUEUE_COLOR = 'var(--line-strong)';

export interface RowFactsProps {
  ticket: TicketItem;
  name: string;
  /** The agent's draft there. */
  draft: string | null;
  look: RowLook;
}

/** What a row tells of its ticket: two lines, or three where there is room for everything in words. */
export function RowFacts({ ticket, name, draft, look }: RowFactsProps) {
  const isCompact = look.shape === 'compact';
  return (
    <span className={classes.facts}>
      <span className={classes.line}>
        <span className={classes.name}>{name}</span>
        {isCompact ? <TagDots tags={ticket.tags} most={MAX_DOTS} /> : null}
        <Marks ticket={ticket} look={look} />
      </span>
      <span className={classes.line} data-last={isCompact || undefined}>
        <Preview ticket={ticket} draft={draft} />
        {isCompact ? <Mini ticket={ticket} look={look} /> : null}
        <Unread ticket={ticket} />
      </span>
      {isCompact ? null : (
        <span className={classes.line} data-last>
          <Badges ticket={ticket} />
        </span>
      )}
    </span>
  );
}

/** How it stands with the ticket, and when something was last said. */
function Marks({ ticket, look }: LookedAt) {
  return (
    <>
      <NightThere number={ticket.contact.number} isShort />
      <OwnMarks ticket={ticket} />
      <Waiting ticket={ticket} look={look} />
      <SaidAt ticket={ticket} />
    </>
  );
}

type LookedAt = Pick<RowFactsProps, 'ticket' | 'look'>;

/** A command that waits for the server, and that this person has pinned it. */
export function OwnMarks({ ticket: { queued, pinned } }: Pick<RowFactsProps, 'ticket'>) {
  const { t } = useTexts();
  return (
    <>
      {queued ? <IconClock size={14} stroke={1.8} role="img" aria-label={t('tickets:queued')} /> : null}
      {pinned ? <IconPin size={14} stroke={1.8} role="img" aria-label={t('tickets:pinned')} /> : null}
    </>
  );
}

/** Who waits for whom: for a bot, for a deadline, or for an answer. */
export function Waiting({ ticket, look }: LookedAt) {
  const { chatbot, queueId, waitingSince, status } = ticket;
  const [deadline] = runningDeadlines(ticket);
  const isWaiting = waitingSince && status !== 'closed' && !snoozedUntil(ticket);
  return (
    <>
      {chatbot ? <TimeWithBot ticket={ticket} /> : null}
      {deadline ? (
        <DeadlineClock deadline={deadline} />
      ) : isWaiting ? (
        <WaitingTime since={waitingSince} limits={waitLimitsOf(look, queueId)} />
      ) : null}
    </>
  );
}

/** When something was last said, or when a ticket comes back that was put off. */
export function SaidAt({ ticket }: Pick<RowFactsProps, 'ticket'>) {
  const { t } = useTexts();
  const format = useFormat();
  const until = snoozedUntil(ticket);
  if (!until)
    return (
      <time className={classes.time} dateTime={ticket.lastMessageAt}>
        {format.timeOrDate(ticket.lastMessageAt)}
      </time>
    );
  return (
    <span className={classes.until} title={t('tickets:snoozedUntil', { when: format.moment(until) })}>
      <IconClockPause size={14} stroke={1.8} role="img" aria-label={t('tickets:snoozed')} />
      <time dateTime={until}>{format.timeOrDate(until)}</time>
    </span>
  );
}

export function Preview({ ticket, draft }: Pick<RowFactsProps, 'ticket' | 'draft'>) {
  const { t } = useTexts();
  return (
    <span className={classes.preview}>
      {draft === null ? (
        <PreviewText preview={previewOfLine(ticket.lastMessage)} />
      ) : (
        <>
          <span className={classes.draft}>{t('tickets:draft')}</span> {draft}
        </>
      )}
    </span>
  );
}

export function Unread({ ticket }: Pick<RowFactsProps, 'ticket'>) {
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

/** In a compact row the words of the customer get the line: the queue is the bar at its side, the rest are marks. */
function Mini({ ticket: { queue, user, whatsapp, referral }, look }: LookedAt) {
  const { t } = useTexts();
  const referralName = useReferralName();
  const SourceIcon = referral && REFERRAL_ICONS[referral.kind];
  return (
    <span className={classes.badges}>
      {queue ? null : (
        <Badge
          icon={<span className={classes.dot} style={{ background: NO_QUEUE_COLOR }} />}
          name={t('tickets:noQueue')}
          label={t('tickets:badges.queue', { name: t('tickets:noQueue') })}
        />
      )}
      {referral && SourceIcon ? (
        <Mark label={t('tickets:referral.badge', { name: referralName(referral) })}>
          <SourceIcon size={13} stroke={1.8} aria-hidden />
        </Mark>
      ) : null}
      {look.hasManyConnections ? (
        <Mark label={t('tickets:badges.connection', { name: whatsapp.name })}>
          <IconDeviceMobile size={13} stroke={1.8} aria-hidden />
        </Mark>
      ) : null}
      {user && user.id !== look.ownUserId ? (
        <Mark label={t('tickets:badges.user', { name: user.name })}>
          <PersonAvatar name={user.name} url={null} size={20} />
        </Mark>
      ) : null}
    </span>
  );
}

function Mark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={classes.mark} role="img" aria-label={label} title={label}>
      {children}
    </span>
  );
}

/** Whose it is, and by which way it came. */
function Badges({ ticket: { tags, queue, user, whatsapp, referral } }: Pick<RowFactsProps, 'ticket'>) {
  const { t } = useTexts();
  const referralName = useReferralName();
  const SourceIcon = referral && REFERRAL_ICONS[referral.kind];
  const queueName = queue?.name ?? t('tickets:noQueue');
  return (
    <span className={classes.badges}>
      <Badge
        icon={<span className={classes.dot} style={{ background: queue?.color ?? NO_QUEUE_COLOR }} />}
        name={queueName}
        label={t('tickets:badges.queue', { name: queueName })}
      />
      {user ? (
        <Badge
          icon={<IconUser size={13} stroke={1.8} aria-hidden />}
          name={user.name}
          label={t('tickets:badges.user', { name: user.name })}
        />
      ) : null}
      {referral && SourceIcon ? (
        <Badge
          icon={<SourceIcon size={13} stroke={1.8} aria-hidden />}
          name={referral.title || referral.sourceId || referralName(referral)}
          label={t('tickets:referral.badge', { name: referralName(referral) })}
          yields
        />
      ) : null}
      <TagChips tags={tags} most={2} />
      <Badge
        icon={<IconDeviceMobile size={13} stroke={1.8} aria-hidden />}
        name={whatsapp.name}
        label={t('tickets:badges.connection', { name: whatsapp.name })}
        yields
      />
    </span>
  );
}

interface BadgeProps {
  icon: ReactNode;
  name: string;
  /** What it is, with its name. */
  label: string;
  /** Gives up its room before the others. */
  yields?: boolean;
}

export function Badge({ icon, name, label, yields = false }: BadgeProps) {
  return (
    <span className={classes.badge} title={label} data-yields={yields || undefined}>
      {icon}
      {name}
    </span>
  );
}
