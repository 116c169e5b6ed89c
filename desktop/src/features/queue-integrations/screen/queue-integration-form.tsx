import {
  createQueueIntegration,
  type QueueIntegrationDetails,
  updateQueueIntegration,
} from '@balcao/shared/features/queue-integrations/calls.ts';
import { INTEGRATION_TYPES } from '@balcao/shared/features/queue-integrations/row.ts';
import { isTold } from '@balcao/shared/features/queue-integrations/rules.ts';
import { Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { FieldGroup } from './field-group.tsx';
import { DialogflowFields, ReceiverFields, TypebotFields } from './integration-fields.tsx';
import { IntegrationLogo } from './integration-logo.tsx';
import { IntegrationTrialPanel } from './integration-trial.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { fieldsOf, type IntegrationForm, useIntegrationForm } from './use-integration-form.ts';
import { WebhookGuide } from './webhook-guide.tsx';

interface Props {
  /** As it is; null: a new one. */
  integration: QueueIntegrationDetails | null;
  onClose: () => void;
}

export function QueueIntegrationForm({ integration, onClose }: Props) {
  const { t } = useTexts();
  const create = useApiCommand(createQueueIntegration, { quiet: true });
  const update = useApiCommand(updateQueueIntegration, { quiet: true });
  const form = useIntegrationForm(integration);
  useUnsaved(form.isDirty);
  const { type } = form.values;
  const submit = form.onSubmit(async (values) => {
    const fields = fieldsOf(values);
    if (integration) {
      const body = changedFields(fields, integration);
      const saved = update.mutateAsync({ params: { queueIntegrationId: integration.id }, body });
      await whenSaved(saved, t('queueIntegrations:updated'), onClose);
    } else {
      const saved = create.mutateAsync({ body: { ...fields, type } });
      await whenSaved(saved, t('queueIntegrations:created'), onClose);
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormError error={create.error ?? update.error} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TypeSelect form={form} isFixed={integration !== null} />
          <TextInput
            label={t('queueIntegrations:name')}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
        </SimpleGrid>
        {type === 'dialogflow' ? <DialogflowFields form={form} /> : null}
        {isTold(type) ? <ReceiverFields form={form} /> : null}
        {type === 'typebot' ? <TypebotFields form={form} /> : null}
        {isTold(type) ? (
          <FieldGroup title={t('queueIntegrations:groups.signature')}>
            {integration ? (
              <SigningSecret id={integration.id} />
            ) : (
              <Text size="sm">{t('queueIntegrations:secret.later')}</Text>
            )}
            <WebhookGuide />
          </FieldGroup>
        ) : null}
        <IntegrationTrialPanel form={form} id={integration?.id} />
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** A name and its mark; of one that is there it stays. */
function TypeSelect({ form, isFixed }: { form: IntegrationForm; isFixed: boolean }) {
  const { t } = useTexts();
  const { type } = form.values;
  return (
    <Select
      label={t('queueIntegrations:type')}
      description={t(`queueIntegrations:typeHints.${type}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={INTEGRATION_TYPES.map((value) => ({ value, label: t(`queueIntegrations:types.${value}`) }))}
      allowDeselect={false}
      readOnly={isFixed}
      {...(isFixed ? { rightSection: <IconLock size={16} stroke={1.6} aria-hidden /> } : {})}
      leftSection={<IntegrationLogo type={type} small />}
      renderOption={({ option }) => (
        <Group gap="sm">
          <IntegrationLogo type={option.value} small />
          {option.label}
        </Group>
      )}
      {...form.getInputProps('type')}
      // What was wrong in another type's fields is wrong no more.
      onChange={(value) => {
        form.clearErrors();
        if (value) form.setFieldValue('type', value);
      }}
    />
  );
}
