import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { activeParts, DEADLINE_FILTERS } from '@balcao/shared/features/ticket-list/filter.ts';
import { TICKET_STATUSES } from '@balcao/shared/features/tickets/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import {
  ActionIcon,
  Button,
  Chip,
  Group,
  Indicator,
  MultiSelect,
  Popover,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Tooltip,
} from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { DayInput } from '../../../../renderer/components/day-input.tsx';
import type { TicketTab } from '../../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import type { useListView } from '../use-list-view.ts';
import { useFilterChoices } from './use-filter-choices.ts';
import { useSourceChoices } from './use-source-choices.ts';

interface Props {
  user: SessionUser;
  tab: TicketTab;
  view: ReturnType<typeof useListView>;
}

/** Lists inside the popover: a click in one of them must not close it. */
const INSIDE = { withinPortal: false } as const;

/** Chooses which tickets the lists show. The choices are chips below the search. */
export function ListFilter({ user, tab, view }: Props) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const active = activeParts(view.filter).length;
  const label = t('tickets:filter.title');
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      shadow="lg"
    >
      <Tooltip label={label}>
        <Indicator disabled={active === 0} label={active} size={15} color="orange.7" offset={4}>
          <Popover.Target>
            <ActionIcon
              aria-label={active > 0 ? t('tickets:filter.active', { count: active }) : label}
              onClick={() => setOpened((open) => !open)}
            >
              <IconFilter size={18} stroke={1.7} />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
      </Tooltip>
      <Popover.Dropdown>
        <FilterForm user={user} tab={tab} view={view} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The queue of a choice: `none` stands for no queue. */
const idOf = (value: string) => (value === 'none' ? null : Number(value));

function FilterForm({ user, tab, view: { filter, setFilter, clearFilter } }: Props) {
  const { t } = useTexts();
  const choices = useFilterChoices();
  const sources = useSourceChoices();
  return (
    <Stack gap="sm">
      {can(user, 'tickets:viewAll') ? (
        <Switch
          label={t('tickets:filter.all')}
          description={t('tickets:filter.allHint')}
          checked={filter.all}
          onChange={(event) => setFilter({ all: event.currentTarget.checked })}
        />
      ) : null}
      <Switch
        label={t('tickets:filter.unread')}
        checked={filter.unread}
        onChange={(event) => setFilter({ unread: event.currentTarget.checked })}
      />
      <Switch
        label={t('tickets:filter.unanswered')}
        description={t('tickets:filter.unansweredHint')}
        checked={filter.unanswered}
        onChange={(event) => setFilter({ unanswered: event.currentTarget.checked })}
      />
      {(['queueIds', 'tagIds', 'userIds', 'connectionIds'] as const).map((part) => (
        <MultiSelect
          key={part}
          label={t(`tickets:filter.${part}`)}
          data={choices[part].map(({ id, name }) => ({ value: String(id ?? 'none'), label: name }))}
          value={filter[part].map((id) => String(id ?? 'none'))}
          onChange={(values) => setFilter({ [part]: values.map(idOf) })}
          comboboxProps={INSIDE}
          clearButtonProps={{ 'aria-label': t('common:clear') }}
          searchable
          clearable
          hidePickedOptions
        />
      ))}
      {sources.length > 0 ? (
        <MultiSelect
          label={t('tickets:filter.sources')}
          data={sources}
          value={filter.sources}
          onChange={(chosen) => setFilter({ sources: chosen })}
          comboboxProps={INSIDE}
          clearButtonProps={{ 'aria-label': t('common:clear') }}
          searchable
          clearable
          hidePickedOptions
        />
      ) : null}
      <Select
        label={t('deadlines:filter.label')}
        data={DEADLINE_FILTERS.map((value) => ({ value, label: t(`deadlines:filter.${value}`) }))}
        value={filter.deadline}
        onChange={(deadline) => setFilter({ deadline })}
        comboboxProps={INSIDE}
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        clearable
      />
      {tab === 'search' ? (
        <Chip.Group
          multiple
          value={filter.statuses}
          onChange={(values) =>
            setFilter({ statuses: TICKET_STATUSES.filter((status) => values.includes(status)) })
          }
        >
          <Group gap={6} aria-label={t('tickets:filter.statuses')} role="group">
            {TICKET_STATUSES.map((status) => (
              <Chip key={status} value={status} size="xs">
                {t(`tickets:status.${status}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      ) : null}
      <SimpleGrid cols={2} spacing="xs">
        {(['from', 'to'] as const).map((part) => (
          <DayInput
            key={part}
            label={t(`tickets:filter.${part}`)}
            value={filter[part]}
            onChange={(day) => setFilter({ [part]: day })}
            popoverProps={INSIDE}
          />
        ))}
      </SimpleGrid>
      <Button variant="default" disabled={activeParts(filter).length === 0} onClick={clearFilter}>
        {t('tickets:filter.clear')}
      </Button>
    </Stack>
  );
}
