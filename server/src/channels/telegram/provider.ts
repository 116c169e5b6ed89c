import type { Provider, ProviderDeps } from '../provider.ts';
import { TelegramSession } from './session.ts';

/** Runs bots over Telegram's Bot API, which is asked and never calls: it needs no address that others reach. */
export function createTelegramProvider(deps: ProviderDeps): Provider {
  return { start: (lease, wanted) => new TelegramSession(deps, lease, wanted), close: async () => {} };
}
