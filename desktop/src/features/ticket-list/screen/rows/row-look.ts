import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { DEFAULT_WAIT_LIMITS, type WaitLimits } from '@balcao/shared/features/queues/wait-limits.ts';
import type { ListDensity } from '@balcao/shared/features/ticket-list/bridge.ts';
import { can } from '@balcao/shared/permissions.ts';
import { useMemo } from 'react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';

/** The heights of a row, in pixels. */
export const ROW_PX: Record<ListDensity, number> = { compact: 64, comfortable: 84 };

/** What rows say in words. The rest, the same on all of them, is a small mark with its name. */
export interface RowLook {
  density: ListDensity;
  saysQueue: boolean;
  saysConnection: boolean;
  /** This agent's own tickets need no name; null: all are named. */
  unnamedUserId: number | null;
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
  const seenQueues = can(user, 'tickets:viewAll') ? (queues?.length ?? 0) : user.queues.length;
  const isWordy = density === 'comfortable';
  const saysQueue = isWordy || seenQueues > 1;
  const saysConnection = isWordy || (connections?.length ?? 0) > 1;
  const unnamedUserId = isWordy ? null : user.id;
  const waitLimits = useMemo(() => new Map(queues?.map((queue) => [queue.id, queue])), [queues]);
  return useMemo(
    () => ({ density, saysQueue, saysConnection, unnamedUserId, waitLimits }),
    [density, saysQueue, saysConnection, unnamedUserId, waitLimits],
  );
}

export const waitLimitsOf = ({ waitLimits }: RowLook, queueId: number | null): WaitLimits =>
  (queueId === null ? undefined : waitLimits.get(queueId)) ?? DEFAULT_WAIT_LIMITS;
