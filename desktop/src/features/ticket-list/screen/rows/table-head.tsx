import type { SortedColumn } from '@balcao/shared/features/ticket-list/sort.ts';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useListView } from '../use-list-view.ts';
import classes from './table.module.css';

/** In the order of the cells; what has no order has no key. */
const COLUMNS = ['contact', 'preview', 'queue', 'user', 'tags', 'waiting', 'lastMessage'] as const;
type Column = (typeof COLUMNS)[number];

/** The first order of a column that is chosen: names from A, times from what presses most. */
const FIRST_DESCENDING: Record<SortedColumn, boolean> = {
  contact: false,
  queue: false,
  user: false,
  waiting: true,
  lastMessage: true,
};
const isSorted = (column: Column): column is SortedColumn => column in FIRST_DESCENDING;

/** The names of the columns, by which the table is ordered where all of it is here. */
export function TableHead({ isOrdered }: { isOrdered: boolean }) {
  const { t } = useTexts();
  return (
    <fieldset className={classes.head} aria-label={t('tickets:table.head')}>
      {COLUMNS.map((column) => (
        <span key={column} data-column={column}>
          {isOrdered && isSorted(column) ? <OrderButton column={column} /> : t(`tickets:table.${column}`)}
        </span>
      ))}
    </fieldset>
  );
}

function OrderButton({ column }: { column: SortedColumn }) {
  const { t } = useTexts();
  const { order, setOrder } = useListView();
  const descending = order?.column === column ? order.descending : null;
  const name = t(`tickets:table.${column}`);
  const ArrowIcon = descending ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes.order}
      aria-pressed={descending !== null}
      title={t('tickets:table.orderBy', { name })}
      onClick={() =>
        setOrder({ column, descending: descending === null ? FIRST_DESCENDING[column] : !descending })
      }
    >
      {name}
      {descending === null ? null : (
        <ArrowIcon
          size={14}
          stroke={2}
          role="img"
          aria-label={t(`tickets:table.${descending ? 'descending' : 'ascending'}`)}
        />
      )}
    </button>
  );
}
