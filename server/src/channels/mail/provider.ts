import type { Provider, ProviderDeps } from '../provider.ts';
import { MailSession } from './session.ts';

/** Runs mailboxes, which are asked by IMAP and send by SMTP: nobody calls us, so it needs no address that others reach. */
export function createMailProvider(deps: ProviderDeps): Provider {
  return { start: (lease, wanted) => new MailSession(deps, lease, wanted), close: async () => {} };
}
