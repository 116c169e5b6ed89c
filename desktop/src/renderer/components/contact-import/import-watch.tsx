import type { ImportView } from '@balcao/shared/features/contacts/imports.ts';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useApiCommand, useApiQuery } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { FormulasNote } from './formulas-note.tsx';
import { ImportProblems } from './import-problems.tsx';
import { useLookAgain, useSeenImports } from './import-progress.ts';
import type { ImportTarget } from './import-target.ts';

interface Props {
  target: ImportTarget;
  id: string;
  onClose: () => void;
}

/** How far an import is, and what has become of it. */
export function ImportWatch({ target, id, onClose }: Props) {
  const { t } = useTexts();
  const params = target.of(id);
  const { data, refetch } = useApiQuery(target.get, { params });
  const cancel = useApiCommand(target.cancel);
  const see = useSeenImports((imports) => imports.see);
  const isRunning = data === undefined || data.state === 'running';
  useLookAgain(isRunning, refetch, target.group);
  if (!data) return null;
  return (
    <Stack>
      <ImportProgress view={data} />
      <FormulasNote view={data} />
      <OptedOutNote view={data} />
      {data.skipped + data.failed > 0 && !isRunning ? <ImportProblems target={target} view={data} /> : null}
      <Group justify="flex-end" gap="xs">
        {isRunning ? (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ params })}>
            {t('contacts:importCancel')}
          </Button>
        ) : (
          <Button
            onClick={() => {
              see(id);
              onClose();
            }}
          >
            {t('common:close')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Whom campaigns leave in peace. */
function OptedOutNote({ view: { optedOut } }: { view: ImportView }) {
  const { t } = useTexts();
  if (optedOut === 0) return null;
  return (
    <Stack gap={2}>
      <Text size="sm">{t('contacts:importOptedOut', { count: optedOut })}</Text>
      <Text size="xs" c="var(--text-muted)">
        {t('contacts:importOptedOutHint')}
      </Text>
    </Stack>
  );
}

/** A bar and the same in words. */
export function ImportProgress({ view }: { view: Omit<ImportView, 'preview'> }) {
  const { t } = useTexts();
  const done = view.created + view.updated + view.skipped + view.failed;
  return (
    <>
      <Progress
        value={view.total === 0 ? 100 : (done / view.total) * 100}
        animated={view.state === 'running'}
        aria-label={t('contacts:importTitle')}
      />
      <Text size="sm" role="status">
        {t(`contacts:importStates.${view.state}`)} · {t('contacts:importCounts', { ...view })}
      </Text>
    </>
  );
}
