import { createTag, type TagView, updateTag } from '@balcao/shared/features/tags/calls.ts';
import { TAG_NAME } from '@balcao/shared/features/tags/limits.ts';
import { PALETTE } from '@balcao/shared/features/tags/palette.ts';
import { Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ColorPalette } from '../../../renderer/components/color-palette.tsx';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  tag: TagView | 'new' | null;
  mayMakeLanes: boolean;
  onClose: () => void;
}

/** Name, colour and, for users who may, whether it is a lane. */
export function TagDialog({ tag, mayMakeLanes, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={tag}
      title={(shown) => (shown === 'new' ? t('tags:addTitle') : t('tags:editTitle'))}
      size="md"
      onClose={onClose}
    >
      {(shown) => (
        <TagForm tag={shown === 'new' ? null : shown} mayMakeLanes={mayMakeLanes} onClose={onClose} />
      )}
    </FormDialog>
  );
}

function TagForm({ tag, mayMakeLanes, onClose }: Props & { tag: TagView | null }) {
  const { t } = useTexts();
  const rules = useRules();
  const create = useApiCommand(createTag, { quiet: true });
  const update = useApiCommand(updateTag, { quiet: true });
  const form = useForm({
    initialValues: {
      name: tag?.name ?? '',
      color: tag?.color ?? PALETTE[27],
      lane: tag?.kanban === 1,
    } as { name: string; color: string; lane: boolean },
    validate: {
      name: (name) => {
        const { length } = name.trim();
        if (length === 0) return t('tags:nameRequired');
        if (length < TAG_NAME.min) return t('tags:nameTooShort');
        return rules.atMost(TAG_NAME.max)(name);
      },
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async ({ lane, ...values }) => {
    const fields = { ...values, name: values.name.trim(), kanban: lane ? (1 as const) : (0 as const) };
    const saved = tag
      ? update.mutateAsync({ params: { tagId: tag.id }, body: changedFields(fields, tag) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, t('tags:saved'), onClose);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <TextInput label={t('tags:name')} data-autofocus autoComplete="off" {...form.getInputProps('name')} />
        <ColorPalette label={t('tags:color')} {...form.getInputProps('color')} value={form.values.color} />
        {mayMakeLanes ? (
          <Switch
            label={t('tags:asLane')}
            description={t('tags:asLaneHint')}
            {...form.getInputProps('lane', { type: 'checkbox' })}
          />
        ) : null}
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
