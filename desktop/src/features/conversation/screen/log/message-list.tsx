import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useStableHandlers } from '../../../../renderer/kit/use-stable-handlers.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { MessageMenu } from '../actions/message-menu.tsx';
import { SelectionBar } from '../actions/selection-bar.tsx';
import { useMediaParts } from '../media-parts.ts';
import { FindBar } from './find-bar.tsx';
import classes from './message-log.module.css';
import { MessageRows } from './message-rows.tsx';
import { StickyDay } from './sticky-day.tsx';
import { useFinding } from './use-finding.ts';
import { type HeldLog, useLogScrolling } from './use-log-scrolling.ts';
import { useMessageControl } from './use-message-control.ts';
import { usePicking } from './use-picking.ts';

interface Props extends HeldLog {
  ownUserId: number;
  mayWrite: boolean;
  contactIds: number[];
  /** The text above the oldest message while there are older ones. */
  head: string | null;
}

/** The rows of a conversation: scrolling, following, jumping, searching, and what is done with a message. */
export function MessageList({ ownUserId, mayWrite, contactIds, head, ...log }: Props) {
  const { ticket, rows, window, readOnly, canFind } = log;
  const { Gallery } = useMediaParts();
  const scrolling = useLogScrolling(log);
  const { scroller, atEnd, jump } = scrolling;
  const finding = useFinding(contactIds, canFind, scroller, jump);
  const agent = { mayWrite, ownUserId };
  const control = useMessageControl({ ...log, agent, scroller, showIndex: scrolling.showIndex });
  const picking = usePicking(ticket.id, readOnly);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (finding.isOpen && event.key === 'Escape') finding.end();
    else control.keys.onKeyDown(event);
  };
  const handlers = useStableHandlers({
    onQuoteClick: ({ quoted }: MessageItem) => {
      if (quoted) void jump({ createdAt: quoted.createdAt, id: quoted.id });
    },
    onReactions: control.react,
    onPick: (message: MessageItem) => picking.toggle(ticket.id, message),
  });

  return (
    <>
      {finding.isOpen ? (
        <FindBar find={finding.find} onDay={(day) => void scrolling.toDay(day)} onClose={finding.leave} />
      ) : null}
      <div className={classes.frame}>
        <MessageRows
          list={scrolling.list}
          scroller={scroller}
          region={{
            // A message scrolled into view is no news.
            'aria-live': atEnd ? 'polite' : 'off',
            onScroll: scrolling.onScroll,
            ...(readOnly ? {} : { onKeyDown }),
            ...control.pointer,
          }}
          rows={rows}
          window={window}
          contact={ticket.contact}
          head={head}
          activeId={control.keys.activeId ?? rows.at(-1)?.message.id}
          foundId={scrolling.foundId}
          hits={finding.find.hits}
          picked={picking.ids}
          ownUserId={ownUserId}
          readOnly={readOnly}
          {...handlers}
        />
        {atEnd ? null : <StickyDay scroller={scroller} instantAt={scrolling.instantAt} />}
        {atEnd ? null : <ToEnd unseen={scrolling.unseen} onClick={() => void scrolling.toEnd()} />}
      </div>
      {picking.messages ? (
        <SelectionBar
          messages={picking.messages}
          contactName={displayName(ticket.contact)}
          onForward={control.forward}
        />
      ) : null}
      <MessageMenu {...control.menu} />
      <Gallery rows={rows} />
      {control.dialogs}
    </>
  );
}

function ToEnd({ unseen, onClick }: { unseen: number; onClick: () => void }) {
  const { t } = useTexts();
  return (
    <Button
      className={classes.toEnd}
      variant={unseen > 0 ? 'filled' : 'default'}
      size="compact-md"
      radius="xl"
      leftSection={<IconArrowDown size={16} aria-hidden />}
      onClick={onClick}
    >
      {unseen > 0 ? t('tickets:newMessages', { count: unseen }) : t('tickets:toEnd')}
    </Button>
  );
}
