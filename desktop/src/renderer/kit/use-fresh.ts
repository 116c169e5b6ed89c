import type { EntityName } from '@balcao/shared/sync/entities.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBridge } from './bridge-context.tsx';

/** A busy desk changes rows all the time: the page reads again once in so long. */
const REST_MS = 3_000;

/**
 * Reads again what a page has asked the server for when rows have changed of which the answer is made.
 *
 * @param group the first word of the calls' paths
 * @param entities outside the component: it is compared by identity
 */
export function useFresh(group: string, entities: readonly EntityName[]): void {
  const bridge = useBridge();
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const read = () => {
      timer = null;
      void client.invalidateQueries({ queryKey: ['api', group] });
    };
    const stop = bridge.on('db.changed', (changed) => {
      if (entities.some((entity) => changed.entities.includes(entity))) timer ??= setTimeout(read, REST_MS);
    });
    return () => {
      stop();
      if (timer) clearTimeout(timer);
    };
  }, [bridge, client, group, entities]);
}
