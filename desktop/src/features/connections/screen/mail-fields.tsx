import type { ConnectionDetails } from '@balcao/shared/features/connections/calls.ts';
import { LINE_SECURITIES } from '@balcao/shared/features/connections/credentials.ts';
import {
  Fieldset,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { MAIL_PROVIDERS, type MailProvider, SERVERS_OF } from './mail-values.ts';
import type { ConnectionForm } from './use-connection-form.ts';

interface Props {
  form: ConnectionForm;
}

/** The mailbox that is linked. What is kept is not shown again: whoever changes it types all of it. */
export function MailFields({ form, connection }: Props & { connection: ConnectionDetails | null }) {
  const { t } = useTexts();
  const [provider, setProvider] = useState<MailProvider>('gmail');
  const choose = (chosen: MailProvider) => {
    setProvider(chosen);
    form.setFieldValue('mail', { ...form.getValues().mail, ...SERVERS_OF[chosen] });
  };
  return (
    <Stack gap="sm">
      {connection?.hasCredentials ? (
        <Text size="sm" c="dimmed">
          {t('connections:mail.kept')}
        </Text>
      ) : null}
      <div>
        <SegmentedControl
          fullWidth
          aria-label={t('connections:mail.provider')}
          data={MAIL_PROVIDERS.map((value) => ({ value, label: t(`connections:mail.${value}`) }))}
          value={provider}
          onChange={(value) => choose(value as MailProvider)}
        />
        <Text size="sm" c="dimmed" mt={4}>
          {t(`connections:mail.${provider}Hint`)}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="email"
          label={t('connections:mail.address')}
          description={t('connections:mail.addressHint')}
          autoComplete="off"
          {...form.getInputProps('mail.address')}
        />
        <TextInput
          label={t('connections:mail.fromName')}
          description={t('connections:mail.fromNameHint')}
          {...form.getInputProps('mail.fromName')}
        />
        <PasswordInput
          label={t('connections:mail.password')}
          description={t('connections:mail.passwordHint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common:showSecret') }}
          {...form.getInputProps('mail.password')}
        />
        <TextInput
          label={t('connections:mail.user')}
          description={t('connections:mail.userHint')}
          autoComplete="off"
          {...form.getInputProps('mail.user')}
        />
      </SimpleGrid>
      {provider === 'own' ? (
        <>
          <Server form={form} of="imap" />
          <Server form={form} of="smtp" />
        </>
      ) : null}
      <TextInput
        label={t('connections:mail.folder')}
        description={t('connections:mail.folderHint')}
        {...form.getInputProps('mail.folder')}
      />
      <Textarea
        label={t('connections:mail.signature')}
        description={t('connections:mail.signatureHint')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('mail.signature')}
      />
      <Switch
        label={t('connections:mail.tagged')}
        description={t('connections:mail.taggedHint')}
        {...form.getInputProps('mail.tagged', { type: 'checkbox' })}
      />
    </Stack>
  );
}

function Server({ form, of }: Props & { of: 'imap' | 'smtp' }) {
  const { t } = useTexts();
  return (
    <Fieldset legend={t(`connections:mail.${of}`)}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput label={t('connections:mail.host')} {...form.getInputProps(`mail.${of}Host`)} />
        <NumberInput
          label={t('connections:mail.port')}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          {...form.getInputProps(`mail.${of}Port`)}
        />
        <Select
          label={t('connections:mail.security')}
          data={LINE_SECURITIES.map((value) => ({ value, label: t(`connections:mail.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps(`mail.${of}Security`)}
        />
      </SimpleGrid>
    </Fieldset>
  );
}
