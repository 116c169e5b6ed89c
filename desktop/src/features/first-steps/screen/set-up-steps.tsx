import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { getReport } from '@balcao/shared/features/reports/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Anchor, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { linkPath } from '../../../renderer/kit/link-path.ts';
import { dayOf } from '../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './set-up-steps.module.css';

/**
 * The set-up steps the company lacks before customers reach agents, for users who can do them; nothing once all are done.
 * @param onTickets shows the tickets, which are there already
 */
export function SetUpSteps({ user, onTickets }: { user: SessionUser; onTickets: () => void }) {
  const { t } = useTexts();
  const steps = useSteps(user);
  if (steps.every(({ done }) => done)) return <Text>{t('firstSteps:intro')}</Text>;
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('firstSteps:setUp.title')}</Text>
      <ol className={classes.list}>
        {steps.map(({ key, path, done }) => (
          <li key={key} className={classes.step}>
            <ThemeIcon
              size={24}
              radius="xl"
              variant="light"
              color={done ? 'green' : 'gray'}
              role="img"
              aria-label={done ? t('firstSteps:setUp.done') : t('firstSteps:setUp.undone')}
            >
              {done ? <IconCheck size={15} /> : <IconCircleDashed size={15} />}
            </ThemeIcon>
            <div>
              <Anchor component={Link} href={path} {...(path === '/tickets' ? { onClick: onTickets } : {})}>
                {t(`firstSteps:setUp.steps.${key}`)}
              </Anchor>
              <Text size="sm" c="var(--text-muted)">
                {t(`firstSteps:setUp.hints.${key}`)}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

interface Step {
  key: 'connect' | 'queue' | 'greeting' | 'agents' | 'membership' | 'answer';
  path: string;
  done: boolean;
}

/** The existing data decides whether a step is done: there are no checkboxes. */
function useSteps(user: SessionUser): Step[] {
  const enabled = can(user, 'connections:manage') && can(user, 'queues:manage') && can(user, 'users:manage');
  const { data: connections } = useRows('connection', { enabled });
  const { data: users } = useRows('user', { enabled });
  const { data: queues } = useApiQuery(listQueues, {}, { enabled });
  const hasAnswered = useHasAnswered(enabled);
  if (!enabled || !connections || !users || !queues || hasAnswered === null) return [];
  // A person who sees every ticket needs no queue.
  const agents = users.filter(({ profile }) => !can({ profile, super: false }, 'tickets:viewAll'));
  const isTeam = users.length > 1;
  const isServed = isTeam && agents.every(({ queueIds }) => queueIds.length > 0);
  const offered = queues.filter(({ connectionIds }) => connectionIds.length > 0);
  return [
    { key: 'connect', path: linkPath(connections), done: connections.some(({ number }) => number !== null) },
    { key: 'queue', path: '/queues', done: offered.length > 0 },
    { key: 'greeting', path: '/queues', done: offered.some(({ greetingMessage }) => greetingMessage !== '') },
    { key: 'agents', path: '/users', done: isTeam },
    { key: 'membership', path: '/users', done: isServed },
    { key: 'answer', path: '/tickets', done: hasAnswered },
  ];
}

const LATELY_DAYS = 30;

/** Whether a person has answered a customer lately; null while nobody knows. */
function useHasAnswered(enabled: boolean): boolean | null {
  const now = serverNow();
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - LATELY_DAYS);
  const query = { from: dayOf(first), to: dayOf(now), grain: 'month' } as const;
  const { data } = useApiQuery(getReport, { query }, { enabled });
  return data ? data.period.answered.count > 0 : null;
}
