import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { DEFAULT_WAIT_LIMITS, type WaitLimits } from '@balcao/shared/features/queues/wait-limits.ts';
import type { ListDensity } from '@balcao/shared/features/ticket-list/bridge.ts';
import { useMemo } from 'react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTicketTable } from '../../../../renderer/kit/use-ticket-table.ts';

/** Lines below each other, or the cells of a table. */
type RowShape = ListDensity | 'table';

/** The heights of a row, in pixels. */
export const ROW_PX: Record<RowShape, number> = { compact: 64, comfortable: 84, table: 44 };

/** What rows show besides what was said: in words where there is a line for it, else as small marks with their names. */
export interface RowLook {
  shape: RowShape;
  /** With a single one nobody asks which it is. */
  hasManyConnections: boolean;
  /** Compact rows do not show this agent on the agent's own tickets. */
  ownUserId: number;
  /** How long customers may wait, by queue. */
  waitLimits: ReadonlyMap<number, WaitLimits>;
}

/** The agent's choice; also where no row is drawn yet. */
export function useRowShape(user: SessionUser): RowShape {
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { isShown: isTable } = useTicketTable(user);
  return isTable ? 'table' : (settings?.listDensity ?? 'compact');
}

/** The same object until something of it changes, so that no row is drawn again. */
export function useRowLook(user: SessionUser): RowLook {
  const shape = useRowShape(user);
  const { data: queues } = useRows('queue');
  const { data: connections } = useRows('connection');
  const hasManyConnections = (connections?.length ?? 0) > 1;
  const ownUserId = user.id;
  const waitLimits = useMemo(() => new Map(queues?.map((queue) => [queue.id, queue])), [queues]);
  return useMemo(
    () => ({ shape, hasManyConnections, ownUserId, waitLimits }),
    [shape, hasManyConnections, ownUserId, waitLimits],
  );
}

export const waitLimitsOf = ({ waitLimits }: RowLook, queueId: number | null): WaitLimits =>
  (queueId === null ? undefined : waitLimits.get(queueId)) ?? DEFAULT_WAIT_LIMITS;
