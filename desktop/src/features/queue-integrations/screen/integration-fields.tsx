import {
  INTEGRATION_LANGUAGES,
  TYPEBOT_DELAY,
  TYPEBOT_EXPIRES,
} from '@balcao/shared/features/queue-integrations/rules.ts';
import { WAIT_SECONDS } from '@balcao/shared/features/responders/ai.ts';
import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SecretField } from '../../../renderer/components/secret-field.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AccountField } from './account-field.tsx';
import { FieldGroup } from './field-group.tsx';
import type { IntegrationForm } from './use-integration-form.ts';

interface Props {
  form: IntegrationForm;
}

export function DialogflowFields({ form }: Props) {
  const { t } = useTexts();
  return (
    <FieldGroup title={t('queueIntegrations:groups.access')}>
      <Pair>
        <TextInput
          label={t('queueIntegrations:projectName')}
          description={t('queueIntegrations:projectNameHint')}
          inputWrapperOrder={ORDER}
          autoComplete="off"
          {...form.getInputProps('projectName')}
        />
        <Select
          label={t('queueIntegrations:language')}
          data={INTEGRATION_LANGUAGES.map((value) => ({
            value,
            label: t(`queueIntegrations:languages.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
      </Pair>
      <AccountField form={form} />
      <Pair>
        <WaitField form={form} />
      </Pair>
    </FieldGroup>
  );
}

/** Asks of n8n and webhooks where they are, and what they want to see. */
export function ReceiverFields({ form }: Props) {
  const { t } = useTexts();
  return (
    <FieldGroup title={t('queueIntegrations:groups.where')}>
      <UrlField form={form} />
      <Pair>
        <TextInput
          label={t('queueIntegrations:headerName')}
          description={t('queueIntegrations:headerNameHint')}
          placeholder="X-Api-Key"
          autoComplete="off"
          {...form.getInputProps('headerName')}
        />
        <SecretField
          label={t('queueIntegrations:headerValue')}
          description={t('queueIntegrations:headerValueHint')}
          kept={form.getInitialValues().headerValue}
          {...form.getInputProps('headerValue')}
          value={form.values.headerValue}
        />
        <WaitField form={form} />
      </Pair>
    </FieldGroup>
  );
}

export function TypebotFields({ form }: Props) {
  const { t } = useTexts();
  return (
    <>
      <FieldGroup title={t('queueIntegrations:groups.where')}>
        <Pair>
          <UrlField form={form} />
          <TextInput
            label={t('queueIntegrations:typebotSlug')}
            description={t('queueIntegrations:typebotSlugHint')}
            inputWrapperOrder={ORDER}
            autoComplete="off"
            {...form.getInputProps('typebotSlug')}
          />
        </Pair>
      </FieldGroup>
      <FieldGroup title={t('queueIntegrations:groups.words')}>
        <Pair>
          {(['typebotKeywordRestart', 'typebotKeywordFinish'] as const).map((field) => (
            <TextInput
              key={field}
              label={t(`queueIntegrations:${field}`)}
              description={t(`queueIntegrations:${field}Hint`)}
              inputWrapperOrder={ORDER}
              autoComplete="off"
              {...form.getInputProps(field)}
            />
          ))}
          {(['typebotRestartMessage', 'typebotUnknownMessage'] as const).map((field) => (
            <Textarea
              key={field}
              label={t(`queueIntegrations:${field}`)}
              description={t(`queueIntegrations:${field}Hint`)}
              inputWrapperOrder={ORDER}
              autosize
              minRows={2}
              maxRows={8}
              {...form.getInputProps(field)}
            />
          ))}
        </Pair>
      </FieldGroup>
      <FieldGroup title={t('queueIntegrations:groups.pace')}>
        <Pair>
          <NumberField form={form} field="typebotExpires" limits={TYPEBOT_EXPIRES} />
          <NumberField form={form} field="typebotDelayMessage" limits={TYPEBOT_DELAY} step={500} />
          <WaitField form={form} />
        </Pair>
      </FieldGroup>
    </>
  );
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const Pair = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
    {children}
  </SimpleGrid>
);

const PLACEHOLDERS = {
  dialogflow: '',
  n8n: 'https://n8n.exemplo.com.br/webhook/…',
  webhook: 'https://api.exemplo.com.br/balcao',
  typebot: 'https://typebot.io',
};

function UrlField({ form }: Props) {
  const { t } = useTexts();
  const { type } = form.values;
  if (type === 'dialogflow') return null;
  return (
    <TextInput
      type="url"
      label={t(`queueIntegrations:url.${type}`)}
      placeholder={PLACEHOLDERS[type]}
      autoComplete="off"
      {...form.getInputProps('urlN8N')}
    />
  );
}

function WaitField({ form }: Props) {
  return <NumberField form={form} field="waitSeconds" limits={WAIT_SECONDS} />;
}

interface NumberProps extends Props {
  field: 'waitSeconds' | 'typebotExpires' | 'typebotDelayMessage';
  limits: { min: number; max: number };
  step?: number;
}

function NumberField({ form, field, limits: { min, max }, step = 1 }: NumberProps) {
  const { t } = useTexts();
  return (
    <NumberInput
      label={t(`queueIntegrations:${field}`)}
      description={t(`queueIntegrations:${field}Hint`)}
      inputWrapperOrder={ORDER}
      min={min}
      max={max}
      step={step}
      allowDecimal={false}
      clampBehavior="strict"
      {...form.getInputProps(field)}
    />
  );
}
