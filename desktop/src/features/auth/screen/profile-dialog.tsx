import { ENDED_SESSIONS_KEPT_DAYS } from '@balcao/shared/features/auth/limits.ts';
import { updateUser } from '@balcao/shared/features/users/calls.ts';
import { PasswordInput, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { SessionList } from '../../../renderer/components/session-list.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The own name, e-mail, password, second factor and sign-ins. */
export function ProfileDialog({ user }: ForUser) {
  const { t } = useTexts();
  const { open, close } = useLayoutDialogs();
  return (
    <FormDialog
      value={open === 'profile' ? user : null}
      title={() => t('auth:profile.title')}
      size="md"
      onClose={close}
    >
      {(shown) => (
        <Tabs defaultValue="profile">
          <Tabs.List mb="md">
            <Tabs.Tab value="profile">{t('auth:profile.data')}</Tabs.Tab>
            <Tabs.Tab value="factor">{t('auth:profile.security')}</Tabs.Tab>
            <Tabs.Tab value="sessions">{t('auth:profile.sessions')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="profile">
            <ProfileForm user={shown} onClose={close} />
          </Tabs.Panel>
          <Tabs.Panel value="factor">
            <SecondFactor user={shown} />
            <Passkeys />
          </Tabs.Panel>
          <Tabs.Panel value="sessions">
            <OwnSessions user={shown} />
          </Tabs.Panel>
        </Tabs>
      )}
    </FormDialog>
  );
}

/** A sign-in ends the one before, so that no other is left to be ended here. */
function OwnSessions({ user }: ForUser) {
  const { t } = useTexts();
  return (
    <>
      <Text size="sm" c="var(--text-muted)">
        {t('auth:sessions.about', { days: ENDED_SESSIONS_KEPT_DAYS })}
      </Text>
      <SessionList userId={user.id} />
    </>
  );
}

function ProfileForm({ user, onClose }: ForUser & { onClose: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const update = useApiCommand(updateUser, { quiet: true });
  const refresh = useBridgeCommand('session.refreshUser');
  const form = useForm({
    initialValues: { name: user.name, email: user.email, password: '', currentPassword: '' },
    validate: {
      name: rules.name,
      email: rules.email,
      password: (password) => (password ? rules.password(password) : null),
      currentPassword: (current, values) => (needsPassword(values) ? rules.required(current) : null),
    },
  });
  useUnsaved(form.isDirty);
  const needsPassword = ({ email, password }: { email: string; password: string }) =>
    password !== '' || email.trim().toLowerCase() !== user.email;
  const sensitive = needsPassword(form.values);

  const submit = form.onSubmit(({ name, email, password, currentPassword }) =>
    update.mutate(
      {
        params: { userId: user.id },
        body: {
          name,
          ...(sensitive ? { email: email.trim(), currentPassword } : {}),
          ...(password ? { password } : {}),
        },
      },
      {
        onSuccess: () => {
          showToast(t('auth:profileSaved'));
          refresh.mutate(null);
          onClose();
        },
      },
    ),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError error={update.error} />
        <TextInput
          label={t('auth:yourName')}
          autoComplete="name"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          type="email"
          label={t('auth:email')}
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('auth:newPassword')}
          description={t('auth:newPasswordHint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
          {...form.getInputProps('password')}
        />
        {sensitive ? (
          <PasswordInput
            label={t('auth:currentPassword')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
            {...form.getInputProps('currentPassword')}
          />
        ) : null}
        <FormActions saving={update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
