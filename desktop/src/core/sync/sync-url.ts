import { SYNC_PATH } from '@balcao/shared/sync/frames.ts';

/** Where a server is asked for a live line. */
export function syncUrl(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.pathname = url.pathname.replace(/\/+$/, '') + SYNC_PATH;
  return url.href;
}
