import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';

/** A busy desk changes tickets all the time: the page reads again once in so long. */
const REST_MS = 3_000;

/** Reads the ratings again when a ticket has changed, as it does with each mark and each word about one. */
export function useFreshRatings(): void {
  const bridge = useBridge();
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const read = () => {
      timer = null;
      void client.invalidateQueries({ queryKey: ['api', 'ratings'] });
    };
    const stop = bridge.on('db.changed', ({ entities }) => {
      if (entities.includes('ticket')) timer ??= setTimeout(read, REST_MS);
    });
    return () => {
      stop();
      if (timer) clearTimeout(timer);
    };
  }, [bridge, client]);
}
