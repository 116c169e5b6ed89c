import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { readTicketEvent, type TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import {
  type Icon,
  IconAddressBook,
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsExchange,
  IconArrowsJoin,
  IconBook,
  IconCircleCheck,
  IconClockPause,
  IconClockPlay,
  IconFlag,
  IconInfoCircle,
  IconListCheck,
  IconMessageStar,
  IconPlaylistAdd,
  IconRefresh,
  IconRobot,
  IconRobotOff,
  IconSpeakerphone,
  IconStar,
  IconStopwatch,
  IconTag,
  IconUserCheck,
  IconWand,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useLinkContact } from '../../../../renderer/kit/link-contact-store.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './event-row.module.css';
import { eventText } from './event-text.ts';

const ICONS: Record<TicketEvent['kind'], Icon> = {
  started: IconFlag,
  accepted: IconUserCheck,
  assigned: IconUserCheck,
  overflowed: IconArrowsExchange,
  transferred: IconArrowsExchange,
  returned: IconArrowBackUp,
  closed: IconCircleCheck,
  snoozed: IconClockPause,
  resumed: IconClockPlay,
  reopened: IconRefresh,
  tagged: IconTag,
  merged: IconArrowsJoin,
  rated: IconStar,
  commented: IconMessageStar,
  chose: IconListCheck,
  botStarted: IconRobot,
  handedOver: IconRobotOff,
  cited: IconBook,
  campaign: IconSpeakerphone,
  moved: IconAddressBook,
  movedToOther: IconAddressBook,
  movedHere: IconAddressBook,
  automated: IconWand,
  macro: IconPlaylistAdd,
  deadlineMissed: IconStopwatch,
  failed: IconAlertTriangle,
};

/** A line across the conversation, where a service cycle begins or ends. */
const MARKS: readonly TicketEvent['kind'][] = ['started', 'reopened', 'closed'];

/** @property contactId none in a conversation that there is not */
type Shown = Pick<MessageItem, 'body' | 'createdAt'> & Partial<Pick<MessageItem, 'contactId'>>;

/** Something that happened to the ticket, between its messages. */
export function EventRow({ message }: { message: Shown }) {
  const { t } = useTexts();
  const format = useFormat();
  const event = readTicketEvent(message.body);
  const { contactId } = message;
  const isOffer = event?.kind === 'movedToOther' || event?.kind === 'movedHere';
  const EventIcon = event ? ICONS[event.kind] : IconInfoCircle;
  return (
    <div
      className={classes.root}
      data-testid="event"
      data-kind={event?.kind}
      data-mark={(event && MARKS.includes(event.kind)) || undefined}
      data-offer={isOffer || undefined}
    >
      <span className={classes.text}>
        <EventIcon size={14} stroke={1.8} aria-hidden />
        <span>{event ? eventText(event, t, format) : t('conversation:event.unknown')}</span>
        {isOffer && contactId !== undefined && <LinkButton contactId={contactId} />}
        {event?.kind === 'cited' &&
          event.articles.map(({ id, title }) => (
            <Link key={id} href={`/knowledge/${id}`} className={classes.rule}>
              {title}
            </Link>
          ))}
        {event?.kind === 'automated' && <RuleLink automationId={event.automationId} />}
        <time dateTime={message.createdAt}>{format.time(message.createdAt)}</time>
      </span>
    </div>
  );
}

/** The rule that acted, for those who manage them: others have none of its rows. */
function RuleLink({ automationId }: { automationId: number }) {
  const { t } = useTexts();
  const { data: rules = [] } = useRows('automation');
  if (rules.every(({ id }) => id !== automationId)) return null;
  return (
    <Link href={`/automations/${automationId}`} className={classes.rule}>
      {t('conversation:event.automatedLink')}
    </Link>
  );
}

/** Two contacts that may be one person: an agent says whether they are. */
function LinkButton({ contactId }: { contactId: number }) {
  const { t } = useTexts();
  const { ask } = useLinkContact();
  return (
    <button type="button" className={classes.link} onClick={() => ask(contactId)}>
      {t('conversation:event.movedLink')}
    </button>
  );
}
