import { startEvaluation } from '@balcao/shared/features/evaluations/calls.ts';
import { QUESTIONS } from '@balcao/shared/features/evaluations/rules.ts';
import { PROMPT_LIMITS } from '@balcao/shared/features/responders/ai.ts';
import { Button, Group, NumberInput, Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FileButton } from '../../../renderer/components/file-button.tsx';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { evaluationPath } from './evaluation-path.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Which words are tried on which questions. */
export function StartDialog({ opened, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog value={opened || null} title={() => t('evaluations:form.title')} size="lg" onClose={onClose}>
      {() => <StartForm onClose={onClose} />}
    </FormDialog>
  );
}

function StartForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTexts();
  const { data: prompts = [] } = useRows('prompt');
  const start = useApiCommand(startEvaluation, { quiet: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const [from, setFrom] = useState<string>('tickets');
  const [count, setCount] = useState<number | string>(QUESTIONS.initial);
  const [file, setFile] = useState<QuestionFile | null>(null);
  const [changed, setChanged] = useState('');
  const only = prompts.length === 1 ? String(prompts[0]?.id) : null;
  const promptId = chosen ?? only;
  const lines = file?.questions ?? [];
  const isReady = promptId !== null && (from === 'tickets' ? count !== '' : lines.length > 0);
  const submit = () =>
    whenSaved(
      start.mutateAsync({
        body: {
          promptId: Number(promptId),
          changed: changed.trim() === '' ? null : changed,
          questions: from === 'tickets' ? { from, count: Number(count) } : { from: 'file', lines },
        },
      }),
      t('evaluations:started'),
      ({ id }) => navigate(evaluationPath(id)),
    );
  return (
    <RecordForm
      isUnsaved={() => changed !== '' || file !== null}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void submit();
      }}
      commands={[start]}
      label={t('evaluations:start')}
      onClose={onClose}
    >
      <Select
        label={t('evaluations:form.prompt')}
        data={prompts.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={promptId}
        onChange={setChosen}
        required
        data-autofocus
      />
      <Radio.Group label={t('evaluations:form.from')} value={from} onChange={setFrom}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="tickets"
            label={t('evaluations:form.tickets')}
            description={t('evaluations:form.ticketsHint')}
          />
          {from === 'tickets' ? (
            <NumberInput
              ml={30}
              w={120}
              label={t('evaluations:form.count')}
              min={QUESTIONS.min}
              max={QUESTIONS.most}
              allowDecimal={false}
              value={count}
              onChange={setCount}
            />
          ) : null}
          <Radio
            value="file"
            label={t('evaluations:form.file')}
            description={t('evaluations:form.fileHint', { count: QUESTIONS.most })}
          />
          {from === 'file' ? <FileChoice file={file} onFile={setFile} /> : null}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('evaluations:form.changed')}
        description={t('evaluations:form.changedHint')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={PROMPT_LIMITS.chars}
        value={changed}
        onChange={(event) => setChanged(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        {t('evaluations:form.cost')}
      </Text>
    </RecordForm>
  );
}

interface QuestionFile {
  name: string;
  questions: string[];
}

/** A line is a question. */
function FileChoice({ file, onFile }: { file: QuestionFile | null; onFile: (file: QuestionFile) => void }) {
  const { t } = useTexts();
  const read = async (chosen: File | null) => {
    if (!chosen) return;
    const lines = (await chosen.slice(0, MAX_BYTES).text()).split(/\r?\n/);
    const questions = lines.map((line) => line.trim().slice(0, QUESTIONS.chars)).filter(Boolean);
    onFile({ name: chosen.name, questions: questions.slice(0, QUESTIONS.most) });
  };
  return (
    <Group ml={30} gap="sm">
      <FileButton accept=".txt,.csv,.md" onChange={(chosen) => void read(chosen)}>
        {(button) => (
          <Button {...button} variant="default">
            {t('evaluations:form.choose')}
          </Button>
        )}
      </FileButton>
      {file ? (
        <Text size="sm" role="status">
          {file.questions.length === 0
            ? t('evaluations:form.fileEmpty')
            : t('evaluations:form.chosen', { count: file.questions.length, name: file.name })}
        </Text>
      ) : null}
    </Group>
  );
}

/** More than the longest questions take. */
const MAX_BYTES = 1_000_000;
