import { type ComponentProps, type MouseEvent, memo } from 'react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import type { Heading } from '../headings.ts';
import { TicketRowItem } from './ticket-row.tsx';
import classes from './ticket-rows.module.css';

type RowProps = ComponentProps<typeof TicketRowItem>;

interface Props extends Omit<RowProps, 'ticket'> {
  id: number;
  /** Undefined for a heading, and for a row that is still being read. */
  ticket: RowProps['ticket'] | undefined;
  /** Shown here instead of a ticket. */
  heading: Heading | undefined;
  /** Pixels from the top of the list. */
  start: number;
  size: number;
  /** Counted from 1; `count` -1: the number is unknown. */
  position: number;
  count: number;
  onMenu: (event: MouseEvent, ticket: RowProps['ticket']) => void;
}

/** One place of the list, redrawn only when its row changes. */
export const TicketPlace = memo(function TicketPlace(props: Props) {
  const { id, ticket, heading, start, size, position, count, onMenu, ...row } = props;
  return (
    <li
      className={classes.item}
      style={{ transform: `translateY(${start}px)`, height: size }}
      data-row={id}
      aria-setsize={count}
      aria-posinset={position}
      onContextMenu={ticket && ((event) => onMenu(event, ticket))}
    >
      {ticket ? (
        <TicketRowItem ticket={ticket} {...row} />
      ) : heading ? (
        <ListHeading heading={heading} />
      ) : (
        <span className={classes.coming} />
      )}
    </li>
  );
});

function ListHeading({ heading }: { heading: Heading }) {
  const { t } = useTexts();
  return (
    <span className={classes.heading} role={heading === 'loading' ? 'status' : undefined}>
      {t(`tickets:sections.${heading}`)}
    </span>
  );
}
