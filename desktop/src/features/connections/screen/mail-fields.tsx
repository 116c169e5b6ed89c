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
import { MAIL_OPENINGS, MAIL_PROVIDERS, type MailProvider, SERVERS_OF } from './mail-values.ts';
import type { ConnectionForm } from './use-connection-form.ts';

interface Props {
  form: ConnectionForm;
}

/** The mailbox that is linked. What is kept is not shown again: whoever changes it types all of it. */
export function MailFields({ form, connection }: Props & { connection: ConnectionDetails | null }) {
  const { t } = useTexts();
  const [provider, setProvider] = useState<MailProvider>('gmail');
  const { opens } = form.getValues().mail;
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
        <TextInput
          label={t('connections:mail.user')}
          description={t('connections:mail.userHint')}
          autoComplete="off"
          {...form.getInputProps('mail.user')}
        />
        <Select
          label={t('connections:mail.opens')}
          description={t('connections:mail.opensHint')}
          data={MAIL_OPENINGS.map((value) => ({ value, label: t(`connections:mail.openings.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('mail.opens')}
        />
        {opens === 'password' ? <Secret form={form} name="password" /> : null}
      </SimpleGrid>
      {opens === 'password' ? null : <TokenFields form={form} />}
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

function Secret({ form, name }: Props & { name: 'password' | 'clientSecret' | 'refreshToken' }) {
  const { t } = useTexts();
  return (
    <PasswordInput
      label={t(`connections:mail.${name}`)}
      description={t(`connections:mail.${name === 'password' ? 'passwordHint' : 'secretHint'}`)}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('common:showSecret') }}
      {...form.getInputProps(`mail.${name}`)}
    />
  );
}

/** What the company has registered at the provider, and the consent that the provider gave for the mailbox. */
function TokenFields({ form }: Props) {
  const { t } = useTexts();
  const isMicrosoft = form.getValues().mail.opens === 'microsoft';
  return (
    <Fieldset legend={t('connections:mail.tokens')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t(isMicrosoft ? 'connections:mail.microsoftTokens' : 'connections:mail.googleTokens')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('connections:mail.clientId')}
          autoComplete="off"
          {...form.getInputProps('mail.clientId')}
        />
        {isMicrosoft ? (
          <TextInput
            label={t('connections:mail.tenant')}
            description={t('connections:mail.tenantHint')}
            autoComplete="off"
            {...form.getInputProps('mail.tenant')}
          />
        ) : null}
        <Secret form={form} name="clientSecret" />
        <Secret form={form} name="refreshToken" />
      </SimpleGrid>
    </Fieldset>
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
