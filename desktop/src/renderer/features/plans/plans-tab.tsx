import { deletePlan, listPlans, type PlanView } from '@balcao/shared/api/plans.ts';
import { PLAN_FLAGS } from '@balcao/shared/permissions.ts';
import { Badge, Button, Group, Table } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiCommand, useApiQuery } from '../../app/api-query.ts';
import { useFormat } from '../../app/format.ts';
import { QueryView } from '../../app/query-view.tsx';
import { showToast } from '../../app/toasts.tsx';
import { useConfirmDelete } from '../../app/use-confirm-delete.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { Panel } from '../../components/page.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { StateView } from '../../components/state-view.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import classes from './plans.module.css';

/** What companies may buy, for the platform's operators (specification document 2, section 2, "Plans tab"). */
export function PlansTab() {
  const { t } = useTexts();
  const query = useApiQuery(listPlans, {});
  const [editing, setEditing] = useState<PlanView | 'new' | null>(null);
  const remove = useApiCommand(deletePlan);
  const confirmDelete = useConfirmDelete();

  return (
    <div className={classes.root}>
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
          {t('plans:add')}
        </Button>
      </Group>
      <QueryView query={query}>
        {(plans) =>
          plans.length === 0 ? (
            <StateView icon={IconPackage} title={t('plans:empty')} hint={t('plans:emptyHint')} />
          ) : (
            <Panel>
              <PlansTable
                plans={plans}
                onEdit={setEditing}
                onDelete={(plan) =>
                  confirmDelete(plan.name, () =>
                    remove.mutate(
                      { params: { planId: plan.id } },
                      { onSuccess: () => showToast(t('common:success')) },
                    ),
                  )
                }
              />
            </Panel>
          )
        }
      </QueryView>
      <PlanDialog plan={editing} onClose={() => setEditing(null)} />
    </div>
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
    <Table className={classes.table} verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('plans:name')}</Table.Th>
          <Table.Th>{t('plans:value')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('plans:users')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('plans:connections')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('plans:queues')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('plans:flagsTitle')}</Table.Th>
          <Table.Th aria-label={t('common:actions')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {plans.map((plan) => (
          <Table.Tr key={plan.id}>
            <Table.Td fw={600}>{plan.name}</Table.Td>
            <Table.Td>{format.money(plan.value)}</Table.Td>
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
      </Table.Tbody>
    </Table>
  );
}
