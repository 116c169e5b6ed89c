import {
  createPrompt,
  getPrompt,
  type PromptView,
  updatePrompt,
} from '@balcao/shared/features/prompts/calls.ts';
import type { PromptRow } from '@balcao/shared/features/prompts/row.ts';
import { Accordion, Stack } from '@mantine/core';
import { useState } from 'react';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useFormStart } from '../../../renderer/kit/use-form-start.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { Advanced, Basics, Measures, Voice } from './prompt-fields.tsx';
import { ADVANCED, fieldsOf, usePromptForm } from './use-prompt-form.ts';

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
      size="xl"
      onClose={onClose}
    >
      {(shown) =>
        shown === 'new' ? (
          <Form prompt={null} onClose={onClose} />
        ) : (
          <Known key={shown.id} id={shown.id} onClose={onClose} />
        )
      }
    </FormDialog>
  );
}

function Known({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useFormStart(getPrompt, { params: { promptId: id } });
  return <QueryView query={query}>{(prompt) => <Form prompt={prompt} onClose={onClose} />}</QueryView>;
}

function Form({ prompt, onClose }: { prompt: PromptView | null; onClose: () => void }) {
  const { t } = useTexts();
  const create = useApiCommand(createPrompt, { quiet: true });
  const update = useApiCommand(updatePrompt, { quiet: true });
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const form = usePromptForm(prompt);
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(
    async (values) => {
      const fields = fieldsOf(values);
      const saved = prompt
        ? update.mutateAsync({ params: { promptId: prompt.id }, body: changedFields(fields, prompt) })
        : create.mutateAsync({ body: fields });
      await whenSaved(saved, t('prompts:saved'), onClose);
    },
    // A field that is wrong must be seen.
    (errors) => {
      if (ADVANCED.some((name) => name in errors)) setUnfolded('advanced');
    },
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <Basics form={form} prompt={prompt} />
        <Voice form={form} prompt={prompt} />
        <Measures form={form} />
        <Accordion
          variant="separated"
          // Hidden in this way a field says at once that it is wrong.
          keepMountedMode="display-none"
          value={unfolded}
          onChange={setUnfolded}
        >
          <Accordion.Item value="advanced">
            <Accordion.Control>{t('prompts:advanced')}</Accordion.Control>
            <Accordion.Panel>
              <Advanced form={form} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <FormActions saving={create.isPending || update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
