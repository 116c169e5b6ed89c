import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { activeParts, type TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { Pill, UnstyledButton } from '@mantine/core';
import { useFormat } from '../../../../renderer/kit/format.ts';
import type { TicketTab } from '../../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import type { useListView } from '../use-list-view.ts';
import { SaveView } from '../views/save-view.tsx';
import classes from './list-head.module.css';
import { useFilterChoices } from './use-filter-choices.ts';
import { useSourceChoices } from './use-source-choices.ts';

interface Props {
  user: SessionUser;
  tab: TicketTab;
  view: ReturnType<typeof useListView>;
}

/** The neutral value of each part. */
const OFF: TicketFilter = {
  all: true,
  queueIds: [],
  tagIds: [],
  userIds: [],
  connectionIds: [],
  sources: [],
  statuses: [],
  from: null,
  to: null,
  unread: false,
  unanswered: false,
  deadline: null,
};

/** Why the list is shorter than it could be, each reason with a way to take it back. */
export function FilterChips({ user, tab, view: { filter, setFilter, clearFilter } }: Props) {
  const { t } = useTexts();
  const wordsOf = useWords(filter);
  const parts = activeParts(filter).filter((part) => part !== 'statuses' || tab === 'search');
  if (parts.length === 0) return null;
  return (
    <fieldset className={classes.chips} aria-label={t('tickets:filter.title')}>
      {parts.map((part) => {
        const words = wordsOf(part);
        return (
          <Pill
            key={part}
            withRemoveButton
            className={classes.chip}
            title={words}
            removeButtonProps={{
              'aria-label': t('tickets:filter.remove', { name: words }),
              tabIndex: 0,
              'aria-hidden': false,
            }}
            onRemove={() => setFilter({ [part]: OFF[part] })}
          >
            {words}
          </Pill>
        );
      })}
      {parts.length > 1 ? (
        <UnstyledButton className={classes.clear} onClick={clearFilter}>
          {t('tickets:filter.clear')}
        </UnstyledButton>
      ) : null}
      <SaveView user={user} />
    </fieldset>
  );
}

function useWords(filter: TicketFilter): (part: keyof TicketFilter) => string {
  const { t } = useTexts();
  const format = useFormat();
  const choices = useFilterChoices();
  const sources = useSourceChoices();
  const names = (part: 'queueIds' | 'tagIds' | 'userIds' | 'connectionIds') =>
    filter[part].flatMap((id) => choices[part].find((choice) => choice.id === id)?.name ?? []).join(', ');
  const day = (date: string | null) => (date ? format.date(`${date}T00:00:00`) : '');
  return (part) => {
    switch (part) {
      case 'all':
        return t('tickets:filter.mine');
      case 'unread':
        return t('tickets:filter.unread');
      case 'unanswered':
        return t('tickets:filter.unanswered');
      case 'deadline':
        return filter.deadline ? t(`deadlines:filter.${filter.deadline}`) : '';
      case 'from':
        return t('tickets:filter.fromDay', { day: day(filter.from) });
      case 'to':
        return t('tickets:filter.toDay', { day: day(filter.to) });
      case 'statuses':
        return filter.statuses.map((status) => t(`tickets:status.${status}`)).join(', ');
      case 'sources':
        return filter.sources
          .map((source) => sources.find(({ value }) => value === source)?.label ?? t('tickets:filter.gone'))
          .join(', ');
      case 'queueIds':
      case 'tagIds':
      case 'userIds':
      case 'connectionIds':
        return names(part) || t('tickets:filter.gone');
    }
  };
}
