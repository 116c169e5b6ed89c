import type { SessionState } from '@balcao/shared/bridge/methods.ts';
import { readServerAddress } from '@balcao/shared/domain/server-address.ts';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'wouter';
import { useBridgeCommand } from '../../kit/bridge-query.ts';
import { useThrownText } from '../../kit/error-text.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

/** The first question of a console: its server's address, before any password. */
export function ServerPage({ session }: { session: SessionState }) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const choose = useBridgeCommand('server.choose', { quiet: true });
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
      subtitle={t('auth:chooseServer.subtitle')}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          size="md"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          label={t('auth:chooseServer.address')}
          placeholder={t('auth:chooseServer.placeholder')}
          {...form.getInputProps('address')}
          error={error}
        />
        <Button type="submit" size="md" fullWidth loading={choose.isPending} loaderProps={{ type: 'dots' }}>
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
