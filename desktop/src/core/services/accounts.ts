import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

export function accountHandlers({ host: { accounts } }: Desk) {
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
