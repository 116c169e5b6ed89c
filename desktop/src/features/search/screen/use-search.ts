import type { MethodOutput } from '@balcao/shared/bridge/methods.ts';
import type { ChatHit, ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_SEARCH_MIN } from '@balcao/shared/features/contacts/limits.ts';
import { type MessageHit, searchMessages } from '@balcao/shared/features/messages/calls.ts';
import type { SearchFilter } from '@balcao/shared/features/ticket-list/bridge.ts';
import { type TicketFilter, ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { dayStart } from '@balcao/shared/time/local-day.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { REQUEST_DEBOUNCE_MS } from '../../../renderer/kit/limits.ts';

/** A single letter would match half of everything. */
export const MIN_LETTERS = 2;
/** Results of each section, until more are requested. */
const SOME = 5;
const MANY = 40;

export type Section = 'tickets' | 'contacts' | 'messages' | 'chats' | 'chatMessages';
type FoundContact = MethodOutput<'contacts.search'>[number];

/** The rows of one section: this computer's, then those only the server has. */
export interface Found<T> {
  here: T[];
  there: T[];
  hasMore: boolean;
}

export interface SearchResult {
  tickets: Found<TicketItem>;
  contacts: Found<FoundContact>;
  messages: Found<MessageHit>;
  /** These hits are of this computer, which has the newest of every chat. */
  chats: Found<ChatItem>;
  chatMessages: Found<ChatHit>;
  /** What this computer has is found. */
  isHere: boolean;
  isSearching: boolean;
  /** The server did not answer: only what this computer has is shown. */
  isOnlyHere: boolean;
}

/**
 * Searches everything. What the filter cannot be asked of is left out: contacts have neither queue nor day, and
 * conversations no kind; chats none of it.
 *
 * @param withChats the company has chats
 */
export function useSearch(
  search: string,
  filter: SearchFilter,
  whole: Section | null,
  withChats: boolean,
): SearchResult {
  const [settled] = useDebouncedValue(search, REQUEST_DEBOUNCE_MS);
  const { kinds, origins, ...ofTickets } = filter;
  const wantsTickets = kinds.length + origins.length === 0;
  const wantsContacts = wantsTickets && isUnfiltered(filter);
  const limit = (section: Section) => (whole === section ? MANY : SOME);
  const ticketQuery = { status: null, search, filter: ticketFilter.parse(ofTickets) };

  const tickets = useBridgeQuery(
    'tickets.list',
    { ...ticketQuery, limit: limit('tickets') },
    { enabled: wantsTickets },
  );
  const contacts = useBridgeQuery(
    'contacts.search',
    { text: search, limit: limit('contacts') + 1 },
    { enabled: wantsContacts },
  );
  const messages = useBridgeQuery('messages.search', { text: search, limit: limit('messages'), filter });
  const wantsChats = withChats && isUnfiltered(filter);
  const chats = useBridgeQuery('chats.list', { search }, { enabled: wantsChats });
  const inChats = wantsChats ? chats.data : undefined;

  const { otherTickets, otherContacts, otherMessages } = useServerHits(settled, filter, {
    ticketQuery,
    wantsTickets,
    wantsContacts,
  });

  const here = [
    ...(wantsTickets ? [tickets] : []),
    ...(wantsContacts ? [contacts] : []),
    ...(wantsChats ? [chats] : []),
    messages,
  ];
  const asked = [...here, otherTickets, otherContacts, otherMessages];
  /** The server's hits for other words do not belong to this search. */
  const current = <T>({ data, isPlaceholderData }: { data: T | undefined; isPlaceholderData: boolean }) =>
    settled === search && !isPlaceholderData ? data : undefined;
  return {
    tickets: found(
      wantsTickets ? tickets.data?.tickets : [],
      wantsTickets ? current(otherTickets)?.tickets : [],
      limit('tickets'),
      (tickets.data?.ids.length ?? 0) > limit('tickets'),
    ),
    contacts: found(
      wantsContacts ? contacts.data : [],
      wantsContacts
        ? current(otherContacts)?.contacts.map((contact) => ({ ...contact, ticketUuid: null }))
        : [],
      limit('contacts'),
      false,
    ),
    messages: found(
      messages.data?.hits,
      current(otherMessages)?.hits,
      limit('messages'),
      messages.data?.hasMore ?? false,
    ),
    chats: found(inChats?.chats, [], limit('chats'), false),
    chatMessages: found(inChats?.hits, [], limit('chatMessages'), false),
    isHere: here.every(({ isPending }) => !isPending),
    isSearching: settled !== search || asked.some((query) => query.isFetching),
    isOnlyHere: [otherTickets, otherContacts, otherMessages].some((query) => query.isError),
  };
}

interface ServerQuestion {
  ticketQuery: { status: null; search: string; filter: TicketFilter };
  wantsTickets: boolean;
  wantsContacts: boolean;
}

/** What only the server has, once the words have settled. */
function useServerHits(
  settled: string,
  filter: SearchFilter,
  { ticketQuery, wantsTickets, wantsContacts }: ServerQuestion,
) {
  const bridge = useBridge();
  const isAsked = settled.length >= MIN_LETTERS;
  const otherTickets = useQuery({
    queryKey: ['api', 'tickets', 'find', { ...ticketQuery, search: settled }],
    queryFn: () => bridge.invoke('tickets.find', { ...ticketQuery, search: settled, after: null }),
    staleTime: 0,
    enabled: wantsTickets && isAsked,
  });
  const otherContacts = useApiQuery(
    listContacts,
    { query: { searchParam: settled } },
    { enabled: wantsContacts && settled.length >= CONTACT_SEARCH_MIN },
  );
  const otherMessages = useApiQuery(
    searchMessages,
    { query: { searchParam: settled, ...serverFilter(filter) } },
    { enabled: isAsked },
  );
  return { otherTickets, otherContacts, otherMessages };
}

export const isUnfiltered = ({
  kinds,
  origins,
  queueIds,
  tagIds,
  userIds,
  from,
  to,
}: SearchFilter): boolean =>
  [kinds, origins, queueIds, tagIds, userIds].every((chosen) => chosen.length === 0) && !from && !to;

function found<T extends { id: string | number }>(
  here: readonly T[] = [],
  there: readonly T[] = [],
  limit: number,
  hasMoreHere: boolean,
): Found<T> {
  const known = new Set(here.map(({ id }) => id));
  const others = there.filter(({ id }) => !known.has(id));
  return {
    here: here.slice(0, limit),
    there: others.slice(0, limit),
    hasMore: limit < MANY && (hasMoreHere || here.length > limit || others.length > limit),
  };
}

/** Days are those of this computer's calendar, on the server too. */
function serverFilter({ queueIds, tagIds, userIds, kinds, origins, from, to }: SearchFilter) {
  return {
    ...(queueIds.length > 0 ? { queueIds } : {}),
    ...(tagIds.length > 0 ? { tags: tagIds } : {}),
    ...(userIds.length > 0 ? { users: userIds } : {}),
    ...(kinds.length > 0 ? { kinds } : {}),
    ...(origins.length > 0 ? { origins } : {}),
    ...(from ? { from: new Date(dayStart(from)).toISOString() } : {}),
    ...(to ? { to: new Date(dayStart(to, 1)).toISOString() } : {}),
  };
}
