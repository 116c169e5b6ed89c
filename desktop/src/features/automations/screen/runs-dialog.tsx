import { type AutomationRun, listAutomationRuns } from '@balcao/shared/features/automations/calls.ts';
import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import { Anchor, Modal } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  rule: AutomationRow | null;
  onClose: () => void;
}

/** In which tickets a rule has acted in the last 30 days, each time. */
export function RunsDialog({ rule, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={rule !== null}
      onClose={onClose}
      size="xl"
      title={rule ? `${rule.name} · ${t('automations:activity')}` : null}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {rule ? <Runs automationId={rule.id} /> : null}
    </Modal>
  );
}

function Runs({ automationId }: { automationId: number }) {
  const { t } = useTexts();
  const format = useFormat();
  const list = useApiPages(listAutomationRuns, {}, ({ runs }) => runs, { automationId });
  return (
    <ListView list={list} empty={{ icon: IconMessages, title: t('automations:runs.none') }}>
      <ListTable
        rows={list.rows}
        columns={[
          { head: t('automations:runs.customer'), cell: (run) => <Customer run={run} /> },
          { head: t('automations:queue'), cell: ({ queueName }) => queueName || '–', visibleFrom: 'xs' },
          { head: t('automations:runs.agent'), cell: ({ agentName }) => agentName || '–', visibleFrom: 'xs' },
          { head: t('automations:runs.when'), cell: ({ at }) => format.moment(at) },
        ]}
      />
    </ListView>
  );
}

function Customer({ run: { name, ticketId, uuid } }: { run: AutomationRun }) {
  return (
    <Anchor
      component="button"
      type="button"
      ta="left"
      className={cells.name}
      onClick={() => navigate(`/tickets/${uuid}`)}
    >
      {name} #{ticketId}
    </Anchor>
  );
}
