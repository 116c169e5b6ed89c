import { BOT_SILENCE_ACTIONS, type ConnectionDetails } from '@balcao/shared/features/connections/calls.ts';
import { CONNECTION_KINDS, channelOf, DEFAULT_CHANNEL } from '@balcao/shared/features/connections/channel.ts';
import {
  Button,
  CopyButton,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { BotSelects } from '../../../renderer/components/bot-selects.tsx';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { TemplateField } from '../../../renderer/components/template-field.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { isLinkedByPhone } from './connection-state.tsx';
import classes from './connections.module.css';
import { CredentialFields } from './credential-fields.tsx';
import { HubFields } from './hub-fields.tsx';
import { MailFields } from './mail-fields.tsx';
import type { ConnectionForm, FormValues } from './use-connection-form.ts';

interface Props {
  form: ConnectionForm;
}

export function GeneralFields({ form, connection }: Props & { connection: ConnectionDetails | null }) {
  const { t } = useTexts();
  const queues = useQueueChoices();
  const isOnlyDefault = connection?.isDefault === true;
  const { kind } = form.values;
  const mayBeDefault = channelOf(kind) === DEFAULT_CHANNEL;
  return (
    <Stack>
      {connection ? null : (
        <Select
          label={t('connections:kind.label')}
          data={CONNECTION_KINDS.map((value) => ({ value, label: t(`connections:kind.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
      )}
      <TextInput
        label={t('connections:name')}
        description={t('connections:nameHint')}
        placeholder={t('connections:namePlaceholder')}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <CredentialFields form={form} connection={connection} />
      {kind === 'hub' ? <HubFields form={form} connection={connection} /> : null}
      {kind === 'mail' ? <MailFields form={form} connection={connection} /> : null}
      <Switch
        label={t('connections:isDefault')}
        description={
          isOnlyDefault
            ? t('connections:isDefaultFixed')
            : t(mayBeDefault ? 'connections:isDefaultHint' : 'connections:isDefaultOnly')
        }
        disabled={isOnlyDefault || !mayBeDefault}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
      <MultiSelect
        label={t('connections:queues')}
        description={t('connections:queuesHint')}
        data={queues}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        {...form.getInputProps('queueIds')}
      />
      <Message form={form} field="greetingMessage" />
      {isLinkedByPhone({ kind }) ? (
        <DayInput
          label={t('connections:importSince')}
          description={t('connections:importSinceHint')}
          maxDate={new Date()}
          {...form.getInputProps('importSince')}
        />
      ) : null}
    </Stack>
  );
}

export function TextFields({ form }: Props) {
  return (
    <Stack>
      <Message form={form} field="completionMessage" />
      <Message form={form} field="outOfHoursMessage" />
      <Message form={form} field="ratingMessage" />
    </Stack>
  );
}

export function AutomationFields({ form }: Props) {
  const { t } = useTexts();
  const queues = useQueueChoices();
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('connections:redirectQueue')}
          description={t('connections:redirectQueueHint')}
          data={queues}
          clearable
          clearButtonProps={{ 'aria-label': t('common:clear') }}
          {...form.getInputProps('redirectQueueId')}
        />
        <Minutes form={form} field="redirectMinutes" />
        <NumberInput
          label={t('connections:botSends')}
          description={t('connections:botSendsHint')}
          min={1}
          max={20}
          allowDecimal={false}
          clampBehavior="strict"
          {...form.getInputProps('botSends')}
        />
        <Minutes form={form} field="botIntervalMinutes" />
        <Minutes form={form} field="botSilenceMinutes" />
        <Select
          label={t('connections:botSilenceAction.label')}
          description={t('connections:botSilenceAction.hint')}
          data={BOT_SILENCE_ACTIONS.map((value) => ({
            value,
            label: t(`connections:botSilenceAction.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('botSilenceAction')}
        />
        <Minutes form={form} field="closeAfterMinutes" />
      </SimpleGrid>
      <Message form={form} field="inactivityMessage" />
      <BotSelects of="connection" bots={form.values} onChange={form.setValues} />
    </Stack>
  );
}

/** The token for the company's own programs. */
export function ProgramFields({ form, hasToken }: Props & { hasToken: boolean }) {
  const { t } = useTexts();
  const { token } = form.getValues();
  const [generate, remove] = [
    () => form.setFieldValue('token', newToken()),
    () => form.setFieldValue('token', ''),
  ];
  const isThere = token === undefined ? hasToken : token !== '';
  return (
    <Stack>
      <div>
        <Text fw={500}>{t('connections:token')}</Text>
        <Text size="sm" c="dimmed">
          {t('connections:tokenHint')}
        </Text>
      </div>
      {token ? (
        <Group gap="xs" wrap="nowrap">
          <TextInput
            className={classes.token}
            aria-label={t('connections:token')}
            value={token}
            readOnly
            flex={1}
            description={t('connections:tokenOnce')}
            inputWrapperOrder={['input', 'description']}
          />
          <CopyButton value={token} timeout={1_000}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} style={{ alignSelf: 'flex-start' }}>
                {copied ? t('common:copied') : t('common:copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      ) : (
        <Text size="sm">{isThere ? t('connections:tokenThere') : t('connections:tokenNone')}</Text>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={generate}>
          {isThere ? t('connections:tokenReplace') : t('connections:tokenCreate')}
        </Button>
        {isThere ? (
          <Button variant="default" c="var(--danger)" onClick={remove}>
            {t('connections:tokenRemove')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

/** 256 bits, as text that survives every copy. */
function newToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

function useQueueChoices() {
  const queues = useRows('queue');
  return (queues.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}

type TextField = Extract<keyof FormValues, `${string}Message`>;

function Message({ form, field }: Props & { field: TextField }) {
  const { t } = useTexts();
  return (
    <TemplateField
      label={t(`connections:texts.${field}.label`)}
      description={t(`connections:texts.${field}.hint`)}
      {...form.getInputProps(field)}
      value={form.values[field]}
    />
  );
}

type MinutesField = Extract<keyof FormValues, `${string}Minutes`>;

function Minutes({ form, field }: Props & { field: MinutesField }) {
  const { t } = useTexts();
  return (
    <NumberInput
      label={t(`connections:minutes.${field}.label`)}
      description={t(`connections:minutes.${field}.hint`)}
      min={0}
      max={43_200}
      allowDecimal={false}
      clampBehavior="strict"
      {...form.getInputProps(field)}
    />
  );
}
