import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import type { MessageOrigin } from '@balcao/shared/features/messages/row.ts';
import { Checkbox, UnstyledButton } from '@mantine/core';
import {
  IconApi,
  IconArrowForwardUp,
  IconBan,
  IconBolt,
  IconChevronDown,
  IconClock,
  IconCornerUpLeft,
  IconDeviceMobile,
  IconHistory,
  IconMoodSmile,
  IconNote,
  IconRobot,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { memo, useState } from 'react';
import { ChannelIcon } from '../../../../renderer/components/channel-icon.tsx';
import { previewOfMessage } from '../../../../renderer/components/message/preview.ts';
import { PreviewText } from '../../../../renderer/components/message/preview-text.tsx';
import { ReactionsOf } from '../../../../renderer/components/reactions/reactions-of.tsx';
import { useBridgeCommand } from '../../../../renderer/kit/bridge-query.ts';
import { useErrorText } from '../../../../renderer/kit/error-text.ts';
import { type Format, useFormat } from '../../../../renderer/kit/format.ts';
import { type TextOf, useTexts } from '../../../../renderer/kit/use-texts.ts';
import { canForward } from '../actions/actions.ts';
import type { ConversationRow, Part } from '../log/conversation-rows.ts';
import classes from './bubble.module.css';
import { DaySeparator } from './day-separator.tsx';
import { EarlierText } from './earlier-text.tsx';
import { EventRow } from './event-row.tsx';
import { MessageBody } from './message-body.tsx';
import { originOf, summaryOf } from './message-summary.ts';
import { Notice } from './notice.tsx';
import { PartLine } from './part-line.tsx';
import { ReferralCard } from './referral-card.tsx';
import { hasTicks, tickOf } from './tick.ts';
import { TickMark } from './tick-mark.tsx';
import { Translation } from './translation.tsx';
import { UnreadLine } from './unread-line.tsx';

export interface BubbleProps extends ConversationRow {
  contactName: string;
  ownUserId: number;
  readOnly: boolean;
  /** Arrow keys have led to it, or the next Tab does. */
  isActive: boolean;
  /** A jump has ended here. */
  isFound: boolean;
  /** Its words in the agent's language stand below it. */
  isTranslated: boolean;
  /** Null while nothing is being picked. */
  isPicked: boolean | null;
  onQuoteClick: (message: MessageItem) => void;
  onPick: (message: MessageItem) => void;
  onReactions: (message: MessageItem) => void;
}

/** One message: author, quote, content, time and ticks, its failure, and the day that begins after it. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { message, endsGroup, nextDay, readOnly, unreadAfter, nextPart, isPicked } = props;
  return (
    <div className={classes.row} data-ends={endsGroup || undefined} data-picked={isPicked || undefined}>
      {isPicked !== null && canForward(message) ? <PickBox {...props} isPicked={isPicked} /> : null}
      {message.mediaType === 'event' ? <EventRow message={message} /> : <MessageBubble {...props} />}
      {message.reactions.length > 0 ? <Reactions {...props} /> : null}
      {hasFailed(message) ? <Failure message={message} readOnly={readOnly} /> : null}
      {nextDay ? <DaySeparator instant={nextDay} /> : null}
      {unreadAfter === null ? null : <UnreadLine count={unreadAfter} />}
      {nextPart ? <PartLine {...nextPart} /> : null}
    </div>
  );
});

/** Its parts are functions where they can be: a conversation draws dozens of them at once, and components cost. */
function MessageBubble(props: BubbleProps) {
  const { message, part, endsGroup, isActive, isFound, readOnly } = props;
  const { t } = useTexts();
  const format = useFormat();
  const [isNear, setNear] = useState(false);
  const approach = () => setNear(true);
  return (
    <article
      className={classes.bubble}
      data-side={message.fromMe ? 'out' : 'in'}
      data-ends={endsGroup || undefined}
      data-kind={message.mediaType}
      data-origin={message.origin}
      data-found={isFound || undefined}
      data-elsewhere={part?.isElsewhere || undefined}
      data-testid="message"
      data-message-id={message.id}
      tabIndex={isActive ? 0 : -1}
      aria-label={summaryOf(message, props.contactName, t, format)}
      onPointerEnter={approach}
      onFocus={approach}
    >
      {authorOf(props, t)}
      {message.mediaType === 'note' ? (
        <span className={classes.noteLabel}>
          <IconNote size={14} stroke={1.8} aria-hidden />
          {t('conversation:note')} · {t('conversation:noteHint')}
        </span>
      ) : null}
      {message.forwarded ? (
        <span className={classes.forwarded}>
          <IconArrowForwardUp size={14} stroke={1.8} aria-hidden />
          {t('conversation:forwarded')}
        </span>
      ) : null}
      {message.quoted || message.quotedMsgId !== null || message.quotedSnippet ? <Quote {...props} /> : null}
      {message.referral && !message.isDeleted ? <ReferralCard referral={message.referral} /> : null}
      {message.isDeleted ? <Deleted message={message} part={part} /> : contentOf(message, part, t, format)}
      {message.isEdited && !message.isDeleted ? <EarlierText message={message} /> : null}
      {props.isTranslated && !message.isDeleted ? <Translation key={message.body} message={message} /> : null}
      {isNear && !readOnly ? <Tools /> : null}
    </article>
  );
}

function contentOf(message: MessageItem, part: Part | null, t: TextOf, format: Format) {
  return (
    <div
      className={classes.content}
      data-picture={isPicture(message) || undefined}
      data-bare={isBareImage(message) || undefined}
    >
      <MessageBody message={message} />
      {metaOf(message, part, t, format)}
    </div>
  );
}

/** It did not leave; or an edit, a deletion or a reaction was refused and taken back, also on a customer's message. */
const hasFailed = (message: MessageItem): boolean =>
  (hasTicks(message) && tickOf(message) === 'failed') || message.errorCode !== null;

/** The text of a deleted message stays readable for agents, folded. */
function Deleted({ message, part }: Pick<BubbleProps, 'message' | 'part'>) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <>
      <Notice>
        <IconBan size={15} stroke={1.8} aria-hidden />
        {t('tickets:deletedHint')}
      </Notice>
      <EarlierText message={message}>
        <div className={classes.content} data-deleted>
          <MessageBody message={message} />
        </div>
      </EarlierText>
      {metaOf(message, part, t, format)}
    </>
  );
}

