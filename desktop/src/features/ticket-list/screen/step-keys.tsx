import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useTicketCommands } from './acts/use-ticket-commands.ts';
import { useListQuery } from './use-list-query.ts';
import { AHEAD_ROWS, useShownTickets } from './use-shown-tickets.ts';
import { useStepKeys } from './use-step-keys.ts';
import type { ListQuery } from './use-ticket-list.ts';

interface Props {
  user: SessionUser;
  openUuid: string;
}

/** The keys that lead through the list, where a narrow window shows the conversation alone. */
export function StepKeys(props: Props) {
  const { query, view } = useListQuery();
  const searchIn = useTicketsView((shown) => shown.searchIn);
  const listsMessages = query.tab === 'search' && searchIn === 'messages';
  return view.ready && !listsMessages ? <Steps {...props} query={query} /> : null;
}

function Steps({ user, openUuid, query }: Props & { query: ListQuery }) {
  const { ids, hasMore, onEnd } = useShownTickets(query);
  const { data: open } = useBridgeQuery('tickets.get', { uuid: openUuid });
  const { run } = useTicketCommands(user);
  useStepKeys({
    ids,
    openId: open?.id ?? null,
    // The list does not scroll there: a step near the end loads the next rows.
    reveal: (index) => {
      if (hasMore && index >= ids.length - AHEAD_ROWS) onEnd();
    },
    open: (ticket) => run('open', ticket),
  });
  return null;
}
