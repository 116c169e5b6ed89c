import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { useBridgeQuery } from './bridge-query.ts';
import { useNarrow } from './use-narrow.ts';
import { useOpenUuid } from './use-open-uuid.ts';

/**
 * Whether the list of tickets is a table over the whole page: for who leads others, by choice, while no conversation is
 * open and there is room. It is possible beside an open conversation too, which then has to go.
 */
export function useTicketTable(user: SessionUser): {
  isPossible: boolean;
  isOffered: boolean;
  isShown: boolean;
} {
  const narrow = useNarrow();
  const openUuid = useOpenUuid();
  const { data: view } = useBridgeQuery('tickets.view', null);
  const isPossible = can(user, 'tickets:viewAll') && !narrow;
  const isOffered = isPossible && openUuid === null;
  return { isPossible, isOffered, isShown: isOffered && view?.layout === 'table' };
}
