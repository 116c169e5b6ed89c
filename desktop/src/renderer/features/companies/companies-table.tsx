import { advanceDueDate, type CompanyView } from '@balcao/shared/api/companies.ts';
import { ActionIcon, Box, Button, Group, Table, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useApiCommand } from '../../app/api-query.ts';
import { useFormat } from '../../app/format.ts';
import { showToast } from '../../app/toasts.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { StatusPill } from '../../components/status-pill.tsx';
import classes from './companies.module.css';
import { dueTone } from './due-tone.ts';

interface Props {
  companies: CompanyView[];
  onEdit: (company: CompanyView) => void;
  onDelete: (company: CompanyView) => void;
}

/** The operator's own company. */
const OPERATOR = 1;

export function CompaniesTable({ companies, onEdit, onDelete }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const advance = useApiCommand(advanceDueDate);
  return (
    <Table className={classes.table} verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('companies:name')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('companies:plan')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('companies:status')}</Table.Th>
          <Table.Th>{t('companies:dueDate')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('companies:createdAt')}</Table.Th>
          <Table.Th aria-label={t('common:actions')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {companies.map((company) => (
          <Table.Tr key={company.id} data-due={dueTone(company.dueDate, new Date())}>
            <Table.Td>
              <div className={classes.name}>{company.name}</div>
              <div className={classes.detail}>{company.email}</div>
              {company.status ? null : (
                <Box className={classes.detail} hiddenFrom="xs">
                  {t('companies:blocked')}
                </Box>
              )}
            </Table.Td>
            <Table.Td visibleFrom="xs">{company.plan?.name ?? '–'}</Table.Td>
            <Table.Td visibleFrom="xs">
              <StatusPill tone={company.status ? 'success' : 'danger'}>
                {company.status ? t('companies:active') : t('companies:blocked')}
              </StatusPill>
            </Table.Td>
            <Table.Td>
              <div>{company.dueDate ? format.date(`${company.dueDate}T12:00:00`) : t('companies:noEnd')}</div>
              <div className={classes.detail}>{t(`companies:recurrences.${company.recurrence}`)}</div>
            </Table.Td>
            <Table.Td visibleFrom="xs">{format.date(company.createdAt)}</Table.Td>
            <Table.Td>
              <Group gap={4} wrap="nowrap" justify="flex-end">
                {company.id === OPERATOR ? null : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={advance.isPending && advance.variables.params.companyId === company.id}
                    onClick={() =>
                      advance.mutate(
                        { params: { companyId: company.id } },
                        { onSuccess: () => showToast(t('common:updated')) },
                      )
                    }
                  >
                    {t('companies:advance')}
                  </Button>
                )}
                <Tooltip label={t('common:edit')}>
                  <ActionIcon
                    aria-label={t('companies:editNamed', { name: company.name })}
                    onClick={() => onEdit(company)}
                  >
                    <IconPencil size={18} stroke={1.6} />
                  </ActionIcon>
                </Tooltip>
                {company.id === OPERATOR ? null : (
                  <Tooltip label={t('common:delete')}>
                    <ActionIcon
                      aria-label={t('companies:deleteNamed', { name: company.name })}
                      onClick={() => onDelete(company)}
                    >
                      <IconTrash size={18} stroke={1.6} />
                    </ActionIcon>
                  </Tooltip>
                )}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
