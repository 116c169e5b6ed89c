import { SYNONYM_CHARS, SYNONYMS_CHARS } from '@balcao/shared/features/knowledge/limits.ts';
import { synonyms } from '@balcao/shared/features/knowledge/synonyms.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The company's words that mean the same, for the search. */
export function SynonymsDialog({ opened, onClose }: Props) {
  const { t } = useTexts();
  const { data: settings } = useRows('setting');
  const before = settings?.find(({ id }) => id === 'synonyms')?.value ?? '';
  return (
    <FormDialog
      value={opened && settings ? { before } : null}
      title={() => t('knowledge:synonyms.title')}
      onClose={onClose}
    >
      {({ before }) => <SynonymsForm before={before} onClose={onClose} />}
    </FormDialog>
  );
}

function SynonymsForm({ before, onClose }: { before: string; onClose: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const save = useApiCommand(updateSetting, { quiet: true });
  const form = useForm({
    initialValues: { words: before },
    validate: {
      words: (text) =>
        rules.atMost(SYNONYMS_CHARS)(text) ??
        (synonyms.safeParse(text).success ? null : t('knowledge:synonyms.tooLong', { limit: SYNONYM_CHARS })),
    },
  });
  const submit = form.onSubmit(({ words }) =>
    whenSaved(
      save.mutateAsync({ params: { key: 'synonyms' }, body: { value: words } }),
      t('knowledge:synonyms.saved'),
      onClose,
    ),
  );
  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[save]} onClose={onClose}>
      <Textarea
        label={t('knowledge:synonyms.label')}
        description={t('knowledge:synonyms.hint')}
        placeholder={t('knowledge:synonyms.example')}
        data-autofocus
        autosize
        minRows={6}
        maxRows={16}
        {...form.getInputProps('words')}
      />
    </RecordForm>
  );
}
