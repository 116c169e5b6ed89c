import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { csvLine } from '@balcao/shared/features/contacts/csv.ts';
import type { ImportView, listImportProblems } from '@balcao/shared/features/contacts/imports.ts';
import { CONTACT_IMPORTS_KEPT_DAYS } from '@balcao/shared/features/contacts/limits.ts';
import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiRead } from '../../kit/api-query.ts';
import { useErrorToast } from '../../kit/toasts.tsx';
import { useSaveList } from '../../kit/use-save-list.ts';
import { useTexts } from '../../kit/use-texts.ts';

import type { ImportTarget } from './import-target.ts';

type ProblemPage = RouteOutput<typeof listImportProblems>;

/** The rows that were left out, with the reason in front, as a file that can be mended and sent again. */
export function ImportProblems({ target, view }: { target: ImportTarget; view: ImportView }) {
  const { t } = useTexts();
  const read = useApiRead();
  const toastError = useErrorToast();
  const keep = useSaveList('importProblems');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const lines = [csvLine([t('contacts:importRow'), t('contacts:importProblem'), ...view.headings])];
      for (let after: number | null = 0; after !== null; ) {
        const page: ProblemPage = await read(target.problems, {
          params: target.of(view.id),
          query: { after },
        });
        for (const { row, problem, cells } of page.problems)
          lines.push(csvLine([String(row), t(`contacts:problems.${problem}`), ...cells]));
        after = page.next === null ? null : Number(page.next);
      }
      await keep({ name: 'import', about: view.fileName }, lines.join(''));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={4}>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void save()}
      >
        {t('contacts:importReport')}
      </Button>
      <Text size="xs" c="var(--text-muted)">
        {t('contacts:importKept', { days: CONTACT_IMPORTS_KEPT_DAYS })}
      </Text>
    </Stack>
  );
}
