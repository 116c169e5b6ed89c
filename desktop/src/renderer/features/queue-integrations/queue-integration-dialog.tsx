import { createQueueIntegration, updateQueueIntegration } from '@balcao/shared/api/queue-integrations.ts';
import type { QueueIntegrationRow } from '@balcao/shared/model/queue-integration.ts';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormActions } from '../../components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../components/form-dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { changedFields } from '../../kit/changed-fields.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { whenSaved } from '../../kit/when-saved.ts';

interface Props {
  queueIntegration: QueueIntegrationRow | 'new' | null;
  onClose: () => void;
}

export function QueueIntegrationDialog({ queueIntegration, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={queueIntegration}
      title={(shown) =>
        shown === 'new' ? t('queueIntegrations:addTitle') : t('queueIntegrations:editTitle')
      }
      size="md"
      onClose={onClose}
    >
      {(shown) => (
        <QueueIntegrationForm queueIntegration={shown === 'new' ? null : shown} onClose={onClose} />
      )}
    </FormDialog>
  );
}

function QueueIntegrationForm({
  queueIntegration,
  onClose,
}: {
  queueIntegration: QueueIntegrationRow | null;
  onClose: () => void;
}) {
  const { t } = useTexts();
  const create = useApiCommand(createQueueIntegration, { quiet: true });
  const update = useApiCommand(updateQueueIntegration, { quiet: true });
  const form = useForm({
    initialValues: { name: queueIntegration?.name ?? '' },
    validate: {
      name: (name) => {
        if (name.trim().length === 0) return t('queueIntegrations:nameRequired');
        return name.trim().length > 100 ? t('common:rules.tooLong') : null;
      },
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async ({ name }) => {
    const fields = { name: name.trim() };
    const saved = queueIntegration
      ? update.mutateAsync({
          params: { queueIntegrationId: queueIntegration.id },
          body: changedFields(fields, queueIntegration),
        })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, queueIntegration ? t('common:updated') : t('common:success'), onClose);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <TextInput
          label={t('queueIntegrations:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
