import { FOUND_KINDS } from '@balcao/shared/features/messages/calls.ts';
import { MESSAGE_ORIGINS } from '@balcao/shared/features/messages/row.ts';
import { type SearchFilter, searchFilter } from '@balcao/shared/features/ticket-list/bridge.ts';
import { Button, Checkbox, getDefaultZIndex, Popover, ScrollArea, Stack } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './search.module.css';
import { isUnfiltered } from './use-search.ts';

export const NO_FILTER: SearchFilter = searchFilter.parse({});

type Part = 'queueIds' | 'tagIds' | 'userIds' | 'kinds' | 'origins' | 'days';

interface Props {
  filter: SearchFilter;
  onChange(filter: SearchFilter): void;
  /** The part being chosen: Escape closes it and not the search. */
  opened: Part | null;
  onOpen(part: Part | null): void;
}
export type FilterPart = Part;

interface Choice {
  value: string;
  label: string;
}

const NONE: { id: number; name: string }[] = [];

/** The palette is above everything else. */
const ABOVE_PALETTE = getDefaultZIndex('max') + 1;

/** The filters of the search, each a button that shows its choice. */
export function SearchFilters({ filter, onChange, opened, onOpen }: Props) {
  const { t } = useTexts();
  const { data: queueIds = NONE } = useRows('queue');
  const { data: tagIds = NONE } = useRows('tag');
  const { data: userIds = NONE } = useRows('user');
  const period = usePeriod(filter);
  const set = (change: Partial<SearchFilter>) => onChange({ ...filter, ...change });
  const part = (name: Part) => ({
    name: t(`search:filter.${name}`),
    isOpen: opened === name,
    onToggle: (isOpen: boolean) => onOpen(isOpen ? name : null),
  });
  const named = { queueIds, tagIds, userIds };
  return (
    <fieldset className={classes.filters} aria-label={t('search:filter.title')}>
      {(['queueIds', 'tagIds', 'userIds'] as const).map((name) => (
        <Choices
          key={name}
          {...part(name)}
          choices={named[name].map(({ id, name }) => ({ value: String(id), label: name }))}
          chosen={filter[name].map(String)}
          onChange={(values) => set({ [name]: values.map(Number) })}
        />
      ))}
      <Choices
        {...part('kinds')}
        choices={FOUND_KINDS.map((kind) => ({ value: kind, label: t(`search:kinds.${kind}`) }))}
        chosen={filter.kinds}
        onChange={(values) => set({ kinds: FOUND_KINDS.filter((kind) => values.includes(kind)) })}
      />
      <Choices
        {...part('origins')}
        choices={MESSAGE_ORIGINS.map((origin) => ({
          value: origin,
          label: t(`conversation:origins.${origin}`),
        }))}
        chosen={filter.origins}
        onChange={(values) => set({ origins: MESSAGE_ORIGINS.filter((origin) => values.includes(origin)) })}
      />
      <Part {...part('days')} words={period}>
        <Stack gap="xs">
          {(['from', 'to'] as const).map((side) => (
            <DayInput
              key={side}
              label={t(`search:filter.${side}`)}
              value={filter[side]}
              onChange={(day) => set({ [side]: day })}
              popoverProps={{ withinPortal: false }}
              clearable
            />
          ))}
        </Stack>
      </Part>
      {isUnfiltered(filter) ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => onChange(NO_FILTER)}
        >
          {t('search:filter.clear')}
        </Button>
      )}
    </fieldset>
  );
}

interface PartProps {
  name: string;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
}

function Part({
  name,
  words,
  isOpen,
  onToggle,
  children,
}: PartProps & { words: string; children: ReactNode }) {
  return (
    <Popover
      opened={isOpen}
      onChange={onToggle}
      position="bottom-start"
      width={240}
      trapFocus
      returnFocus
      zIndex={ABOVE_PALETTE}
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={words ? 'light' : 'default'}
          className={classes.part}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => onToggle(!isOpen)}
        >
          {words ? `${name}: ${words}` : name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}

function Choices({
  choices,
  chosen,
  onChange,
  ...part
}: PartProps & { choices: Choice[]; chosen: string[]; onChange(values: string[]): void }) {
  const { t } = useTexts();
  const names = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const words = names.length > 1 ? t('search:filter.several', { count: names.length }) : (names[0] ?? '');
  return (
    <Part {...part} words={words}>
      {choices.length === 0 ? (
        <p className={classes.noChoice}>{t('search:filter.none')}</p>
      ) : (
        <ScrollArea.Autosize mah={240} type="auto">
          <Checkbox.Group value={chosen} onChange={onChange} aria-label={part.name}>
            <Stack gap="xs" py={2}>
              {choices.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} size="sm" />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
      )}
    </Part>
  );
}

function usePeriod({ from, to }: SearchFilter): string {
  const { t } = useTexts();
  const format = useFormat();
  const day = (date: string) => format.date(`${date}T00:00:00`);
  if (from && to)
    return from === to ? day(from) : t('search:filter.between', { from: day(from), to: day(to) });
  if (from) return t('search:filter.since', { day: day(from) });
  return to ? t('search:filter.until', { day: day(to) }) : '';
}
