import type { Provider, ProviderDeps } from '../provider.ts';
import { WebSession } from './session.ts';

/** Chats on companies' own pages: the messenger is this server itself. */
export function createWebProvider(deps: ProviderDeps): Provider {
  return { start: (lease, wanted) => new WebSession(deps, lease, wanted), async close() {} };
}
