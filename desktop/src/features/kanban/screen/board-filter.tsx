import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { BoardFilter } from '@balcao/shared/features/kanban/bridge.ts';
import { can } from '@balcao/shared/permissions.ts';
import {
  ActionIcon,
  Button,
  Indicator,
  MultiSelect,
  Pill,
  Popover,
  Stack,
  Switch,
  Tooltip,
} from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './kanban.module.css';

interface Props {
  user: SessionUser;
  filter: BoardFilter;
  /** The filter without any choice. */
  start: BoardFilter;
  onChange: (filter: BoardFilter) => void;
}

/** Chooses which cards the board shows, and says how many choices leave some out or bring more. */
export function BoardFilterButton(props: Props) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const { filter, start } = props;
  const { all, queueIds, tagIds, userIds } = filter;
  const active = [all !== start.all, queueIds.length > 0, tagIds.length > 0, userIds.length > 0].filter(
    Boolean,
  ).length;
  const label = t('tickets:filter.title');
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      shadow="lg"
    >
      <Tooltip label={label}>
        <Indicator disabled={active === 0} label={active} size={15} color="orange.7" offset={4}>
          <Popover.Target>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={active > 0 ? t('tickets:filter.active', { count: active }) : label}
              onClick={() => setOpened((open) => !open)}
            >
              <IconFilter size={18} stroke={1.7} />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
      </Tooltip>
      <Popover.Dropdown>
        <FilterForm {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Says above the lanes that colleagues' cards are left out, and brings them back: an empty lane may only look empty. */
export function OwnCardsChip({ filter, start, onChange }: Omit<Props, 'user'>) {
  const { t } = useTexts();
  if (filter.all === start.all || filter.all) return null;
  return (
    <div className={classes.chips}>
      <Pill
        withRemoveButton
        onRemove={() => onChange({ ...filter, all: true })}
        removeButtonProps={{ 'aria-label': t('tickets:filter.all'), 'aria-hidden': false, tabIndex: 0 }}
      >
        {t('kanban:ownCards')}
      </Pill>
    </div>
  );
}

const NONE: { id: number; name: string }[] = [];

/** The queue of a choice: `none` stands for no queue. */
const idOf = (value: string) => (value === 'none' ? null : Number(value));

function FilterForm({ user, filter, start, onChange }: Props) {
  const { t } = useTexts();
  const { data: queues = NONE } = useRows('queue');
  const { data: tagIds = NONE } = useRows('tag');
  const { data: userIds = NONE } = useRows('user');
  const seesAll = can(user, 'tickets:viewAll');
  const queueIds = [...queues, { id: null, name: t('tickets:noQueue') }];
  const choices = { queueIds, tagIds, userIds };
  const parts = seesAll ? (['queueIds', 'userIds', 'tagIds'] as const) : (['queueIds', 'tagIds'] as const);
  return (
    <Stack gap="sm">
      {seesAll ? (
        <Switch
          label={t('tickets:filter.all')}
          description={t('tickets:filter.allHint')}
          checked={filter.all}
          onChange={(event) => {
            const all = event.currentTarget.checked;
            onChange({ ...filter, all, ...(all ? {} : { userIds: [] }) });
          }}
        />
      ) : null}
      {parts.map((part) => (
        <MultiSelect
          key={part}
          label={t(`tickets:filter.${part}`)}
          data={choices[part].map(({ id, name }) => ({ value: String(id ?? 'none'), label: name }))}
          value={filter[part].map((id) => String(id ?? 'none'))}
          onChange={(values) =>
            // Whoever picks agents wants to see their tickets.
            onChange({
              ...filter,
              [part]: values.map(idOf),
              ...(part === 'userIds' && values.length > 0 ? { all: true } : {}),
            })
          }
          comboboxProps={{ withinPortal: false }}
          clearButtonProps={{ 'aria-label': t('common:clear') }}
          searchable
          clearable
          hidePickedOptions
        />
      ))}
      <Button variant="default" disabled={filter === start} onClick={() => onChange(start)}>
        {t('tickets:filter.clear')}
      </Button>
    </Stack>
  );
}
