import { listAgents } from '@balcao/shared/features/assignment/calls.ts';
import type { Agent } from '@balcao/shared/features/assignment/row.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  type Icon,
  IconArrowsExchange,
  IconCoffee,
  IconCoffeeOff,
  IconDotsVertical,
  IconGauge,
  IconMessages,
  IconScale,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { isAway } from '../../../renderer/kit/use-away-until.ts';
import { useFresh } from '../../../renderer/kit/use-fresh.ts';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useShowTickets } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AwayDialog } from './away-dialog.tsx';
import { CapacityDialog } from './capacity-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { LoadCell, PersonCell, QueuesCell } from './load-cells.tsx';
import { useSetAway } from './use-set-away.ts';
import { WaitingQueues } from './waiting-queues.tsx';

/** Who has how many is told by rows as they change; time alone passes without one. */
const TOLD_BY = ['ticket', 'user'] as const;
const LOOK_EVERY_MS = 30_000;

type Opened = { what: 'capacity' | 'away' | 'handOver'; agent: Agent } | null;

/** Who has how much and may have more: supervisors see it, set it, and move it. @param opened whose limit an address names */
export function TeamLoadPage({ opened: named }: { opened: number | null }) {
  const { t } = useTexts();
  const query = useApiQuery(listAgents, {}, { everyMs: LOOK_EVERY_MS });
  useFresh('users', TOLD_BY);
  const agents = query.data?.agents;
  const list = useSearchedList({ ...query, data: agents }, ({ name }) => [name]);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => {
    setOpened(null);
    if (named !== null) navigate('/team-load');
  };
  const linked = agents?.find(({ id }) => id === named) ?? null;
  const of = (what: NonNullable<Opened>['what']) => (opened?.what === what ? opened.agent : null);
  return (
    <ListPage
      title={t('assignment:title')}
      subtitle={t('assignment:subtitle')}
      search={t('assignment:search')}
      list={list}
      empty={{ icon: IconScale, title: t('assignment:empty'), hint: t('assignment:emptyHint') }}
      above={query.data ? <WaitingQueues {...query.data} /> : null}
      dialog={
        <>
          <CapacityDialog agent={of('capacity') ?? linked} onClose={close} />
          <AwayDialog person={of('away')} onClose={close} />
          <HandOverDialog agent={of('handOver')} agents={agents ?? []} onClose={close} />
        </>
      }
    >
      <ListTable
        rows={list.rows}
        columns={[
          { head: t('assignment:person'), cell: (agent) => <PersonCell agent={agent} /> },
          { head: t('assignment:load'), cell: (agent) => <LoadCell agent={agent} /> },
          {
            head: t('assignment:queues'),
            visibleFrom: 'sm',
            cell: (agent) => <QueuesCell agent={agent} />,
          },
        ]}
        actions={(agent) => (
          <RowActions>
            <Acts agent={agent} onOpen={(what) => setOpened({ what, agent })} />
          </RowActions>
        )}
      />
    </ListPage>
  );
}

interface ActsProps {
  agent: Agent;
  onOpen: (what: NonNullable<Opened>['what']) => void;
}

/** In a menu, which has room on a phone. */
function Acts({ agent: { id, name, open, awayUntil }, onOpen }: ActsProps) {
  const { t } = useTexts();
  const showTickets = useShowTickets();
  const { comeBack } = useSetAway(id);
  const act = (ActIcon: Icon, label: string, run: () => void, disabled = false) => (
    <Menu.Item leftSection={<ActIcon size={16} stroke={1.7} aria-hidden />} disabled={disabled} onClick={run}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common:more', { action: name })}>
          <IconDotsVertical size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {act(IconMessages, t('assignment:showTickets', { name }), () =>
          showTickets('open', { userIds: [id] }),
        )}
        {act(
          IconArrowsExchange,
          t('assignment:handOver.openNamed', { name }),
          () => onOpen('handOver'),
          open === 0,
        )}
        {isAway(awayUntil)
          ? act(IconCoffeeOff, t('assignment:away.backNamed', { name }), comeBack)
          : act(IconCoffee, t('assignment:away.setNamed', { name }), () => onOpen('away'))}
        {act(IconGauge, t('assignment:capacityNamed', { name }), () => onOpen('capacity'))}
      </Menu.Dropdown>
    </Menu>
  );
}
