import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconMessage } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { SoundOrigin } from '../../../../renderer/components/audio/audio-player.tsx';
import type { Origin } from '../../../../renderer/components/audio/playback.ts';
import { type Place, useMessages } from '../../../../renderer/components/message/use-messages.ts';
import { SKELETON_DELAY_MS } from '../../../../renderer/components/splash.tsx';
import { StateView } from '../../../../renderer/components/state-view.tsx';
import { useThrownText } from '../../../../renderer/kit/error-text.ts';
import { useDelayed } from '../../../../renderer/kit/use-delayed.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { conversationRows, type Part, type UnreadMark, unreadMark } from './conversation-rows.ts';
import { MessageList } from './message-list.tsx';
import classes from './message-log.module.css';
import { useNextVoice } from './use-next-voice.ts';

interface Props {
  ticket: TicketItem;
  ownUserId: number;
  /** The agent may write into this conversation. */
  mayWrite?: boolean;
  /** Conversations elsewhere that are shown with it, as one; then nothing can be done with the messages. */
  also?: readonly TicketItem[];
  /** It is only peeked at. */
  isPeeked?: boolean;
}

const NONE: readonly TicketItem[] = [];

/** The messages of a ticket's contact, or why there are none. */
export function MessageLog({ ticket, ownUserId, mayWrite = false, also = NONE, isPeeked = false }: Props) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const readOnly = isPeeked || also.length > 0;
  const { place, parts } = useShown(ticket, also);
  const messages = useMessages(place);
  const late = useDelayed(messages.isPending, SKELETON_DELAY_MS);
  const held = messages.data?.messages;
  const unread = useUnreadMark(parts ? 0 : ticket.unreadMessages, messages.isStale ? undefined : held);
  const rows = useMemo(() => conversationRows(held ?? [], unread ?? null, parts), [held, unread, parts]);
  const origin = useOrigin(ticket, readOnly);
  useNextVoice(rows, origin);

  // The start position depends on new messages: cached ones of an earlier visit are reloaded first.
  if (messages.isPending || (unread === undefined && messages.isFetching))
    return (
      <div className={classes.waiting}>
        {late ? <Loader size="sm" role="status" aria-label={t('common:loading')} /> : null}
      </div>
    );
  if (messages.isError && !messages.data)
    return (
      <StateView
        role="alert"
        icon={IconAlertTriangle}
        title={t('common:loadFailed')}
        hint={thrownText(messages.error)}
        action={
          <Button variant="default" onClick={() => void messages.refetch()}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  if (rows.length === 0)
    return (
      <StateView
        icon={IconMessage}
        title={t('tickets:noMessages')}
        hint={messages.data.incomplete ? t('tickets:olderOffline') : undefined}
      />
    );
  return (
    <SoundOrigin value={origin}>
      <MessageList
        ticket={ticket}
        rows={rows}
        unreadId={unread?.id ?? null}
        window={messages.data}
        ways={messages}
        ownUserId={ownUserId}
        readOnly={readOnly}
        canFind={!isPeeked}
        contactIds={parts ? [...parts.keys()] : [ticket.contactId]}
        mayWrite={mayWrite && !readOnly}
        head={
          messages.loadingOlder
            ? t('tickets:loadingOlder')
            : messages.data.incomplete
              ? t('tickets:olderOffline')
              : null
        }
      />
    </SoundOrigin>
  );
}

/** What the log is made of: the same objects as long as it is the same, whatever else changes in the tickets. */
function useShown(ticket: TicketItem, also: readonly TicketItem[]) {
  const described = JSON.stringify({
    place: placeOf(ticket, also),
    parts: [ticket, ...also].map(({ contactId, contact, channel }) => [
      contactId,
      { name: displayName(contact), channel, isElsewhere: contactId !== ticket.contactId },
    ]),
  });
  return useMemo(() => {
    const { place, parts } = JSON.parse(described) as { place: Place; parts: [number, Part][] };
    return { place, parts: place.also ? new Map(parts) : null };
  }, [described]);
}

function placeOf({ id, contactId }: TicketItem, also: readonly TicketItem[]): Place {
  const own = { ticketId: id, contactId };
  if (also.length === 0) return own;
  return { ...own, also: also.map((other) => ({ ticketId: other.id, contactId: other.contactId })) };
}

/** In a conversation that is only peeked at, playback ends with the view. */
function useOrigin({ uuid, contact: { name, number } }: TicketItem, readOnly: boolean): Origin | null {
  return useMemo(
    () => (readOnly ? null : { uuid, name: displayName({ name, number }) }),
    [readOnly, uuid, name, number],
  );
}

/**
 * The state when the conversation was opened: marking all as read a moment later keeps the line.
 *
 * @returns undefined while nobody knows
 */
function useUnreadMark(unread: number, messages: Parameters<typeof unreadMark>[0] | undefined) {
  const [count] = useState(unread);
  const [mark, setMark] = useState<UnreadMark | null | undefined>(count === 0 ? null : undefined);
  if (mark === undefined && messages) setMark(unreadMark(messages, count));
  return mark;
}
