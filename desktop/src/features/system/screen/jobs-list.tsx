import { isFailing, type JobView, listJobs } from '@balcao/shared/features/system/calls.ts';
import { Text } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

const LOOK_EVERY_MS = 60_000;

/** The work that returns by the clock: what went wrong, and how much did not. */
export function JobsList() {
  const { t } = useTexts();
  const query = useKeptQuery(listJobs, {}, { everyMs: LOOK_EVERY_MS });
  return (
    <Section title={t('system:jobs.title')}>
      <QueryView query={query}>{({ answer }) => <Jobs jobs={answer} />}</QueryView>
    </Section>
  );
}

function Jobs({ jobs }: { jobs: readonly JobView[] }) {
  const { t } = useTexts();
  const format = useFormat();
  const failing = jobs.filter(isFailing);
  const rows = failing.map((job) => ({ ...job, id: job.name }));
  return (
    <>
      <Text size="sm" c="var(--text-muted)">
        {t('system:jobs.allDone', { count: jobs.length - failing.length })}
      </Text>
      {rows.length === 0 ? null : (
        <ListTable
          rows={rows}
          columns={[
            {
              head: t('system:jobs.name'),
              cell: ({ name, startedAt, durationMs }) => (
                <>
                  <div className={cells.name}>{name}</div>
                  <div className={cells.detail}>
                    {t('system:jobs.ran', {
                      time: format.moment(startedAt),
                      ms: format.number(durationMs),
                    })}
                  </div>
                </>
              ),
            },
            {
              head: t('system:down.reason'),
              cell: ({ reason, setBack, setbacks }) => (
                <>
                  <div className={cells.text}>{setbacks[0]?.reason ?? reason}</div>
                  {setBack > 0 ? (
                    <div className={cells.detail}>{t('system:jobs.setBack', { count: setBack })}</div>
                  ) : null}
                </>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
