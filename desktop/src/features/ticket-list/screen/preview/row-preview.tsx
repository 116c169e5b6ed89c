import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { Popover } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { previewOfMessage } from '../../../../renderer/components/message/preview.ts';
import { PreviewText } from '../../../../renderer/components/message/preview-text.tsx';
import { useLastMessages } from '../../../../renderer/components/message/use-messages.ts';
import { useWhoAnswers } from '../../../../renderer/components/ticket/use-who-answers.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './row-preview.module.css';

const WIDTH = 340;
const MOST_MESSAGES = 4;

interface Props {
  ticket: TicketItem;
  /** Where on the page its row stands, in pixels of the window. */
  place: DOMRect;
  onClose: () => void;
}

/** What was last said, who has the ticket and since when, beside its row. Nothing becomes read by it. */
export function RowPreview({ ticket, place, onClose }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const answers = useWhoAnswers(ticket);
  const name = displayName(ticket.contact);
  const who = answers ?? (ticket.user && t('tickets:withUser', { name: ticket.user.name }));
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose();
  });
  return (
    <Popover
      opened
      position="right-start"
      offset={6}
      width={WIDTH}
      middlewares={{ flip: { fallbackPlacements: ['bottom', 'top'] }, shift: true }}
      withRoles={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span
          aria-hidden
          className={classes.target}
          style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
        />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.root}
        role="status"
        aria-label={t('tickets:preview.title', { name })}
      >
        <p className={classes.name}>{name}</p>
        <p className={classes.facts}>
          {[
            ticket.queue?.name ?? t('tickets:noQueue'),
            ...(who ? [who] : []),
            t('tickets:preview.since', { when: format.moment(ticket.createdAt) }),
          ].join(' · ')}
        </p>
        <LastMessages ticket={ticket} />
      </Popover.Dropdown>
    </Popover>
  );
}

function LastMessages({ ticket }: Pick<Props, 'ticket'>) {
  const { t } = useTexts();
  const { data, isPending } = useLastMessages(ticket);
  const said = (data?.messages ?? []).filter(({ mediaType }) => mediaType !== 'event').slice(-MOST_MESSAGES);
  if (said.length === 0)
    return isPending ? (
      <p className={classes.coming} />
    ) : (
      <p className={classes.facts}>{t('tickets:noMessages')}</p>
    );
  return (
    <div className={classes.messages}>
      {said.map((message) => (
        <Said key={message.id} message={message} ticket={ticket} />
      ))}
    </div>
  );
}

function Said({ message, ticket: { contact } }: { message: MessageItem; ticket: TicketItem }) {
  const { t } = useTexts();
  const format = useFormat();
  const { fromMe, userName, participantName, mediaType, body, card, isDeleted, createdAt } = message;
  const author = fromMe ? (userName ?? t('tickets:you')) : participantName || displayName(contact);
  const preview = isDeleted
    ? { type: 'deleted' as const, text: '' }
    : previewOfMessage(mediaType, body, card?.kind ?? null);
  return (
    <div
      className={classes.message}
      data-mine={fromMe || undefined}
      data-note={mediaType === 'note' || undefined}
    >
      <span className={classes.author}>
        {author}
        <time dateTime={createdAt}>{format.timeOrDate(createdAt)}</time>
      </span>
      <span className={classes.text}>
        <PreviewText preview={preview} />
      </span>
    </div>
  );
}
