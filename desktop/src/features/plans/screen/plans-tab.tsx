import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import { deletePlan, listPlans, type PlanView } from '@balcao/shared/features/plans/calls.ts';
import { Badge, Group, Stack, Table } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { PlanDialog } from './plan-dialog.tsx';

/** The plans that companies may buy, for the platform's operators. */
export function PlansTab() {
  const { t } = useTexts();
  const query = useApiQuery(listPlans, {});
  const plans = query.data ?? [];
  const [editing, setEditing] = useState<PlanView | 'new' | null>(null);
  const remove = useApiCommand(deletePlan);
  const confirmDelete = useConfirmDelete();
  const add = <AddButton label={t('plans:add')} onClick={() => setEditing('new')} />;
  const askDelete = (plan: PlanView) =>
    confirmDelete(plan.name, () => remove.mutateAsync({ params: { planId: plan.id } }), t('common:success'));

  return (
    <Stack>
      <Group justify="flex-end">{add}</Group>
      <ListView
        query={query}
        isEmpty={plans.length === 0}
        empty={{ icon: IconPackage, title: t('plans:empty'), hint: t('plans:emptyHint'), action: add }}
      >
        <PlansTable plans={plans} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
      <PlanDialog plan={editing} onClose={() => setEditing(null)} />
    </Stack>
  );
}

interface TableProps {
  plans: PlanView[];
  onEdit: (plan: PlanView) => void;
  onDelete: (plan: PlanView) => void;
}

function PlansTable({ plans, onEdit, onDelete }: TableProps) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('plans:name')}</Table.Th>
          <Table.Th>{t('plans:value')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('plans:users')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('plans:connections')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('plans:queues')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('plans:flagsTitle')}</Table.Th>
        </>
      }
    >
      {plans.map((plan) => (
        <Table.Tr key={plan.id}>
          <Table.Td className={cells.name}>{plan.name}</Table.Td>
          <Table.Td>{format.money(plan.value, plan.currency)}</Table.Td>
          <Table.Td visibleFrom="xs">{format.number(plan.users)}</Table.Td>
          <Table.Td visibleFrom="xs">{format.number(plan.connections)}</Table.Td>
          <Table.Td visibleFrom="xs">{format.number(plan.queues)}</Table.Td>
          <Table.Td visibleFrom="xs">
            <Group gap={4}>
              {PLAN_FLAGS.filter((flag) => plan[flag]).map((flag) => (
                <Badge key={flag} variant="light" color="gray" tt="none">
                  {t(`plans:flags.${flag}`)}
                </Badge>
              ))}
            </Group>
          </Table.Td>
          <Table.Td>
            <RowActions
              edit={{ label: t('plans:editNamed', { name: plan.name }), onClick: () => onEdit(plan) }}
              remove={{ label: t('plans:deleteNamed', { name: plan.name }), onClick: () => onDelete(plan) }}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
