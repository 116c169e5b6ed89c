import { type AuditEntry, listAudit, nounKey } from '@balcao/shared/audit-log.ts';
import { csvLine } from '@balcao/shared/features/contacts/csv.ts';
import { useMutation } from '@tanstack/react-query';
import { useApiRead } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast, useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useSaveList } from '../../../renderer/kit/use-save-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { AuditFilter } from './filter-bar.tsx';
import { useEntryName } from './use-entry-name.ts';

const MOST = 2_000;

/** Lets the person keep the entries that the filter shows as a file, the newest ones where they are very many. */
export function useExport(filter: AuditFilter): { isPending: boolean; run: () => void } {
  const { t } = useTexts();
  const format = useFormat();
  const nameOf = useEntryName();
  const toastError = useErrorToast();
  const read = useApiRead();
  const save = useSaveList('auditLog');
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const entries: AuditEntry[] = [];
      let hasMore = true;
      for (let pageNumber = 1; hasMore && entries.length < MOST; pageNumber++) {
        const page = await read(listAudit, {
          query: { ...filter, pageNumber: String(pageNumber) } as object,
        });
        entries.push(...page.entries);
        hasMore = page.hasMore;
      }
      return { entries, isWhole: !hasMore };
    },
    async onSuccess({ entries, isWhole }) {
      const columns = ['when', 'who', 'what', 'object', 'name', 'changes'] as const;
      const lines = entries.map((entry) => [
        `${format.date(entry.at)} ${format.time(entry.at)}`,
        entry.userName || t('audit:system'),
        t(`audit:actions.${entry.action}`),
        t(nounKey(entry.entity)),
        nameOf(entry),
        entry.changes.map(({ field, from, to }) => `${field}: ${from ?? '–'} → ${to ?? '–'}`).join('\n'),
      ]);
      const head = columns.map((column) => t(`audit:columns.${column}`));
      const about = [filter.from, filter.to].filter(Boolean).join(' – ');
      const isSaved = await save({ name: t('audit:title'), about }, [head, ...lines].map(csvLine).join(''));
      if (isSaved && !isWhole) showToast(t('audit:exportMost', { count: entries.length }));
    },
    onError: toastError,
  });
  return { isPending, run: () => mutate() };
}
