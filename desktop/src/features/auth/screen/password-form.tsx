import { Button, type ButtonProps, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  about?: string;
  button: Pick<ButtonProps, 'children' | 'variant'>;
  error: unknown;
  pending: boolean;
  onPassword: (password: string) => void;
}

/** A stranger at an unattended console must change nothing about how its person signs in. */
export function PasswordForm({ about, button, error, pending, onPassword }: Props) {
  const { t } = useTexts();
  const rules = useRules();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: rules.required },
  });
  return (
    <form onSubmit={form.onSubmit(({ password }) => onPassword(password))} noValidate>
      <Stack gap="sm">
        <FormError error={error} />
        {about ? <Text size="sm">{about}</Text> : null}
        <PasswordInput
          label={t('auth:currentPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={pending} {...button} />
        </Group>
      </Stack>
    </form>
  );
}
