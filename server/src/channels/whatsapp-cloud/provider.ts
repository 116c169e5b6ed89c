import type { Provider, ProviderDeps } from '../provider.ts';
import { CloudSession } from './session.ts';

/** Runs numbers on Meta's Cloud API, which calls us at each connection's public address. */
export function createCloudProvider(deps: ProviderDeps): Provider {
  return { start: (lease, wanted) => new CloudSession(deps, lease, wanted), close: async () => {} };
}
