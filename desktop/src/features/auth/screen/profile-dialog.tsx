import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { updateUser } from '@balcao/shared/features/users/calls.ts';
import { PasswordInput, Stack, Tabs, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { SecondFactor } from './second-factor.tsx';

interface Props {
  user: SessionUser;
  opened: boolean;
  onClose: () => void;
}

/** The own name, e-mail, password and second factor. */
export function ProfileDialog({ user, opened, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={opened ? user : null}
      title={() => t('auth:profile.title')}
      size="md"
      onClose={onClose}
    >
      {(shown) => (
        <Tabs defaultValue="profile">
          <Tabs.List mb="md">
            <Tabs.Tab value="profile">{t('auth:profile.data')}</Tabs.Tab>
            <Tabs.Tab value="factor">{t('auth:profile.security')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="profile">
            <ProfileForm user={shown} onClose={onClose} />
          </Tabs.Panel>
          <Tabs.Panel value="factor">
            <SecondFactor user={shown} />
          </Tabs.Panel>
        </Tabs>
      )}
    </FormDialog>
  );
}

function ProfileForm({ user, onClose }: Pick<Props, 'user' | 'onClose'>) {
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
