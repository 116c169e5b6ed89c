import type { Provider, ProviderDeps } from '../provider.ts';
import { HubSession } from './session.ts';

/** Runs channels of NotificaMe Hub, which calls us: so it needs an address that others reach. */
export function createHubProvider(deps: ProviderDeps): Provider {
  return { start: (lease, wanted) => new HubSession(deps, lease, wanted), close: async () => {} };
}
