import { TITLE } from '@balcao/shared/contract/limits.ts';
import {
  createQueueOption,
  OPTION_ACTIONS,
  type QueueOption,
  updateQueueOption,
} from '@balcao/shared/features/queues/options.ts';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type AttachedFile, FileField, isOnItsWay } from '../../../renderer/components/file-field.tsx';
import { useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { TemplateField } from '../../../renderer/components/template-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import classes from './queues.module.css';

interface Props {
  /** Null: a new one at the end of the level. */
  option: QueueOption | null;
  queueId: number;
  parentId: number | null;
  onClose: () => void;
}

interface FormValues {
  title: string;
  message: string;
  file: AttachedFile | null;
  action: QueueOption['action'];
  forwardQueueId: string | null;
}

export function OptionEditor({ option, queueId, parentId, onClose }: Props) {
  const { t } = useTexts();
  const rules = useRules();
  const create = useApiCommand(createQueueOption, { quiet: true });
  const update = useApiCommand(updateQueueOption, { quiet: true });
  const form = useForm<FormValues>({
    initialValues: {
      title: option?.title ?? '',
      message: option?.message ?? '',
      file: option?.media ? { mediaId: option.media.id, name: option.media.name } : null,
      action: option?.action ?? 'people',
      forwardQueueId: option?.forwardQueueId ? String(option.forwardQueueId) : null,
    },
    validate: {
      title: rules.within(TITLE),
      forwardQueueId: (chosen, { action }) => (action === 'queue' ? rules.required(chosen ?? '') : null),
    },
  });
  const hasLevel = (option?.children.length ?? 0) > 0;
  useUnsaved(form.isDirty, 'option');
  const submit = form.onSubmit(async ({ file, forwardQueueId, ...values }) => {
    const fields = {
      ...values,
      title: values.title.trim(),
      mediaId: file?.mediaId ?? null,
      forwardQueueId: values.action === 'queue' ? Number(forwardQueueId) : null,
    };
    const before = option && { ...option, mediaId: option.media?.id ?? null };
    const saved = before
      ? update.mutateAsync({ params: { optionId: before.id }, body: changedFields(fields, before) })
      : create.mutateAsync({ body: { ...fields, queueId, parentId } });
    await whenSaved(saved, t('queues:menu.saved'), onClose);
  });

  return (
    <form className={classes.editor} onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormError error={create.error ?? update.error} />
        <TextInput
          label={t('queues:menu.title')}
          autoFocus
          autoComplete="off"
          {...form.getInputProps('title')}
        />
        <TemplateField
          label={t('queues:menu.message')}
          description={t('queues:menu.messageHint')}
          {...form.getInputProps('message')}
          value={form.values.message}
        />
        <FileField label={t('queues:menu.file')} {...form.getInputProps('file')} value={form.values.file} />
        {hasLevel ? (
          <Text size="sm" c="dimmed">
            {t('queues:menu.followsLevel')}
          </Text>
        ) : (
          <WhatFollows form={form} queueId={queueId} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            size="xs"
            loading={create.isPending || update.isPending || isOnItsWay(form.values.file)}
          >
            {t('queues:menu.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What comes after an option that has nothing below it. */
function WhatFollows({ form, queueId }: { form: UseFormReturnType<FormValues>; queueId: number }) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const others = queues.filter(({ id }) => id !== queueId);
  return (
    <Group align="flex-start" grow>
      <Select
        label={t('queues:menu.action.label')}
        data={OPTION_ACTIONS.map((value) => ({ value, label: t(`queues:menu.action.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('action')}
      />
      {form.values.action === 'queue' ? (
        <Select
          label={t('queues:menu.forward')}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          {...form.getInputProps('forwardQueueId')}
        />
      ) : null}
    </Group>
  );
}
