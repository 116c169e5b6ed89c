import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { useBridgeQuery } from '../../../app/bridge-query.ts';
import { useListQuery } from './use-list-query.ts';
import { useStepKeys } from './use-step-keys.ts';
import { useTicketCommands } from './use-ticket-commands.ts';
import { useTicketList } from './use-ticket-list.ts';

/** The keys that lead through the list, where a narrow window shows the conversation alone. */
export function StepKeys({ user, openUuid }: { user: SessionUser; openUuid: string }) {
  const { query, view } = useListQuery();
  const { ids } = useTicketList(query, view.ready);
  const { data: open } = useBridgeQuery('tickets.get', { uuid: openUuid });
  const { run } = useTicketCommands(user);
  useStepKeys({
    ids,
    openId: open?.id ?? null,
    reveal: () => {},
    open: (ticket) => run('open', ticket),
  });
  return null;
}
