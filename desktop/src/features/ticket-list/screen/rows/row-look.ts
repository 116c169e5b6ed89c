import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { DEFAULT_WAIT_LIMITS, type WaitLimits } from '@balcao/shared/features/queues/wait-limits.ts';
import type { ListDensity } from '@balcao/shared/features/ticket-list/bridge.ts';
import { useMemo } from 'react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';

/** The heights of a row, in pixels. */
export const ROW_PX: Record<ListDensity, number> = { compact: 64, comfortable: 84 };

/** What rows show besides what was said: in words where there is a line for it, else as small marks with their names. */
export interface RowLook {
  density: ListDensity;
  /** With a single one nobody asks which it is. */
  hasManyConnections: boolean;
  /** Compact rows do not show this agent on the agent's own tickets. */
  ownUserId: number;
  /** How long customers may wait, by queue. */
  waitLimits: ReadonlyMap<number, WaitLimits>;
}

/** The agent's choice; also where no row is drawn yet. */
export function useListDensity(): ListDensity {
  const { data: settings } = useBridgeQuery('settings.get', null);
  return settings?.listDensity ?? 'compact';
}

/** The same object until something of it changes, so that no row is drawn again. */
export function useRowLook(user: SessionUser): RowLook {
  const density = useListDensity();
  const { data: queues } = useRows('queue');
  const { data: connections } = useRows('connection');
  const hasManyConnections = (connections?.length ?? 0) > 1;
  const ownUserId = user.id;
  const waitLimits = useMemo(() => new Map(queues?.map((queue) => [queue.id, queue])), [queues]);
  return useMemo(
    () => ({ density, hasManyConnections, ownUserId, waitLimits }),
    [density, hasManyConnections, ownUserId, waitLimits],
  );
}

export const waitLimitsOf = ({ waitLimits }: RowLook, queueId: number | null): WaitLimits =>
  (queueId === null ? undefined : waitLimits.get(queueId)) ?? DEFAULT_WAIT_LIMITS;
