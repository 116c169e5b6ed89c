import { listProcesses, type ProcessView } from '@balcao/shared/features/system/calls.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useFileSize } from '../../../renderer/kit/use-file-size.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './health.module.css';
import { HeldDialog } from './held-dialog.tsx';

const LOOK_EVERY_MS = 15_000;

/** The programs that are at work, where, and what each of them holds. */
export function MachinesTable() {
  const { t } = useTexts();
  const query = useKeptQuery(listProcesses, {}, { everyMs: LOOK_EVERY_MS });
  const [shown, setShown] = useState<ProcessView | null>(null);
  return (
    <Section title={t('system:machines.title')}>
      <QueryView query={query}>
        {({ answer }) =>
          answer.length === 0 ? (
            <Text size="sm" c="var(--text-muted)">
              {t('system:machines.empty')}
            </Text>
          ) : (
            <Processes processes={answer} onShow={setShown} />
          )
        }
      </QueryView>
      <HeldDialog process={shown} onClose={() => setShown(null)} />
    </Section>
  );
}

interface ProcessesProps {
  processes: readonly ProcessView[];
  onShow: (process: ProcessView) => void;
}

function Processes({ processes, onShow }: ProcessesProps) {
  const { t } = useTexts();
  const format = useFormat();
  const fileSize = useFileSize();
  const size = (bytes: number | null) => (bytes === null ? '–' : fileSize(bytes));
  return (
    <ListTable
      rows={processes}
      columns={[
        {
          head: t('system:machines.machine'),
          cell: ({ machine, kind, version, startedAt }) => (
            <>
              <div className={cells.name}>{machine}</div>
              <div className={cells.detail}>
                {t(`system:machines.kind.${kind}`)} · {version} ·{' '}
                {t('system:machines.since', { time: format.moment(startedAt) })}
              </div>
            </>
          ),
        },
        {
          head: t('system:machines.holds'),
          cell: (process) => <Holds process={process} onShow={() => onShow(process)} />,
        },
        { head: t('system:machines.memory'), visibleFrom: 'sm', cell: ({ memory }) => size(memory) },
        { head: t('system:machines.disk'), visibleFrom: 'xs', cell: ({ diskFree }) => size(diskFree) },
      ]}
    />
  );
}

function Holds({ process, onShow }: { process: ProcessView; onShow: () => void }) {
  const { t } = useTexts();
  const { kind, consoles, held, capacity, draining, machine } = process;
  if (kind === 'api') return consoles === null ? '–' : t('system:machines.consoles', { count: consoles });
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.holds}
        onClick={onShow}
        aria-label={t('system:machines.show', { machine })}
      >
        {t('system:machines.sessions', { held, capacity })}
      </Button>
      {draining ? <StatusPill tone="warning">{t('system:machines.draining')}</StatusPill> : null}
    </>
  );
}
