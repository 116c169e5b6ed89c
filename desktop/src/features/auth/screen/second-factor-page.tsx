import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { Anchor, Box, Text } from '@mantine/core';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The company demands a second factor: this is all that is open until it is set up. */
export function SecondFactorPage({ session }: { session: SessionState }) {
  const { t } = useTexts();
  const logout = useBridgeCommand('session.logout');
  return (
    <AuthFrame session={session} title={t('auth:factor.title')} subtitle={t('auth:factor.demanded')}>
      <Box mt="lg">
        <SecondFactor user={{ secondFactor: false }} />
        <Text size="sm" c="var(--text-muted)" mt="sm">
          {t('auth:factor.noPassword')}
        </Text>
      </Box>
      <div className={classes.links}>
        <Anchor component="button" type="button" onClick={() => logout.mutate(null)}>
          {t('auth:factor.later')}
        </Anchor>
      </div>
    </AuthFrame>
  );
}
