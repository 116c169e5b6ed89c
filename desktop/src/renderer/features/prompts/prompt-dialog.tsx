import { createPrompt, updatePrompt } from '@balcao/shared/api/prompts.ts';
import type { PromptRow } from '@balcao/shared/model/prompt.ts';
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
  prompt: PromptRow | 'new' | null;
  onClose: () => void;
}

export function PromptDialog({ prompt, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={prompt}
      title={(shown) => (shown === 'new' ? t('prompts:addTitle') : t('prompts:editTitle'))}
      size="md"
      onClose={onClose}
    >
      {(shown) => <PromptForm prompt={shown === 'new' ? null : shown} onClose={onClose} />}
    </FormDialog>
  );
}

function PromptForm({ prompt, onClose }: { prompt: PromptRow | null; onClose: () => void }) {
  const { t } = useTexts();
  const create = useApiCommand(createPrompt, { quiet: true });
  const update = useApiCommand(updatePrompt, { quiet: true });
  const form = useForm({
    initialValues: { name: prompt?.name ?? '' },
    validate: {
      name: (name) => {
        if (name.trim().length === 0) return t('prompts:nameRequired');
        return name.trim().length > 100 ? t('common:rules.tooLong') : null;
      },
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async ({ name }) => {
    const fields = { name: name.trim() };
    const saved = prompt
      ? update.mutateAsync({ params: { promptId: prompt.id }, body: changedFields(fields, prompt) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, prompt ? t('common:updated') : t('common:success'), onClose);
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <TextInput
          label={t('prompts:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
