import { useFormat } from '../../../renderer/kit/format.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';

export const minutesSince = (since: string): number =>
  Math.max(0, (serverNow().getTime() - Date.parse(since)) / 60_000);

/** How long it has been, in words. */
export function useSince(): (since: string) => string {
  const format = useFormat();
  return (since) => format.duration(minutesSince(since), 'long');
}
