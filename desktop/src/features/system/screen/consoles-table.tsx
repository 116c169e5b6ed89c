import { type ConsoleVersions, getConsoleVersions } from '@balcao/shared/features/system/calls.ts';
import { isOlder } from '@balcao/shared/features/updates/version.ts';
import { Text } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './health.module.css';

/** Which versions of the console are in use, beside the one that they could fetch. */
export function ConsolesTable() {
  const { t } = useTexts();
  const query = useKeptQuery(getConsoleVersions, {});
  return (
    <Section title={t('system:consoles.title')}>
      <QueryView query={query}>{({ answer }) => <Versions {...answer} />}</QueryView>
    </Section>
  );
}

function Versions({ published, least, versions }: ConsoleVersions) {
  const { t } = useTexts();
  const format = useFormat();
  const rows = versions.map((row) => ({ ...row, id: row.version }));
  return (
    <>
      <p className={classes.note}>
        {published === null
          ? t('system:consoles.unpublished')
          : t('system:consoles.published', { version: published })}
        {least === null ? null : ` · ${t('system:consoles.least', { version: least })}`}
      </p>
      {rows.length === 0 ? (
        <Text size="sm" c="var(--text-muted)">
          {t('system:consoles.empty')}
        </Text>
      ) : (
        <ListTable
          rows={rows}
          columns={[
            {
              head: t('system:consoles.version'),
              cell: ({ version }) => (
                <span className={classes.version}>
                  <span className={cells.name}>{version}</span>
                  {published !== null && isOlder(version, published) ? (
                    <StatusPill tone="warning">{t('system:consoles.old')}</StatusPill>
                  ) : null}
                </span>
              ),
            },
            { head: t('system:consoles.count'), cell: ({ count }) => format.number(count) },
            { head: t('system:consoles.seen'), cell: ({ lastSeenAt }) => format.moment(lastSeenAt) },
          ]}
        />
      )}
    </>
  );
}