const isPicture = ({ media, mediaType }: MessageItem) =>
  media !== null && (mediaType === 'image' || mediaType === 'video');

/** Nothing but an image: its time lies upon it. */
const isBareImage = ({ media, mediaType, card, body, isDeleted }: MessageItem) =>
  media !== null &&
  mediaType === 'image' &&
  card === null &&
  !isDeleted &&
  (body === '' || body === media.name);

/**
 * Colleagues' names above their messages, participants' names in groups, and what speaks in our name; nothing where it is
 * obvious.
 */
function authorOf({ message, startsGroup, ownUserId }: BubbleProps, t: TextOf) {
  if (!startsGroup) return null;
  const name = message.fromMe ? message.userId !== ownUserId && message.userName : message.participantName;
  const origin = originOf(message, t);
  const words = [name, origin].filter(Boolean).join(' · ');
  if (words === '') return null;
  const OriginIcon = ORIGIN_ICONS[message.origin];
  return (
    <span className={classes.author}>
      {origin && OriginIcon ? <OriginIcon size={14} stroke={1.8} aria-hidden /> : null}
      {words}
    </span>
  );
}

const ORIGIN_ICONS: Partial<Record<MessageOrigin, typeof IconRobot>> = {
  phone: IconDeviceMobile,
  bot: IconRobot,
  automatic: IconBolt,
  schedule: IconClock,
  campaign: IconSpeakerphone,
  api: IconApi,
  import: IconHistory,
};

