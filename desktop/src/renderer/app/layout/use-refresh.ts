import { useQueryClient } from '@tanstack/react-query';
import { useBridgeCommand } from '../../kit/bridge-query.ts';

/**
 * Reloads everything: contacts the server at once instead of at the next attempt, and refetches every answer on the
 * screen.
 */
export function useRefresh(): () => void {
  const client = useQueryClient();
  const { mutate: retry } = useBridgeCommand('sync.retry');
  return () => {
    retry(null);
    void client.invalidateQueries();
  };
}
