import { isWebAddress } from '@balcao/shared/contract/web-address.ts';
import { createWebhook, updateWebhook } from '@balcao/shared/features/webhooks/calls.ts';
import type { WebhookRow } from '@balcao/shared/features/webhooks/row.ts';
import { Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { EventChoice } from './event-choice.tsx';
import { EventGuide } from './event-guide.tsx';
import type { ShownSecret } from './secret-dialog.tsx';

interface Props {
  webhook: WebhookRow | 'new' | null;
  onClose: () => void;
  /** One was made: its secret is shown this once. */
  onSecret: (shown: ShownSecret) => void;
}

export function WebhookDialog({ webhook, onClose, onSecret }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={webhook}
      title={(shown) => (shown === 'new' ? t('webhooks:addTitle') : t('webhooks:editTitle'))}
      size="lg"
      onClose={onClose}
    >
      {(shown) => (
        <WebhookForm webhook={shown === 'new' ? null : shown} onClose={onClose} onSecret={onSecret} />
      )}
    </FormDialog>
  );
}

type FormProps = Omit<Props, 'webhook'> & { webhook: WebhookRow | null };
type Values = Pick<WebhookRow, 'name' | 'url' | 'events' | 'active'>;

const EMPTY: Values = { name: '', url: '', events: [], active: true };

function WebhookForm({ webhook, onClose, onSecret }: FormProps) {
  const { t } = useTexts();
  const rules = useRules();
  const create = useApiCommand(createWebhook, { quiet: true });
  const update = useApiCommand(updateWebhook, { quiet: true });
  const { name, url, events, active } = webhook ?? EMPTY;
  const form = useForm<Values>({
    initialValues: { name, url, events, active },
    validate: {
      name: rules.name,
      url: (text) => rules.required(text) ?? (isWebAddress(text.trim()) ? null : t('webhooks:wrongUrl')),
      events: (chosen) => (chosen.length > 0 ? null : t('webhooks:eventsRequired')),
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async (values) => {
    const fields = { ...values, name: values.name.trim(), url: values.url.trim() };
    if (webhook) {
      const body = changedFields(fields, webhook);
      const saved = update.mutateAsync({ params: { webhookId: webhook.id }, body });
      return whenSaved(saved, t('webhooks:updated'), onClose);
    }
    const making = create.mutateAsync({ body: fields });
    await whenSaved(making, t('webhooks:created'), onClose);
    const made = await making.catch(() => null);
    if (made) onSecret({ name: made.name, secret: made.secret, previousUntil: null });
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <TextInput
          label={t('webhooks:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('webhooks:url')}
          type="url"
          placeholder="https://"
          autoComplete="off"
          {...form.getInputProps('url')}
        />
        <Switch
          label={t('webhooks:active')}
          description={t('webhooks:activeHint')}
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        <EventChoice
          value={form.values.events}
          onChange={(chosen) => form.setFieldValue('events', chosen)}
          error={form.errors.events}
        />
        <EventGuide />
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
