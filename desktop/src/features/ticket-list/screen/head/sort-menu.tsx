import { TICKET_SORTS, type TicketSort } from '@balcao/shared/features/ticket-list/sort.ts';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';

interface Props {
  /** Null: a column of the table orders it. */
  sort: TicketSort | null;
  /** The order of this list unless a person chooses. */
  usual: TicketSort;
  /** Null: closed tickets and search results always begin with the newest. */
  onSort: ((sort: TicketSort) => void) | null;
}

export function SortMenu({ sort, usual, onSort }: Props) {
  const { t } = useTexts();
  const label = t('tickets:sort.title');
  return (
    <Menu>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon
            aria-label={label}
            disabled={!onSort}
            {...(sort === usual ? {} : { variant: 'light', color: 'orange' })}
          >
            <IconArrowsSort size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {TICKET_SORTS.map((choice) => (
          <Menu.RadioItem
            key={choice}
            value={choice}
            checked={choice === sort}
            checkIcon={<IconCheck size={16} aria-hidden />}
            closeMenuOnClick
            onChange={() => onSort?.(choice)}
          >
            {t(`tickets:sort.${choice}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
