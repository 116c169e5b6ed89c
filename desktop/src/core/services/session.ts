import { AppError } from '@balcao/shared/errors.ts';
import { getSignInWays } from '@balcao/shared/features/auth/passkeys.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from './core-services.ts';

export function sessionHandlers({ session, browserSignIn, http }: CoreServices) {
  return {
    'session.get': () => session.state(),
    'session.login': async (account) => {
      await session.login(account);
      return session.state();
    },
    'session.beginPasskey': async () => {
      const { passkeyPage } = await http.call(getSignInWays, {}, null);
      if (passkeyPage === null) throw new AppError('ERR_PASSKEYS_OFF');
      return { url: await browserSignIn.begin(passkeyPage) };
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
