import { DOCS_PATH } from '@balcao/shared/contract/openapi.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { CONNECTION_KINDS } from '@balcao/shared/features/connections/channel.ts';
import { COLOR_SCHEMES } from '@balcao/shared/features/preferences/bridge.ts';
import { can } from '@balcao/shared/permissions.ts';
import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import { isActionsGroup, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconApi,
  IconAt,
  IconClockPause,
  IconDeviceDesktop,
  IconDeviceMobileMessage,
  IconHelp,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconRefresh,
  IconRobot,
  IconSearch,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useRefresh } from '../../../renderer/app/layout/use-refresh.ts';
import { pagesOf } from '../../../renderer/app/pages.tsx';
import { useLogout } from '../../../renderer/app/use-logout.ts';
import { ticketPath } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { keepChosen, paletteStore } from '../../../renderer/kit/palette-store.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useOpenConversation } from '../../../renderer/kit/use-open-conversation.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useColleagueCommands } from '../../chats/screen/use-colleague-commands.tsx';
import { answerPath, answersFor } from '../../helps/screen/answers.ts';
import { useOpenTicketCommands } from '../../ticket-list/screen/acts/use-open-ticket-commands.tsx';
import classes from './command-palette.module.css';
import { paletteFilter } from './palette-filter.ts';
import { type FilterPart, NO_FILTER, SearchFilters } from './search-filters.tsx';
import { type SearchProps, SearchResults } from './search-results.tsx';
import { isUnfiltered, LEAST_LETTERS } from './use-search.ts';

const LIST_ICONS = { chatbot: IconRobot, snoozed: IconClockPause };
const SCHEME_ICONS = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

/**
 * Everything that this person may open, do or find, by typing: Ctrl/Cmd+K, also while writing. Conversations, contacts,
 * messages and chats are searched from the second letter on.
 */
export function CommandPalette({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState(NO_FILTER);
  const [part, setPart] = useState<FilterPart | null>(null);
  const search = query.trim();
  const answers = useAnswerCommands(user);
  const colleagues = useColleagueCommands(user);
  const commands = paletteFilter(query, [
    ...useOpenTicketCommands(user),
    ...usePageCommands(user),
    useActionCommands(user),
    // As many as there are colleagues: only for whoever looks for one.
    ...(search === '' ? [] : colleagues),
    // Whoever has not typed anything has no question yet.
    ...(search === '' ? [] : [answers]),
  ]);
  /** Whether the choice stays where it is, whatever the server adds; until then it is the first entry. */
  const settled = useRef(false);
  const isSearch = search.length >= LEAST_LETTERS;
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

function usePageCommands(user: SessionUser): SpotlightActionGroupData[] {
  const { t } = useTexts();
  const pages = pagesOf(user);
  return (['service', 'management', 'administration', 'platform', 'personal'] as const).map((group) => ({
    group: t(`layout:groups.${group}`),
    actions: pages
      .filter((page) => page.group === group)
      .map(({ title, path, icon: Icon }) => ({
        id: path,
        label: t(title),
        leftSection: <Icon size={18} stroke={1.6} aria-hidden />,
        onClick: () => navigate(path),
      })),
  }));
}

function useAnswerCommands(user: SessionUser): SpotlightActionGroupData {
  const { t } = useTexts();
  return {
    group: t('helps:title'),
    actions: answersFor(user).map((answer) => ({
      id: answerPath(answer),
      label: t(`helps:answers.${answer.key}.question`),
      leftSection: <IconHelp size={18} stroke={1.6} aria-hidden />,
      onClick: () => navigate(answerPath(answer)),
    })),
  };
}

function useActionCommands(user: SessionUser): SpotlightActionGroupData {
  const { t } = useTexts();
  const leave = useLogout();
  const refresh = useRefresh();
  const show = useLayoutDialogs((state) => state.show);
  const showList = useTicketsView((view) => view.show);
  const { mutate: save } = useBridgeCommand('settings.set');
  const { data: session } = useBridgeQuery('session.get', null);
  const icon = (Icon: typeof IconUser) => <Icon size={18} stroke={1.6} aria-hidden />;
  return {
    group: t('layout:palette.actions'),
    actions: [
      {
        id: 'refresh',
        label: t('layout:refresh'),
        leftSection: icon(IconRefresh),
        onClick: refresh,
      },
      {
        id: 'profile',
        label: t('layout:editProfile'),
        leftSection: icon(IconUser),
        onClick: () => show('profile'),
      },
      {
        id: 'mentions',
        label: t('layout:mentions.title'),
        leftSection: icon(IconAt),
        onClick: () => show('mentions'),
      },
      ...(['chatbot', 'snoozed'] as const).map((list) => ({
        id: list,
        label: t(`tickets:tabs.${list}`),
        leftSection: icon(LIST_ICONS[list]),
        onClick: () => {
          navigate('/tickets');
          showList(list);
        },
      })),
      ...(can(user, 'queues:manage')
        ? [
            {
              id: 'tryBot',
              label: t('queues:phone.try'),
              leftSection: icon(IconDeviceMobileMessage),
              onClick: () => navigate('/queues/try'),
            },
          ]
        : []),
      ...(can(user, 'connections:manage') && user.company.plan?.useExternalApi
        ? [
            {
              id: 'apiReference',
              label: t('messagesApi:reference.open'),
              leftSection: icon(IconApi),
              onClick: () => window.open(`${session?.serverUrl ?? ''}${DOCS_PATH}`, '_blank', 'noopener'),
            },
          ]
        : []),
      ...(can(user, 'connections:manage')
        ? CONNECTION_KINDS.map((kind) => ({
            id: `connect-${kind}`,
            label: t('connections:connect', { kind: t(`connections:kind.${kind}`) }),
            leftSection: icon(IconPlugConnected),
            onClick: () => navigate(`/connections/${kind}`),
          }))
        : []),
      {
        id: 'shortcuts',
        label: t('layout:shortcuts.title'),
        leftSection: icon(IconKeyboard),
        onClick: () => show('shortcuts'),
      },
      ...COLOR_SCHEMES.map((colorScheme) => ({
        id: `theme-${colorScheme}`,
        label: `${t('layout:theme')}: ${t(`layout:themes.${colorScheme}`)}`,
        leftSection: icon(SCHEME_ICONS[colorScheme]),
        onClick: () => save({ colorScheme }),
      })),
      ...LANGUAGES.map((language) => ({
        id: `language-${language}`,
        label: `${t('common:language')}: ${t(`common:languages.${language}`)}`,
        leftSection: icon(IconLanguage),
        onClick: () => save({ language }),
      })),
      { id: 'logout', label: t('layout:logout'), leftSection: icon(IconLogout), onClick: leave },
    ],
  };
}
