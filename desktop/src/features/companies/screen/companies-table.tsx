import { advanceDueDate, type ListedCompany } from '@balcao/shared/features/companies/calls.ts';
import { MAX_COUNTED_MESSAGES, USE_DAYS } from '@balcao/shared/features/companies/limits.ts';
import { Box, Button, Table } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './companies.module.css';
import { dueTone } from './due-tone.ts';
import { PAYMENT_TONES, paymentState } from './payment-state.ts';

interface Props {
  companies: ListedCompany[];
  onEdit: (company: ListedCompany) => void;
  onDelete: (company: ListedCompany) => void;
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
          <Table.Th visibleFrom="sm">{t('companies:use.title')}</Table.Th>
        </>
      }
    >
      {companies.map((company) => (
        <Table.Tr key={company.id} className={classes.row} data-due={dueTone(company.dueDate, new Date())}>
          <Table.Td>
            <div className={cells.name}>{company.name}</div>
            <div className={classes.detail}>{company.email}</div>
            <Box hiddenFrom="xs">
              <Payment company={company} />
            </Box>
            <Box hiddenFrom="sm">
              <Use {...company.use} />
            </Box>
          </Table.Td>
          <Table.Td visibleFrom="xs">
            <div>{company.plan?.name ?? '–'}</div>
            <div className={`${classes.line} ${classes.detail}`}>
              {t('companies:use.since', { date: format.date(company.createdAt) })}
            </div>
          </Table.Td>
          <Table.Td visibleFrom="xs">
            <Payment company={company} />
          </Table.Td>
          <Table.Td>
            <div>{company.dueDate ? format.calendarDay(company.dueDate) : t('companies:noEnd')}</div>
            <div className={classes.detail}>{t(`companies:recurrences.${company.recurrence}`)}</div>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Use {...company.use} />
          </Table.Td>
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

function Payment({ company }: { company: ListedCompany }) {
  const { t } = useTexts();
  const state = paymentState(company, new Date());
  return <StatusPill tone={PAYMENT_TONES[state]}>{t(`companies:payment.${state}`)}</StatusPill>;
}

function Use({ users, connections, messages, lastMessageAt }: ListedCompany['use']) {
  const { t } = useTexts();
  const format = useFormat();
  const shown =
    messages < MAX_COUNTED_MESSAGES ? format.number(messages) : `${format.number(MAX_COUNTED_MESSAGES)}+`;
  return (
    <>
      <div className={classes.line}>
        {t('companies:use.users', { count: users })} ·{' '}
        {connections === 0
          ? t('companies:use.noConnections')
          : t('companies:use.connections', { count: connections })}
      </div>
      <div className={`${classes.line} ${classes.detail}`}>
        {messages === 0
          ? t('companies:use.noMessages', { days: USE_DAYS })
          : t('companies:use.messages', { count: messages, shown, days: USE_DAYS })}
      </div>
      {lastMessageAt ? (
        <div className={`${classes.line} ${classes.detail}`}>
          {t('companies:use.lastMessage', { when: format.timeOrDate(lastMessageAt) })}
        </div>
      ) : null}
    </>
  );
}
