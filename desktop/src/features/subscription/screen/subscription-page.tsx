import { PLAN_FLAGS } from '@balcao/shared/contract/roles.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getCompany, type OwnCompanyView } from '@balcao/shared/features/companies/calls.ts';
import { RECURRENCE_MONTHS } from '@balcao/shared/features/companies/limits.ts';
import { listUsers } from '@balcao/shared/features/users/calls.ts';
import { Button, Progress, Text, TextInput, Title } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Page, Panel } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { SUBSCRIBE, SUBSCRIPTION } from '../../../renderer/kit/subscription-paths.ts';
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
        <Title order={2} size="h5">
          {t('subscription:dueDate')}
        </Title>
        <div className={classes.figure}>
          {company.dueDate ? format.calendarDay(company.dueDate) : t('subscription:noEnd')}
        </div>
        <StatusPill tone={past ? 'danger' : 'success'}>
          {past ? t('subscription:past') : t('subscription:active')}
        </StatusPill>
        <Trial company={company} user={user} />
        <TextInput
          mt="md"
          label={t('subscription:billingEmail')}
          description={t('subscription:billingEmailHint')}
          value={company.email ?? ''}
          readOnly
        />
        <Button mt="md" fullWidth onClick={() => navigate(`${SUBSCRIPTION}/${SUBSCRIBE}`)}>
          {t('subscription:subscribe')}
        </Button>
      </div>
    </Panel>
  );
}

/** Until something is paid: the due date is then a later one. */
function Trial({ company, user }: { company: OwnCompanyView; user: SessionUser }) {
  const { t } = useTexts();
  const format = useFormat();
  const last = user.company.trialExpiration;
  if (!last || company.dueDate === null || company.dueDate > last) return null;
  const count = trialDays(last, new Date(), company.timezone);
  return (
    <Text size="sm" mt="sm">
      {user.overdueSince
        ? t('subscription:trialEnded', { date: format.calendarDay(company.dueDate) })
        : t('subscription:trialEnds', { count })}
    </Text>
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
        <Usage label={t('subscription:queues')} most={plan.queues} />
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
          color={used >= most ? 'orange' : 'green'}
          aria-label={label}
        />
      )}
    </div>
  );
}
