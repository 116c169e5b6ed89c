import {
  getOidc,
  issuer as issuerAddress,
  type OidcSettings,
  updateOidc,
} from '@balcao/shared/features/auth/oidc.ts';
import {
  Alert,
  Button,
  Code,
  CopyButton,
  Group,
  PasswordInput,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Signing in with the company's own accounts, for admins. */
export function OidcTab() {
  const { t } = useTexts();
  const query = useApiQuery(getOidc, {});
  return (
    <QueryView query={query}>
      {({ redirectUri, settings }) => (
        <Section title={t('auth:oidc.title')} hint={t('auth:oidc.about')}>
          <Stack maw={640} mt="md">
            {redirectUri ? (
              <ReturnAddress address={redirectUri} />
            ) : (
              <Alert variant="light" color="yellow">
                {t('auth:oidc.noAddress')}
              </Alert>
            )}
            <OidcForm settings={settings} />
          </Stack>
        </Section>
      )}
    </QueryView>
  );
}

function ReturnAddress({ address }: { address: string }) {
  const { t } = useTexts();
  return (
    <div>
      <Text size="sm">{t('auth:oidc.redirect')}</Text>
      <Group gap="xs">
        <Code>{address}</Code>
        <CopyButton value={address} timeout={1_000}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? t('common:copied') : t('common:copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}

const EMPTY: OidcSettings = {
  enabled: false,
  issuer: '',
  clientId: '',
  provesSecondFactor: false,
  domains: [],
  claim: 'groups',
  admins: [],
  supervisors: [],
  users: [],
  hasSecret: false,
};

function OidcForm({ settings }: { settings: OidcSettings | null }) {
  const { t } = useTexts();
  const rules = useRules();
  const save = useApiCommand(updateOidc, { quiet: true });
  const { hasSecret, ...known } = settings ?? EMPTY;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { ...known, clientSecret: '' },
    validate: {
      issuer: (typed) => (issuerAddress.safeParse(typed.trim()).success ? null : t('auth:oidc.wrongIssuer')),
      clientId: rules.required,
      claim: rules.required,
    },
  });
  const submit = form.onSubmit(({ clientSecret, ...fields }) =>
    save.mutate(
      { body: { ...fields, issuer: fields.issuer.trim(), ...(clientSecret ? { clientSecret } : {}) } },
      { onSuccess: () => showToast(t('auth:oidc.saved')) },
    ),
  );
  const values = (name: 'admins' | 'supervisors' | 'users' | 'domains') => (
    <TagsInput
      label={t(`auth:oidc.${name}`)}
      {...(name === 'domains' ? { description: t('auth:oidc.domainsHint') } : {})}
      {...form.getInputProps(name)}
      key={form.key(name)}
    />
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError error={save.error} />
        <Switch
          label={t('auth:oidc.enabled')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
          key={form.key('enabled')}
        />
        <TextInput
          label={t('auth:oidc.issuer')}
          placeholder="https://login.empresa.com.br"
          {...form.getInputProps('issuer')}
          key={form.key('issuer')}
        />
        <TextInput
          label={t('auth:oidc.clientId')}
          {...form.getInputProps('clientId')}
          key={form.key('clientId')}
        />
        <PasswordInput
          label={t('auth:oidc.clientSecret')}
          {...(hasSecret ? { description: t('auth:oidc.secretKept') } : {})}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('common:showSecret') }}
          {...form.getInputProps('clientSecret')}
          key={form.key('clientSecret')}
        />
        <Switch
          label={t('auth:oidc.provesSecondFactor')}
          description={t('auth:oidc.provesSecondFactorHint')}
          {...form.getInputProps('provesSecondFactor', { type: 'checkbox' })}
          key={form.key('provesSecondFactor')}
        />
        {values('domains')}
        <TextInput
          label={t('auth:oidc.claim')}
          description={t('auth:oidc.claimHint')}
          {...form.getInputProps('claim')}
          key={form.key('claim')}
        />
        <Text size="sm" c="var(--text-muted)">
          {t('auth:oidc.valuesHint')}
        </Text>
        {values('admins')}
        {values('supervisors')}
        {values('users')}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
