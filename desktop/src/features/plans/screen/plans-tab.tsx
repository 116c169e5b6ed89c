import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import { deletePlan, listPlans, type PlanView } from '@balcao/shared/features/plans/calls.ts';
import { Badge, Group, Stack } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { PlanDialog } from './plan-dialog.tsx';

/** The plans that companies may buy, for the platform's operators. */
export function PlansTab() {
  const { t } = useTexts();
  const format = useFormat();
  const query = useApiQuery(listPlans, {});
  const plans = query.data ?? [];
  const [editing, setEditing] = useState<PlanView | 'new' | null>(null);
  const remove = useApiCommand(deletePlan);
  const add = <AddButton label={t('plans:add')} onClick={() => setEditing('new')} />;

  return (
    <Stack>
      <Group justify="flex-end">{add}</Group>
      <ListView
        list={{ ...query, rows: plans }}
        empty={{ icon: IconPackage, title: t('plans:empty'), hint: t('plans:emptyHint') }}
        action={add}
      >
        <ListTable
          rows={plans}
          columns={[
            { head: t('plans:name'), className: cells.name, cell: ({ name }) => name },
            { head: t('plans:value'), cell: ({ value, currency }) => format.money(value, currency) },
            { head: t('plans:users'), visibleFrom: 'xs', cell: ({ users }) => format.number(users) },
            {
              head: t('plans:connections'),
              visibleFrom: 'xs',
              cell: ({ connections }) => format.number(connections),
            },
            { head: t('plans:queues'), visibleFrom: 'xs', cell: ({ queues }) => format.number(queues) },
            { head: t('plans:flagsTitle'), visibleFrom: 'xs', cell: (plan) => <Flags plan={plan} /> },
          ]}
          actions={(plan) => (
            <RowActions
              edit={{ label: t('plans:editNamed', { name: plan.name }), onClick: () => setEditing(plan) }}
              remove={{
                label: t('plans:deleteNamed', { name: plan.name }),
                question: plan.name,
                run: () => remove.mutateAsync({ params: { planId: plan.id } }),
                gone: t('common:success'),
              }}
            />
          )}
        />
      </ListView>
      <PlanDialog plan={editing} onClose={() => setEditing(null)} />
    </Stack>
  );
}

function Flags({ plan }: { plan: PlanView }) {
  const { t } = useTexts();
  return (
    <Group gap={4}>
      {PLAN_FLAGS.filter((flag) => plan[flag]).map((flag) => (
        <Badge key={flag} variant="light" color="gray" tt="none">
          {t(`plans:flags.${flag}`)}
        </Badge>
      ))}
    </Group>
  );
}
