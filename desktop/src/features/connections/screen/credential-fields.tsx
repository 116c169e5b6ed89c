import type { ConnectionDetails } from '@balcao/shared/features/connections/calls.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CREDENTIAL_FIELDS, type CredentialField } from './credentials.ts';
import type { ConnectionForm } from './use-connection-form.ts';
import { WebhookToEnter } from './webhook-to-enter.tsx';

interface Props {
  form: ConnectionForm;
  connection: ConnectionDetails | null;
}

/** What the account is linked with, for kinds that are linked so, and what its owner enters at the messenger. */
export function CredentialFields({ form, connection }: Props) {
  return (
    <>
      {CREDENTIAL_FIELDS[form.values.kind].map((field) => (
        <CredentialInput key={field} field={field} form={form} connection={connection} />
      ))}
      {connection?.webhook ? <WebhookToEnter webhook={connection.webhook} /> : null}
    </>
  );
}

function CredentialInput({ field, form, connection }: Props & { field: CredentialField }) {
  const { t } = useTexts();
  const props = {
    label: t(`connections:credentials.${field}.label`),
    description: t(`connections:credentials.${field}.hint`),
    // Whether this one was given nobody knows any more.
    placeholder:
      connection?.hasCredentials && field !== 'businessAccountId' ? t('connections:credentials.kept') : '',
    autoComplete: 'off',
    ...form.getInputProps(field),
  };
  // Anybody may see it: it opens nothing.
  return field === 'phoneNumberId' || field === 'businessAccountId' ? (
    <TextInput inputMode="numeric" {...props} />
  ) : (
    <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('common:showSecret') }} {...props} />
  );
}
