import { AppError } from '@balcao/shared/errors.ts';
import { beginCompanySignIn } from '@balcao/shared/features/auth/oidc.ts';
import { getSignInWays } from '@balcao/shared/features/auth/passkeys.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Waiting } from '../session/browser-sign-in.ts';
import type { CoreServices } from './core-services.ts';

export function sessionHandlers({ session, browserSignIn, http, preferences }: CoreServices) {
  return {
    'session.get': () => session.state(),
    'session.login': async (account) => {
      await session.login(account);
      return session.state();
    },
    'session.beginPasskey': async () => {
      const { passkeyPage } = await http.call(getSignInWays, {}, null);
      if (passkeyPage === null) throw new AppError('ERR_PASSKEYS_OFF');
      const { language } = preferences.get();
      const pageFor = ({ port, ...waiting }: Waiting) =>
        `${passkeyPage}?lang=${language}#${new URLSearchParams({ ...waiting, port: String(port) })}`;
      return { url: await browserSignIn.begin(pageFor) };
    },
    'session.beginCompanySignIn': async ({ email }) => {
      const pageFor = async (waiting: Waiting) =>
        (await http.call(beginCompanySignIn, { body: { email, ...waiting } }, null)).url;
      return { url: await browserSignIn.begin(pageFor) };
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
