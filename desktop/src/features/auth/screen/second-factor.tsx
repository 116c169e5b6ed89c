import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  type SessionUser,
} from '@balcao/shared/features/auth/calls.ts';
import { Alert, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toDataURL } from 'qrcode';
import { useEffect, useRef } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useThrownText } from '../../../renderer/kit/error-text.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './auth.module.css';
import { PasswordForm } from './password-form.tsx';

/** Two-step verification of the person who is signed in: switched on with the password and an authenticator, off with the password. */
export function SecondFactor({ user }: { user: Pick<SessionUser, 'secondFactor'> }) {
  return user.secondFactor ? <SwitchOff /> : <SwitchOn />;
}

function SwitchOn() {
  const { t } = useTexts();
  const begin = useApiCommand(beginSecondFactor, { quiet: true });
  const confirm = useApiCommand(confirmSecondFactor, { quiet: true });
  const refresh = useBridgeCommand('session.refreshUser');
  if (confirm.data)
    return <RecoveryCodes codes={confirm.data.recoveryCodes} onGone={() => refresh.mutate(null)} />;
  if (!begin.data)
    return (
      <PasswordForm
        about={t('auth:factor.about')}
        button={{ children: t('auth:factor.begin') }}
        error={begin.error}
        pending={begin.isPending}
        onPassword={(password) => begin.mutate({ body: { password } })}
      />
    );
  return (
    <Pairing
      {...begin.data}
      error={confirm.error}
      pending={confirm.isPending}
      onCode={(code) => confirm.mutate({ body: { code } })}
    />
  );
}

interface PairingProps {
  secret: string;
  otpauthUrl: string;
  error: unknown;
  pending: boolean;
  onCode: (code: string) => void;
}

function Pairing({ secret, otpauthUrl, error, pending, onCode }: PairingProps) {
  const { t } = useTexts();
  const rules = useRules();
  const thrownText = useThrownText();
  const { data: picture } = useQuery({
    queryKey: ['qr', otpauthUrl],
    queryFn: () => toDataURL(otpauthUrl, { width: 200, margin: 1 }),
    gcTime: 0,
  });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: rules.required },
  });
  return (
    <form onSubmit={form.onSubmit(({ code }) => onCode(code.trim()))} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t('auth:factor.scan')}</Text>
        {picture ? <img src={picture} alt={t('auth:factor.qr')} width={200} height={200} /> : null}
        <Text size="sm">
          {t('auth:factor.orType')} <Code>{secret}</Code>
        </Text>
        <TextInput
          label={t('auth:code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
          error={form.errors.code ?? (error ? thrownText(error) : undefined)}
          data-autofocus
          autoFocus
          key={form.key('code')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={pending}>
            {t('auth:factor.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Shown this once: a user without the phone signs in with one of them. The rest of the screen is updated afterwards. */
function RecoveryCodes({ codes, onGone }: { codes: string[]; onGone: () => void }) {
  const { t } = useTexts();
  const gone = useRef(onGone);
  useEffect(() => () => gone.current(), []);
  return (
    <Stack gap="sm">
      <Alert color="green" variant="light" icon={<IconShieldCheck aria-hidden />} role="status">
        {t('auth:factor.on')}
      </Alert>
      <Text size="sm">{t('auth:factor.recovery')}</Text>
      <div className={classes.codes}>
        {codes.map((code) => (
          <span key={code}>{code}</span>
        ))}
      </div>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={codes.join('\n')} timeout={1_000}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('common:copied') : t('common:copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onGone}>{t('auth:factor.kept')}</Button>
      </Group>
    </Stack>
  );
}

function SwitchOff() {
  const { t } = useTexts();
  const end = useApiCommand(endSecondFactor, { quiet: true });
  const refresh = useBridgeCommand('session.refreshUser');
  const onEnded = () => {
    refresh.mutate(null);
  };
  return (
    <PasswordForm
      about={t('auth:factor.isOn')}
      button={{ children: t('auth:factor.off'), variant: 'default' }}
      error={end.error}
      pending={end.isPending}
      onPassword={(password) => end.mutate({ body: { password } }, { onSuccess: onEnded })}
    />
  );
}
