import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { useBridgeQuery } from './bridge-query.ts';
import { useNarrow } from './use-narrow.ts';
import { useOpenUuid } from './use-open-uuid.ts';

/**
 * Whether the list of tickets is a table over the whole page: for who leads others, by choice, while no conversation is
 * open and there is room.
 */
export function useTicketTable(user: SessionUser): { isOffered: boolean; isShown: boolean } {
  const narrow = useNarrow();
  const openUuid = useOpenUuid();
  const { data: view } = useBridgeQuery('tickets.view', null);
  const isOffered = can(user, 'tickets:viewAll') && openUuid === null && !narrow;
  return { isOffered, isShown: isOffered && view?.layout === 'table' };
}
