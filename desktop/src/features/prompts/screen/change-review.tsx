import { startEvaluation } from '@balcao/shared/features/evaluations/calls.ts';
import { QUESTIONS } from '@balcao/shared/features/evaluations/rules.ts';
import type { PromptView } from '@balcao/shared/features/prompts/calls.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { TextDifferences } from '../../../renderer/components/differences/text-differences.tsx';
import { useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  prompt: PromptView;
  /** The words that are to take the place of the prompt's. */
  changed: string;
  isSaving: boolean;
  error: Error | null;
  onSave: () => void;
  onBack: () => void;
  onClose: () => void;
}

/** What customers will be answered by, against what they are today; it can be tried on what they have asked before. */
export function ChangeReview({ prompt, changed, isSaving, error, onSave, onBack, onClose }: Props) {
  const { t } = useTexts();
  const start = useApiCommand(startEvaluation, { quiet: true });
  useUnsaved(() => true);
  const tryFirst = () =>
    whenSaved(
      start.mutateAsync({
        body: { promptId: prompt.id, changed, questions: { from: 'tickets', count: QUESTIONS.initial } },
      }),
      t('evaluations:started'),
      ({ id }) => {
        onClose();
        navigate(`/evaluation/${id}`);
      },
    );
  return (
    <Stack>
      <FormError error={error ?? start.error} />
      <Text fw={600}>{t('evaluations:review')}</Text>
      <TextDifferences before={prompt.prompt} after={changed} />
      <Text size="sm" c="dimmed">
        {t('evaluations:reviewHint')}
      </Text>
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          {t('evaluations:backToForm')}
        </Button>
        <Group>
          <Button variant="default" loading={start.isPending} onClick={() => void tryFirst()}>
            {t('evaluations:tryFirst')}
          </Button>
          <Button loading={isSaving} onClick={onSave} data-autofocus>
            {t('common:save')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
