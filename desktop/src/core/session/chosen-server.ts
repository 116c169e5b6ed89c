import { readServerAddress } from '@balcao/shared/contract/server-address.ts';
import type { SettingsStore } from '../../hosts/host.ts';

const KEY = 'serverUrl';

/** The server that a person chose on this computer; '' until then. The file may have been edited. */
export function chosenServer(settings: Pick<SettingsStore, 'get'>): string {
  const stored = settings.get(KEY);
  const read = readServerAddress(typeof stored === 'string' ? stored : '');
  return 'url' in read ? read.url : '';
}

export const chooseServer = (settings: Pick<SettingsStore, 'set'>, url: string): void =>
  settings.set(KEY, url);
