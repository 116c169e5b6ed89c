import {
  createPrompt,
  getPrompt,
  type PromptView,
  updatePrompt,
} from '@balcao/shared/features/prompts/calls.ts';
import type { PromptRow } from '@balcao/shared/features/prompts/row.ts';
import { Accordion } from '@mantine/core';
import { useState } from 'react';
import { FormStart } from '../../../renderer/components/form-start.tsx';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { ChangeReview } from './change-review.tsx';
import { Advanced, Basics, Measures, Voice } from './prompt-fields.tsx';
import { ADVANCED, fieldsOf, usePromptForm } from './use-prompt-form.ts';

interface Props {
  prompt: PromptRow | 'new' | null;
  onClose: () => void;
}

export function PromptDialog({ prompt, onClose }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={prompt}
      addTitle={t('prompts:addTitle')}
      editTitle={t('prompts:editTitle')}
      size="xl"
      onClose={onClose}
    >
      {(row) =>
        row === null ? (
          <Form prompt={null} onClose={onClose} />
        ) : (
          <FormStart key={row.id} contract={getPrompt} input={{ params: { promptId: row.id } }}>
            {(known) => <Form prompt={known} onClose={onClose} />}
          </FormStart>
        )
      }
    </RecordDialog>
  );
}

function Form({ prompt, onClose }: { prompt: PromptView | null; onClose: () => void }) {
  const { t } = useTexts();
  const create = useApiCommand(createPrompt, { quiet: true });
  const update = useApiCommand(updatePrompt, { quiet: true });
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const [isReviewed, setIsReviewed] = useState(false);
  const form = usePromptForm(prompt);
  const save = () => {
    const fields = fieldsOf(form.values);
    const saved = prompt
      ? update.mutateAsync({ params: { promptId: prompt.id }, body: changedFields(fields, prompt) })
      : create.mutateAsync({ body: fields });
    return whenSaved(saved, t('prompts:saved'), onClose);
  };
  const submit = form.onSubmit(
    (values) => {
      if (prompt && values.prompt !== prompt.prompt) setIsReviewed(true);
      else void save();
    },
    // A field that is wrong must be seen.
    (errors) => {
      if (ADVANCED.some((name) => name in errors)) setUnfolded('advanced');
    },
  );

  if (prompt && isReviewed)
    return (
      <ChangeReview
        prompt={prompt}
        changed={form.values.prompt}
        isSaving={update.isPending}
        error={update.error}
        onSave={() => void save()}
        onBack={() => setIsReviewed(false)}
        onClose={onClose}
      />
    );
  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[create, update]} onClose={onClose}>
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
    </RecordForm>
  );
}