function Quote({ message, contactName, onQuoteClick }: BubbleProps) {
  const { t } = useTexts();
  const { quoted, quotedSnippet } = message;
  // Known to the server, but in a ticket that this agent does not see.
  const hint = quotedSnippet || (message.quotedMsgId === null ? '' : t('conversation:quoteHidden'));
  if (!quoted)
    return hint ? (
      <span className={classes.quote} data-hidden={quotedSnippet === '' || undefined}>
        <span className={classes.quoteText}>{hint}</span>
      </span>
    ) : null;
  return (
    <UnstyledButton
      className={classes.quote}
      aria-description={t('conversation:goToQuote')}
      onClick={() => onQuoteClick(message)}
    >
      <span className={classes.quoteAuthor}>
        {quoted.fromMe ? t('tickets:you') : quoted.participantName || contactName}
      </span>
      <span className={classes.quoteText}>
        {quoted.isDeleted ? (
          t('tickets:deleted')
        ) : (
          <PreviewText preview={previewOfMessage(quoted.mediaType, quoted.body, quoted.cardKind)} />
        )}
      </span>
    </UnstyledButton>
  );
}

function metaOf(message: MessageItem, part: Part | null, t: TextOf, format: Format) {
  return (
    <span className={classes.meta}>
      {part ? <ChannelIcon channel={message.channel ?? part.channel} className={classes.channel} /> : null}
      {message.isEdited ? <span>{t('tickets:edited')}</span> : null}
      <time dateTime={message.createdAt}>{format.time(message.createdAt)}</time>
      {hasTicks(message) ? <TickMark message={message} /> : null}
    </span>
  );
}

const TOOLS = [
  { name: 'react', label: 'conversation:actions.react', icon: IconMoodSmile },
  { name: 'reply', label: 'conversation:actions.reply', icon: IconCornerUpLeft },
  { name: 'menu', label: 'conversation:menu', icon: IconChevronDown },
] as const;

/** Shown under the pointer and while the message has the focus; before that there are none. What they do, the log says (use-message-control.ts). */
function Tools() {
  const { t } = useTexts();
  return (
    <span className={classes.tools}>
      {TOOLS.map(({ name, label, icon: ToolIcon }) => (
        <button
          key={name}
          type="button"
          tabIndex={-1}
          className={classes.tool}
          data-tool={name}
          aria-label={t(label)}
        >
          <ToolIcon size={17} stroke={1.8} aria-hidden />
        </button>
      ))}
    </span>
  );
}

function Reactions({ message, contactName, onReactions }: BubbleProps) {
  const { t } = useTexts();
  return (
    <ReactionsOf
      side={message.fromMe ? 'out' : 'in'}
      reactions={message.reactions.map(({ emoji, fromMe, name }) => ({
        emoji,
        by: name || (fromMe ? t('tickets:you') : contactName),
      }))}
      onOpen={() => onReactions(message)}
    />
  );
}

function PickBox({ message, isPicked, onPick }: BubbleProps & { isPicked: boolean }) {
  const { t } = useTexts();
  return (
    <Checkbox
      className={classes.pick}
      checked={isPicked}
      aria-label={t('conversation:selectMessage')}
      onChange={() => onPick(message)}
    />
  );
}

/**
 * Why it did not arrive, and what can be done: given up can be only what this console still holds. What became of a
 * change is only told.
 */
function Failure({ message, readOnly }: Pick<BubbleProps, 'message' | 'readOnly'>) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const retry = useBridgeCommand('messages.retry');
  const discard = useBridgeCommand('messages.discard');
  return (
    <div className={classes.failure} role="alert">
      <span>{errorText(message.errorCode ?? 'ERR_SENDING_WAPP_MSG')}</span>
      {readOnly || tickOf(message) !== 'failed' ? null : (
        <div className={classes.failureActions}>
          <UnstyledButton className={classes.failureAction} onClick={() => retry.mutate({ id: message.id })}>
            {t('tickets:retry')}
          </UnstyledButton>
          {message.delivery === 'failed' ? (
            <UnstyledButton
              className={classes.failureAction}
              onClick={() => discard.mutate({ id: message.id })}
            >
              {t('tickets:discard')}
            </UnstyledButton>
          ) : null}
        </div>
      )}
    </div>
  );
}
