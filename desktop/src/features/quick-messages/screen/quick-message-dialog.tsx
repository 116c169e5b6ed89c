import {
  createQuickMessage,
  type QuickMessageView,
  updateQuickMessage,
} from '@balcao/shared/features/quick-messages/calls.ts';
import { SHORTCODE_MAX_CHARS } from '@balcao/shared/features/quick-messages/limits.ts';
import { plainShortcode } from '@balcao/shared/features/quick-messages/row.ts';
import { Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type AttachedFile, FileField, isOnItsWay } from '../../../renderer/components/file-field.tsx';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { TemplateField } from '../../../renderer/components/template-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { type QuickMessageStart, useNewQuickMessage } from '../../../renderer/kit/new-quick-message-store.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  quick: QuickMessageView | null;
  /** The person who is looking: what is for everybody becomes a person's own again by its author only. */
  own: number;
  onClose: () => void;
}

export function QuickMessageDialog({ quick, own, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog value={quick} title={() => t('quickMessages:editTitle')} onClose={onClose}>
      {(shown) => <QuickMessageForm quick={shown} start={shown} own={own} onClose={onClose} />}
    </FormDialog>
  );
}

/** A new one, from any page, which may begin with a text that is there already. */
export function NewQuickMessageDialog({ user }: ForUser) {
  const { t } = useTexts();
  const { asked, close } = useNewQuickMessage();
  return (
    <FormDialog value={asked} title={() => t('quickMessages:addTitle')} onClose={close}>
      {(start) => <QuickMessageForm quick={null} start={start} own={user.id} onClose={close} />}
    </FormDialog>
  );
}

interface FormProps {
  quick: QuickMessageView | null;
  start: QuickMessageStart;
  own: number;
  onClose: () => void;
}

function QuickMessageForm({ quick, start, own, onClose }: FormProps) {
  const { t } = useTexts();
  const queues = useRows('queue');
  const rules = useRules();
  const create = useApiCommand(createQuickMessage, { quiet: true });
  const update = useApiCommand(updateQuickMessage, { quiet: true });
  const form = useForm({
    initialValues: {
      shortcode: start.shortcode,
      message: start.message,
      file: quick?.media
        ? { mediaId: quick.media.id, name: quick.media.name }
        : (null as AttachedFile | null),
      geral: quick?.geral ?? false,
      queueId: quick?.queueId ? String(quick.queueId) : null,
      status: quick?.status ?? true,
    },
    validate: {
      shortcode: (text) => {
        const shortcode = plainShortcode(text);
        if (shortcode === '') return t('quickMessages:shortcodeRequired');
        return rules.atMost(SHORTCODE_MAX_CHARS)(shortcode);
      },
    },
  });
  const submit = form.onSubmit(async ({ file, queueId, ...values }) => {
    const fields = {
      ...values,
      shortcode: plainShortcode(values.shortcode),
      queueId: values.geral && queueId ? Number(queueId) : null,
      mediaId: file?.mediaId ?? null,
    };
    const before = quick && { ...quick, mediaId: quick.media?.id ?? null };
    const saved = before
      ? update.mutateAsync({ params: { quickMessageId: before.id }, body: changedFields(fields, before) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, t('quickMessages:saved'), ({ message }) => {
      onClose();
      start.onSaved?.(message);
    });
  });

  return (
    <RecordForm
      isUnsaved={form.isDirty}
      onSubmit={submit}
      commands={[create, update]}
      isWaiting={isOnItsWay(form.values.file)}
      onClose={onClose}
    >
      <TextInput
        label={t('quickMessages:shortcode')}
        description={t('quickMessages:shortcodeHint')}
        leftSection="/"
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('shortcode')}
        onChange={(event) => form.setFieldValue('shortcode', event.currentTarget.value.replace(/^\/+/, ''))}
      />
      <TemplateField
        label={t('quickMessages:message')}
        minRows={4}
        {...form.getInputProps('message')}
        value={form.values.message}
      />
      <FileField label={t('quickMessages:file')} {...form.getInputProps('file')} value={form.values.file} />
      <Switch
        label={t('quickMessages:geral')}
        description={t('quickMessages:geralHint')}
        disabled={quick?.geral === true && quick.userId !== own}
        {...form.getInputProps('geral', { type: 'checkbox' })}
      />
      {form.values.geral ? (
        <Select
          label={t('quickMessages:queue')}
          description={t('quickMessages:queueHint')}
          placeholder={t('quickMessages:everybody')}
          data={(queues.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          clearable
          clearButtonProps={{ 'aria-label': t('common:clear') }}
          {...form.getInputProps('queueId')}
        />
      ) : null}
      <Switch
        label={t('quickMessages:status')}
        description={t('quickMessages:statusHint')}
        {...form.getInputProps('status', { type: 'checkbox' })}
      />
    </RecordForm>
  );
}
