import { listAudit } from '@balcao/shared/audit-log.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { saveFile } from '../../../renderer/kit/save-file.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AuditList } from './audit-list.tsx';
import { type AuditFilter, FilterBar } from './filter-bar.tsx';

/** The audit log, newest first. */
export function AuditPage() {
  const { t } = useTexts();
  const [filter, setFilter] = useState<AuditFilter>({});
  const pages = useApiPages(listAudit, { ...filter }, (page) => page.entries);
  const exporting = useBridgeCommand('audit.export');
  const set = <K extends keyof AuditFilter>(key: K, value: AuditFilter[K] | null | '') =>
    setFilter(({ [key]: _, ...rest }) => (value ? { ...rest, [key]: value } : rest));

  return (
    <ListPage
      title={t('audit:title')}
      subtitle={t('audit:subtitle')}
      tools={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          disabled={pages.rows.length === 0}
          loading={exporting.isPending}
          onClick={() => void exporting.mutateAsync(filter).then(saveFile, () => {})}
        >
          {t('audit:csv')}
        </Button>
      }
      above={<FilterBar filter={filter} onChange={set} />}
      list={pages}
      empty={{ icon: IconHistory, title: t('common:noResults'), hint: t('audit:emptyHint') }}
    >
      <AuditList entries={pages.rows} />
    </ListPage>
  );
}
