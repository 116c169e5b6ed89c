import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from './core-services.ts';

export function sessionHandlers({ session }: CoreServices) {
  return {
    'session.get': () => session.state(),
    'session.login': async (account) => {
      await session.login(account);
      return session.state();
    },
    'session.refreshUser': async () => {
      await session.refreshUser();
      return session.state();
    },
    'session.logout': async () => {
      await session.logout();
      return session.state();
    },
  } satisfies Partial<Handlers>;
}
