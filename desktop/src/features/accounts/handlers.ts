import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

export function accountHandlers({ host: { accounts } }: CoreServices) {
  return {
    'accounts.list': () => accounts.list(),
    'accounts.add': async () => ({ url: await accounts.add() }),
    'accounts.open': async ({ profile }) => ({ url: await accounts.open(profile) }),
    'accounts.remove': async ({ profile }) => {
      await accounts.remove(profile);
      return null;
    },
  } satisfies Partial<Handlers>;
}
