import { getSignInWays } from '@balcao/shared/features/auth/passkeys.ts';
import { Button, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Where the server has a public name: the browser proves the person, and this page is gone once it has worked. */
export function PasskeySignIn() {
  const { t } = useTexts();
  const ways = useApiQuery(getSignInWays, {});
  const begin = useBridgeCommand('session.beginPasskey');
  if (!ways.data?.passkeyPage) return null;
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
        loading={begin.isPending}
        onClick={() => begin.mutate(null, { onSuccess: ({ url }) => window.open(url, '_blank', 'noopener') })}
      >
        {t('auth:passkeys.signIn')}
      </Button>
      {begin.isSuccess ? (
        <Text size="sm" c="var(--text-muted)" role="status">
          {t('auth:passkeys.waiting')}
        </Text>
      ) : null}
    </>
  );
}
