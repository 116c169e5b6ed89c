import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getCompany, type OwnCompanyView } from '@balcao/shared/features/companies/calls.ts';
import { RECURRENCE_MONTHS } from '@balcao/shared/features/companies/limits.ts';
import { listInvoices } from '@balcao/shared/features/invoices/calls.ts';
import { listUsers } from '@balcao/shared/features/users/calls.ts';
import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { stateNow } from '../../../renderer/components/invoice-pill.tsx';
import { Page, Panel } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { PAY, SUBSCRIBE, SUBSCRIPTION } from '../../../renderer/kit/subscription-paths.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ContactDialog } from './contact-dialog.tsx';
import classes from './subscription.module.css';
import { trialDays } from './trial-days.ts';

/** The company's plan, its end, and its usage. */
export function SubscriptionPage({ user, asks }: { user: SessionUser; asks: boolean }) {
  const { t } = useTexts();
  const query = useApiQuery(getCompany, { params: { companyId: user.companyId } });
  return (
    <Page title={t('subscription:title')} subtitle={t('subscription:subtitle')}>
      <QueryView query={query}>
        {(company) => (
          <div className={classes.grid}>
            <DueDate company={company} user={user} />
            {company.plan ? (
              <Plan company={company} plan={company.plan} isOverdue={user.overdueSince !== null} />
            ) : null}
          </div>
        )}
      </QueryView>
      <ContactDialog opened={asks} onClose={() => navigate(SUBSCRIPTION)} />
    </Page>
  );
}

function DueDate({ company, user }: { company: OwnCompanyView; user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const past = company.dueDate !== null && Date.parse(`${company.dueDate}T23:59:59`) < Date.now();
  return (
    <Panel>
      <div className={classes.card}>
        <Group justify="space-between">
          <Title order={2} size="h5">
            {t('subscription:dueDate')}
          </Title>
          <StatusPill tone={past ? 'danger' : 'success'}>
            {past ? t('subscription:past') : t('subscription:active')}
          </StatusPill>
        </Group>
        <div className={classes.figure}>
          {company.dueDate ? format.calendarDay(company.dueDate) : t('subscription:noEnd')}
        </div>
        <Trial company={company} user={user} />
        <NextStep company={company} user={user} />
        <div className={classes.label}>{t('subscription:billingEmail')}</div>
        <div>{company.email || t('subscription:noBillingEmail')}</div>
        <Text size="sm" c="var(--text-muted)">
          {t('subscription:billingEmailHint')}
        </Text>
      </div>
    </Panel>
  );
}

/** The trial lasts until something is paid: the due date is then a later one. */
const isTrial = ({ dueDate }: OwnCompanyView, { company: { trialExpiration } }: SessionUser): boolean =>
  Boolean(trialExpiration && dueDate && dueDate <= trialExpiration);

function Trial({ company, user }: { company: OwnCompanyView; user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const last = user.company.trialExpiration;
  if (!last || !company.dueDate || !isTrial(company, user)) return null;
  const count = trialDays(last, new Date(), company.timezone);
  return (
    <Text size="sm">
      {user.overdueSince
        ? t('subscription:trialEnded', { date: format.calendarDay(company.dueDate) })
        : t('subscription:trialEnds', { count })}
    </Text>
  );
}

/** The invoice that is to be paid, and where. Whoever owes none is led to those who sell. */
function NextStep({ company, user }: { company: OwnCompanyView; user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const invoices = useApiQuery(listInvoices, { query: { pageNumber: 1 } });
  const [due] = (invoices.data?.list ?? [])
    .filter((invoice) => ['past', 'open'].includes(stateNow(invoice, company.timezone)))
    .sort((one, other) => one.dueDate.localeCompare(other.dueDate));
  if (due)
    return (
      <>
        <Text size="sm">
          {t('subscription:nextInvoice', {
            value: format.money(due.value, due.currency),
            date: format.calendarDay(due.dueDate),
          })}
        </Text>
        <Button component={Link} href={PAY} mt="md" fullWidth>
          {t('invoices:pay')}
        </Button>
      </>
    );
  const isCustomer = !isTrial(company, user) && user.overdueSince === null;
  return (
    <Button
      mt="md"
      fullWidth
      variant={isCustomer ? 'default' : 'filled'}
      onClick={() => navigate(`${SUBSCRIPTION}/${SUBSCRIBE}`)}
    >
      {isCustomer ? t('subscription:changePlan') : t('subscription:subscribe')}
    </Button>
  );
}

interface PlanProps {
  company: OwnCompanyView;
  isOverdue: boolean;
  plan: NonNullable<OwnCompanyView['plan']>;
}

function Plan({ company, plan, isOverdue }: PlanProps) {
  const { t } = useTexts();
  const format = useFormat();
  const users = useApiQuery(listUsers, { query: { pageNumber: 1 } }, { enabled: !isOverdue });
  const connections = useRows('connection');
  const queues = useRows('queue');
  return (
    <Panel>
      <div className={classes.card}>
        <Title order={2} size="h5">
          {plan.name}
        </Title>
        {plan.value === undefined ? null : (
          <div className={classes.figure}>
            {format.money(plan.value * RECURRENCE_MONTHS[company.recurrence], plan.currency)}
            <span className={classes.unit}>{t(`subscription:per.${company.recurrence}`)}</span>
          </div>
        )}
        <Usage label={t('subscription:users')} used={users.data?.count} most={plan.users} />
        <Usage
          label={t('subscription:connections')}
          used={connections.data?.length}
          most={plan.connections}
        />
        <Usage label={t('subscription:queues')} used={queues.data?.length} most={plan.queues} />
        <ul className={classes.flags}>
          {PLAN_FLAGS.map((flag) => (
            <li key={flag} data-off={!plan[flag] || undefined}>
              {plan[flag] ? (
                <IconCheck size={16} aria-label={t('subscription:included')} />
              ) : (
                <IconX size={16} aria-label={t('subscription:notIncluded')} />
              )}
              {t(`plans:flags.${flag}`)}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** From here on one should think of the next plan. */
const NEARLY_FULL = 0.8;

/** How much of a limit is taken; only the limit while that is not known. */
function Usage({ label, used, most }: { label: string; used?: number | undefined; most: number }): ReactNode {
  const { t } = useTexts();
  return (
    <div className={classes.usage}>
      <div className={classes.usageLine}>
        <span>{label}</span>
        <span>{used === undefined ? most : t('subscription:used', { used, most })}</span>
      </div>
      {used === undefined ? null : (
        <Progress
          value={most > 0 ? Math.min(100, (used / most) * 100) : 100}
          color={used >= most * NEARLY_FULL ? 'orange' : 'green'}
          aria-label={label}
        />
      )}
    </div>
  );
}
