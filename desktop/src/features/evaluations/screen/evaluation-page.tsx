import {
  getEvaluation,
  type OpenedEvaluation,
  resumeEvaluation,
  stopEvaluation,
} from '@balcao/shared/features/evaluations/calls.ts';
import { Button, Group, Progress, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { BackButton } from '../../../renderer/components/back-button.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { Judging } from './judging.tsx';
import { EvaluationState, isComplete, useResult } from './result.tsx';
import { UseDialog } from './use-dialog.tsx';

/** Answers come one by one. */
const LIVE_MS = 2_000;

/** What an AI answered to each question, beside what people wrote, judged with two keys. */
export function EvaluationPage({ id }: { id: string }) {
  const { t } = useTexts();
  const format = useFormat();
  const params = { evaluationId: id };
  const [isRunning, setIsRunning] = useState(true);
  const query = useApiQuery(getEvaluation, { params }, { everyMs: isRunning ? LIVE_MS : undefined });
  if (query.data && query.data.isRunning !== isRunning) setIsRunning(query.data.isRunning);
  const { promptName, at } = query.data ?? {};
  return (
    <Page
      title={promptName ?? t('evaluations:title')}
      {...(at ? { subtitle: format.moment(at) } : {})}
      actions={
        <>
          {query.data ? <Acts evaluation={query.data} /> : null}
          <BackButton label={t('evaluations:back')} href="/evaluations" />
        </>
      }
    >
      <QueryView query={query}>
        {(evaluation) => (
          <>
            <Summary evaluation={evaluation} />
            <Judging evaluation={evaluation} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Summary({ evaluation }: { evaluation: OpenedEvaluation }) {
  const { t } = useTexts();
  const resultOf = useResult();
  const { answers, ended, isRunning } = evaluation;
  return (
    <div>
      <Group gap="sm">
        <EvaluationState evaluation={evaluation} />
        <Text fw={600} aria-live="polite">
          {resultOf(evaluation)}
        </Text>
      </Group>
      {isRunning ? (
        <Progress mt="sm" value={(100 * ended) / answers} aria-label={t('evaluations:progress')} />
      ) : null}
      <Text size="sm" c="dimmed" mt="xs" visibleFrom="sm">
        {t('evaluations:keys')}
      </Text>
    </div>
  );
}

function Acts({ evaluation }: { evaluation: OpenedEvaluation }) {
  const { t } = useTexts();
  const params = { evaluationId: evaluation.id };
  const stop = useApiCommand(stopEvaluation);
  const resume = useApiCommand(resumeEvaluation);
  const [isUsing, setIsUsing] = useState(false);
  const run = (command: typeof stop | typeof resume, text: string) =>
    whenSaved(command.mutateAsync({ params }), text, () => {});
  return (
    <>
      {evaluation.isRunning ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          loading={stop.isPending}
          onClick={() => void run(stop, t('evaluations:stopped'))}
        >
          {t('evaluations:stop')}
        </Button>
      ) : isComplete(evaluation) ? null : (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={resume.isPending}
          onClick={() => void run(resume, t('evaluations:resumed'))}
        >
          {t('evaluations:resume')}
        </Button>
      )}
      {evaluation.changed === null ? null : (
        <>
          <Button onClick={() => setIsUsing(true)}>{t('evaluations:use')}</Button>
          <UseDialog
            promptId={evaluation.promptId}
            name={evaluation.promptName}
            changed={evaluation.changed}
            opened={isUsing}
            onClose={() => setIsUsing(false)}
          />
        </>
      )}
    </>
  );
}
