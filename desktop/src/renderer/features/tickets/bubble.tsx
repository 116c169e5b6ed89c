import type { MessageItem } from '@balcao/shared/bridge/methods.ts';
import { UnstyledButton } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { memo } from 'react';
import { useBridgeCommand } from '../../app/bridge-query.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useFormat } from '../../app/format.ts';
import { useTexts } from '../../app/use-texts.ts';
import classes from './bubble.module.css';
import type { ConversationRow } from './conversation-rows.ts';
import { DaySeparator } from './day-separator.tsx';
import { MessageBody } from './message-body.tsx';
import { previewOfMessage } from './preview.ts';
import { PreviewText } from './preview-text.tsx';
import { tickOf } from './tick.ts';
import { TickMark } from './tick-mark.tsx';

interface Props extends ConversationRow {
  contactName: string;
  ownUserId: number;
  readOnly: boolean;
  onQuoteClick: (messageId: string) => void;
}

/** One message: author, quote, content, time and ticks, what went wrong, and the day that begins after it. */
export const Bubble = memo(function Bubble(props: Props) {
  const { message, endsGroup, nextDay, readOnly } = props;
  return (
    <div className={classes.row} data-ends={endsGroup || undefined}>
      <div
        className={classes.bubble}
        data-side={message.fromMe ? 'out' : 'in'}
        data-ends={endsGroup || undefined}
        data-kind={message.mediaType}
        data-testid="message"
        data-message-id={message.id}
      >
        <Author {...props} />
        {message.quoted ? <Quote {...props} quoted={message.quoted} /> : null}
        {message.isDeleted ? <DeletedNotice /> : null}
        <div
          className={classes.content}
          data-deleted={message.isDeleted || undefined}
          data-picture={isPicture(message) || undefined}
          data-bare={isBareImage(message) || undefined}
        >
          <MessageBody message={message} />
          <Meta message={message} />
        </div>
      </div>
      {message.fromMe && tickOf(message) === 'failed' ? (
        <Failure message={message} readOnly={readOnly} />
      ) : null}
      {nextDay ? <DaySeparator instant={nextDay} /> : null}
    </div>
  );
});

const isPicture = ({ media, mediaType }: MessageItem) =>
  media !== null && (mediaType === 'image' || mediaType === 'video');

/** Nothing but an image: its time lies upon it. */
const isBareImage = ({ media, mediaType, body, isDeleted }: MessageItem) =>
  media !== null && mediaType === 'image' && !isDeleted && (body === '' || body === media.name);

/** Colleagues' names above their messages, participants' names in groups; nothing where it is obvious. */
function Author({ message, startsGroup, ownUserId }: Props) {
  const name = message.fromMe ? message.userId !== ownUserId && message.userName : message.participantName;
  return startsGroup && name ? <span className={classes.author}>{name}</span> : null;
}

function Quote({
  quoted,
  contactName,
  onQuoteClick,
}: Props & { quoted: NonNullable<MessageItem['quoted']> }) {
  const { t } = useTexts();
  return (
    <UnstyledButton className={classes.quote} onClick={() => onQuoteClick(quoted.id)}>
      <span className={classes.quoteAuthor}>{quoted.fromMe ? t('tickets:you') : contactName}</span>
      <span className={classes.quoteText}>
        {quoted.isDeleted ? (
          t('tickets:deleted')
        ) : (
          <PreviewText preview={previewOfMessage(quoted.mediaType, quoted.body)} />
        )}
      </span>
    </UnstyledButton>
  );
}

function DeletedNotice() {
  const { t } = useTexts();
  return (
    <p className={classes.notice}>
      <IconBan size={15} stroke={1.8} aria-hidden />
      {t('tickets:deletedHint')}
    </p>
  );
}

function Meta({ message }: { message: MessageItem }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <span className={classes.meta}>
      {message.isEdited ? <span>{t('tickets:edited')}</span> : null}
      <time dateTime={message.createdAt}>{format.time(message.createdAt)}</time>
      {message.fromMe ? <TickMark tick={tickOf(message)} /> : null}
    </span>
  );
}

/** Why it did not arrive, and what can be done: given up can be only what this console still holds. */
function Failure({ message, readOnly }: Pick<Props, 'message' | 'readOnly'>) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const retry = useBridgeCommand('messages.retry');
  const discard = useBridgeCommand('messages.discard');
  return (
    <div className={classes.failure} role="alert">
      <span>{errorText(message.errorCode ?? 'ERR_SENDING_WAPP_MSG')}</span>
      {readOnly ? null : (
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
