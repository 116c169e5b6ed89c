import type { QueueIntegrationRow } from '@balcao/shared/features/queue-integrations/row.ts';
import { isTold } from '@balcao/shared/features/queue-integrations/rules.ts';
import { ActionIcon, Group, Table, Tooltip } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link } from 'wouter';
import { IntegrationLogo } from '../../../features/queue-integrations/screen/integration-logo.tsx';
import cells from '../../components/list-table.module.css';
import { ListTable } from '../../components/list-table.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { useTexts } from '../../kit/use-texts.ts';

interface Props {
  integrations: QueueIntegrationRow[];
  onEdit: (integration: QueueIntegrationRow) => void;
  onDelete: (integration: QueueIntegrationRow) => void;
}

export function QueueIntegrationsTable({ integrations, onEdit, onDelete }: Props) {
  const { t } = useTexts();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('queueIntegrations:type')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('queueIntegrations:id')}</Table.Th>
          <Table.Th>{t('queueIntegrations:name')}</Table.Th>
        </>
      }
    >
      {integrations.map((integration) => {
        const { id, type, name } = integration;
        return (
          <Table.Tr key={id}>
            <Table.Td>
              <Group gap="sm" wrap="nowrap">
                <IntegrationLogo type={type} />
                {t(`queueIntegrations:types.${type}`)}
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="xs" className={cells.detail}>
              {id}
            </Table.Td>
            <Table.Td className={cells.name}>{name}</Table.Td>
            <Table.Td>
              <RowActions
                edit={{
                  label: t('queueIntegrations:editNamed', { name }),
                  onClick: () => onEdit(integration),
                }}
                remove={{
                  label: t('queueIntegrations:deleteNamed', { name }),
                  onClick: () => onDelete(integration),
                }}
              >
                {isTold(type) ? (
                  <Tooltip label={t('deliveries:short')}>
                    <ActionIcon
                      component={Link}
                      href={`/queue-integration/${id}`}
                      aria-label={t('deliveries:open', { name })}
                    >
                      <IconListDetails size={18} stroke={1.6} />
                    </ActionIcon>
                  </Tooltip>
                ) : null}
              </RowActions>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}
