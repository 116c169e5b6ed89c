import { getSignInWays } from '@balcao/shared/features/auth/passkeys.ts';
import { IconFingerprint } from '@tabler/icons-react';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { BrowserSignIn } from './browser-sign-in.tsx';

/** Where the server has a public name: the browser proves the person. */
export function PasskeySignIn() {
  const { t } = useTexts();
  const ways = useApiQuery(getSignInWays, {});
  const begin = useBridgeCommand('session.beginPasskey');
  if (!ways.data?.passkeyPage) return null;
  return (
    <BrowserSignIn
      icon={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
      label={t('auth:passkeys.signIn')}
      isOpening={begin.isPending}
      isWaiting={begin.isSuccess}
      onClick={() => begin.mutate(null, { onSuccess: ({ url }) => window.open(url, '_blank', 'noopener') })}
    />
  );
}
