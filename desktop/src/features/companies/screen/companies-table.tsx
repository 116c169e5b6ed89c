import {
  advanceDueDate,
  deleteCompany,
  type ListedCompany,
} from '@balcao/shared/features/companies/calls.ts';
import { MAX_COUNTED_MESSAGES, USE_DAYS } from '@balcao/shared/features/companies/limits.ts';
import { Box, Button } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './companies.module.css';
import { daysUntil, dueTone } from './due-tone.ts';
import { PAYMENT_TONES, paymentState } from './payment-state.ts';

interface Props {
  companies: readonly ListedCompany[];
  onEdit: (company: ListedCompany) => void;
}

/** The operator's own company. */
const OPERATOR = 1;

export function CompaniesTable({ companies, onEdit }: Props) {
  const { t } = useTexts();
  const remove = useApiCommand(deleteCompany);
  return (
    <ListTable
      rows={companies}
      rowProps={({ dueDate }) => ({ className: classes.row, 'data-due': dueTone(dueDate, new Date()) })}
      columns={[
        { head: t('companies:name'), cell: (company) => <Name company={company} /> },
        { head: t('companies:plan'), visibleFrom: 'xs', cell: (company) => <Plan company={company} /> },
        { head: t('companies:status'), visibleFrom: 'xs', cell: (company) => <Payment company={company} /> },
        { head: t('companies:dueDate'), cell: (company) => <Due company={company} /> },
        { head: t('companies:use.title'), visibleFrom: 'sm', cell: ({ use }) => <Use {...use} /> },
      ]}
      actions={(company) => (
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
                  question: company.name,
                  run: () => remove.mutateAsync({ params: { companyId: company.id } }),
                  gone: t('common:success'),
                }
          }
        >
          {company.id === OPERATOR ? null : <Advance companyId={company.id} />}
        </RowActions>
      )}
    />
  );
}

/** On a narrow screen also what its other columns would say. */
function Name({ company }: { company: ListedCompany }) {
  return (
    <>
      <div className={cells.name}>{company.name}</div>
      <div className={classes.detail}>{company.email}</div>
      <Box hiddenFrom="xs">
        <Payment company={company} />
      </Box>
      <Box hiddenFrom="sm">
        <Use {...company.use} />
      </Box>
    </>
  );
}

function Plan({ company: { plan, createdAt } }: { company: ListedCompany }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <>
      <div>{plan?.name ?? '–'}</div>
      <div className={`${classes.line} ${classes.detail}`}>
        {t('companies:use.since', { date: format.date(createdAt) })}
      </div>
    </>
  );
}

function Due({ company: { dueDate, recurrence } }: { company: ListedCompany }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <>
      <div>{dueDate ? format.calendarDay(dueDate) : t('companies:noEnd')}</div>
      <div className={classes.detail}>{t(`companies:recurrences.${recurrence}`)}</div>
    </>
  );
}

function Advance({ companyId }: { companyId: number }) {
  const { t } = useTexts();
  const advance = useApiCommand(advanceDueDate);
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={advance.isPending}
      onClick={() =>
        advance.mutate({ params: { companyId } }, { onSuccess: () => showToast(t('common:updated')) })
      }
    >
      {t('companies:advance')}
    </Button>
  );
}

function Payment({ company }: { company: ListedCompany }) {
  const { t } = useTexts();
  const now = new Date();
  const state = paymentState(company, now);
  if (state === 'paid' && company.dueDate && dueTone(company.dueDate, now))
    return <Ending days={daysUntil(company.dueDate, now)} />;
  return <StatusPill tone={PAYMENT_TONES[state]}>{t(`companies:payment.${state}`)}</StatusPill>;
}

/** Says what the colour of the row means. */
function Ending({ days }: { days: number }) {
  const { t } = useTexts();
  return (
    <StatusPill tone="warning">
      {days === 0 ? t('companies:payment.today') : t('companies:payment.ending', { count: days })}
    </StatusPill>
  );
}

function Use({ users, connections, messages, messagesBefore, lastMessageAt }: ListedCompany['use']) {
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
        <Growth now={messages} before={messagesBefore} />
      </div>
      {lastMessageAt ? (
        <div className={`${classes.line} ${classes.detail}`}>
          {t('companies:use.lastMessage', { when: format.timeOrDate(lastMessageAt) })}
        </div>
      ) : null}
    </>
  );
}

/** The difference to as many days before; nothing where there is none to compare with, or more than is counted. */
function Growth({ now, before }: { now: number; before: number }) {
  const { t } = useTexts();
  const format = useFormat();
  if (before === 0 || Math.max(now, before) >= MAX_COUNTED_MESSAGES) return null;
  const percent = Math.round((100 * (now - before)) / before);
  const shown = `${percent > 0 ? '+' : ''}${format.number(percent)}%`;
  return <span title={t('companies:use.growthHint', { days: USE_DAYS })}> ({shown})</span>;
}
