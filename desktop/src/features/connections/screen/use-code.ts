import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect } from 'react';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { isResting, isUnlinked } from './connection-state.tsx';

/**
 * While somebody looks there is a code: the server offers a few and then rests, because most are offered to nobody.
 *
 * @returns whether one is on its way although the connection rests
 */
export function useCode(connection: ConnectionRow): boolean {
  const { mutate: start, isError } = useBridgeCommand('connections.start');
  const isLookedAt = useDocumentVisibility() === 'visible';
  const { id } = connection;
  const hasNone = isUnlinked(connection) && isResting(connection);
  useEffect(() => {
    if (hasNone && isLookedAt) start({ id });
  }, [id, hasNone, isLookedAt, start]);
  return hasNone && !isError;
}
