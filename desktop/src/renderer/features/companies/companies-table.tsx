import { advanceDueDate, type CompanyView } from '@balcao/shared/api/companies.ts';
import { Box, Button, Table } from '@mantine/core';
import cells from '../../components/list-table.module.css';
import { ListTable } from '../../components/list-table.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { StatusPill } from '../../components/status-pill.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { useFormat } from '../../kit/format.ts';
import { showToast } from '../../kit/toasts.tsx';
import { useTexts } from '../../kit/use-texts.ts';
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
    <ListTable
      head={
        <>
          <Table.Th>{t('companies:name')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('companies:plan')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('companies:status')}</Table.Th>
          <Table.Th>{t('companies:dueDate')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('companies:createdAt')}</Table.Th>
        </>
      }
    >
      {companies.map((company) => (
        <Table.Tr key={company.id} className={classes.row} data-due={dueTone(company.dueDate, new Date())}>
          <Table.Td>
            <div className={cells.name}>{company.name}</div>
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
            <div>{company.dueDate ? format.calendarDay(company.dueDate) : t('companies:noEnd')}</div>
            <div className={classes.detail}>{t(`companies:recurrences.${company.recurrence}`)}</div>
          </Table.Td>
          <Table.Td visibleFrom="xs">{format.date(company.createdAt)}</Table.Td>
          <Table.Td>
            <RowActions
              edit={{
                label: t('companies:editNamed', { name: company.name }),
                onClick: () => onEdit(company),
              }}
              remove={
                company.id === OPERATOR
                  ? undefined
                  : {
                      label: t('companies:deleteNamed', { name: company.name }),
                      onClick: () => onDelete(company),
                    }
              }
            >
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
            </RowActions>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
