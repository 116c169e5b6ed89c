import { isActionsGroup, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ticketPath } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import type { PaletteGroup } from '../../../renderer/kit/palette-groups.ts';
import { keepChosen, paletteStore } from '../../../renderer/kit/palette-store.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useOpenConversation } from '../../../renderer/kit/use-open-conversation.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './command-palette.module.css';
import { paletteFilter } from './palette-filter.ts';
import { type FilterPart, NO_FILTER, SearchFilters } from './search-filters.tsx';
import { type SearchProps, SearchResults } from './search-results.tsx';
import { isUnfiltered, MIN_LETTERS } from './use-search.ts';

/**
 * Everything that this person may open, do or find, by typing: Ctrl/Cmd+K, also while writing. Conversations, contacts,
 * messages and chats are searched from the second letter on.
 */
export function CommandPalette({ user, groups }: ForUser & { groups: readonly PaletteGroup[] }) {
  const { t } = useTexts();
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState(NO_FILTER);
  const [part, setPart] = useState<FilterPart | null>(null);
  const search = query.trim();
  const found = paletteFilter(
    query,
    t('layout:sameWords'),
    groups
      .filter(({ place }) => search !== '' || place !== 'typed')
      .map(({ heading, actions }) => ({ group: heading, actions: [...actions] })),
  );
  const mostOf = new Map(groups.map(({ heading, most }) => [heading, most]));
  const commands = found.map((entry) =>
    isActionsGroup(entry) ? { ...entry, actions: entry.actions.slice(0, mostOf.get(entry.group)) } : entry,
  );
  /** Whether the choice stays where it is, whatever the server adds; until then it is the first entry. */
  const settled = useRef(false);
  const isSearch = search.length >= MIN_LETTERS;
  const offered = isUnfiltered(filter) ? commands : [];

  return (
    <Spotlight.Root
      store={paletteStore}
      classNames={{ action: classes.action }}
      attributes={{ content: { 'aria-label': t('layout:palette.title') } }}
      shortcut="mod + K"
      tagsToIgnore={[]}
      query={query}
      onQueryChange={(text) => {
        setQuery(text);
        settled.current = false;
      }}
      onSpotlightClose={() => {
        setFilter(NO_FILTER);
        setPart(null);
      }}
      closeOnEscape={part === null}
      scrollable
      size={680}
      maxHeight="min(560px, calc(100dvh - 190px))"
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={t('layout:palette.search')}
        aria-label={t('layout:palette.search')}
        maxLength={200}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown' || key === 'ArrowUp') settled.current = true;
        }}
      />
      {isSearch ? (
        <SearchFilters filter={filter} opened={part} onOpen={setPart} onChange={setFilter} />
      ) : null}
      <Spotlight.ActionsList>
        {offered.map(commandGroup)}
        {isSearch ? (
          <FoundEverywhere
            search={search}
            filter={filter}
            hasChats={user.company.plan?.useInternalChat ?? false}
            isBelowOthers={offered.length > 0}
            onShown={(isHere) => {
              const isChosen = keepChosen(settled.current);
              settled.current ||= isHere && isChosen;
            }}
          />
        ) : null}
        {!isSearch && commands.length === 0 ? (
          <Spotlight.Empty>{t('common:noResults')}</Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** @param number of the message to which it leads */
const chatPath = (uuid: string, number?: number): string =>
  number === undefined ? `/chats/${uuid}` : `/chats/${uuid}?m=${number}`;

function commandGroup(entry: ReturnType<typeof paletteFilter>[number]) {
  if (!isActionsGroup(entry)) return null;
  return (
    <Spotlight.ActionsGroup key={entry.group} label={entry.group}>
      {entry.actions.map(({ id, ...action }) => (
        <Spotlight.Action key={id} highlightQuery {...action} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

/** Opens a result in its place: a message in its conversation or chat, a contact in its newest conversation. */
function FoundEverywhere({
  hasChats,
  ...props
}: Omit<SearchProps, 'onTicket' | 'onContact' | 'onMessage' | 'onChat'> & { hasChats: boolean }) {
  const find = useTicketsView((view) => view.find);
  const openConversation = useOpenConversation();
  return (
    <SearchResults
      {...props}
      onTicket={(uuid) => navigate(ticketPath(uuid))}
      onContact={(contact) =>
        contact.ticketUuid ? navigate(ticketPath(contact.ticketUuid)) : openConversation(contact)
      }
      onMessage={({ ticketUuid, createdAt, id }) => {
        find({ ticketUuid, key: { createdAt, id } });
        navigate(ticketPath(ticketUuid));
      }}
      onChat={hasChats ? (uuid, number) => navigate(chatPath(uuid, number)) : null}
    />
  );
}
