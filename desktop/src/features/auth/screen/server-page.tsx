import { readServerAddress } from '@balcao/shared/contract/server-address.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'wouter';
import { useAccounts } from '../../../renderer/components/accounts/use-accounts.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useThrownText } from '../../../renderer/kit/error-text.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

/** The first question of a console: its server's address, before any password. */
export function ServerPage({ session }: { session: SessionState }) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const choose = useBridgeCommand('server.choose', { quiet: true });
  const known = useKnownServers();
  const form = useForm({
    initialValues: { address: session.serverUrl },
    validate: {
      address: (address) => {
        const read = readServerAddress(address);
        return 'problem' in read ? t(`auth:chooseServer.${read.problem}`) : null;
      },
    },
  });
  // When it has worked this page is gone: the screen is connected again.
  const submit = form.onSubmit(({ address }) => choose.mutate({ address }));
  const error = form.errors.address ?? (choose.isError ? thrownText(choose.error) : null);
  return (
    <AuthFrame
      session={session}
      title={t('auth:chooseServer.title')}
      subtitle={t(known.length > 0 ? 'auth:chooseServer.subtitleKnown' : 'auth:chooseServer.subtitle')}
    >
      {known.length > 0 ? (
        <Stack gap="xs" mt="lg" role="group" aria-label={t('auth:chooseServer.known')}>
          {known.map(({ url, company }, index) => (
            <Button
              key={url}
              size="md"
              variant={index === 0 ? 'filled' : 'default'}
              autoFocus={index === 0}
              disabled={choose.isPending}
              onClick={() => choose.mutate({ address: url })}
            >
              {[company, url.replace(/^https?:\/\//, '')].filter(Boolean).join(' · ')}
            </Button>
          ))}
        </Stack>
      ) : null}
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          size="md"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known.length === 0}
          label={t('auth:chooseServer.address')}
          placeholder={t('auth:chooseServer.placeholder')}
          {...form.getInputProps('address')}
          error={error}
        />
        <Button
          type="submit"
          size="md"
          variant={known.length > 0 ? 'default' : 'filled'}
          fullWidth
          loading={choose.isPending}
          loaderProps={{ type: 'dots' }}
        >
          {choose.isPending ? t('auth:chooseServer.submitting') : t('auth:chooseServer.submit')}
        </Button>
      </form>
      {session.serverUrl ? (
        <nav className={classes.links} aria-label={t('auth:others')}>
          <Anchor component={Link} href="/login">
            {t('auth:chooseServer.back', { url: session.serverUrl })}
          </Anchor>
        </nav>
      ) : null}
    </AuthFrame>
  );
}

/** Those of the other accounts of this computer, the one that was added last first: one click leads to the sign-in. */
function useKnownServers(): { url: string; company: string | null }[] {
  const others = useAccounts().filter(({ own, serverUrl }) => !own && serverUrl !== '');
  const newest = others.toReversed();
  return newest
    .filter(({ serverUrl }, index) => newest.findIndex((one) => one.serverUrl === serverUrl) === index)
    .map(({ serverUrl, company }) => ({ url: serverUrl, company }));
}
