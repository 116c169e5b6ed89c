import { type DashboardNow, getDashboardNow } from '@balcao/shared/features/dashboard/calls.ts';
import { Anchor, Button, Menu, Table, Text } from '@mantine/core';
import { IconEyeOff, IconUserPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import look from '../../../renderer/components/figures.module.css';
import { KeptView } from '../../../renderer/components/kept-view.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { Section } from '../../../renderer/components/section.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useShowTickets, useShowWaiting } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './dashboard.module.css';
import { FigureCard } from './figure-card.tsx';
import { useSince } from './use-since.ts';

const LOOK_EVERY_MS = 15_000;
/** By then the command has reached the server, and the answer says so. */
const ASSIGNED_MS = 1_000;

/** Who waits and who is there, at this moment. */
export function NowPanel() {
  const { t } = useTexts();
  const query = useKeptQuery(getDashboardNow, {}, { everyMs: LOOK_EVERY_MS });
  const again = () => window.setTimeout(() => void query.refetch(), ASSIGNED_MS);
  return (
    <Section title={t('dashboard:now.title')}>
      <KeptView query={query}>
        {(now) => (
          <div className={classes.halves}>
            <Waiting now={now} onAssigned={again} />
            <People people={now.people} />
          </div>
        )}
      </KeptView>
    </Section>
  );
}

/** These are counted as the list of tickets counts them. */
const LISTS = ['pending', 'open', 'chatbot'] as const;

function Waiting({ now, onAssigned }: { now: DashboardNow; onAssigned: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  const since = useSince();
  const showTickets = useShowTickets();
  const showWaiting = useShowWaiting();
  const { count, since: longest } = now.waiting;
  return (
    <div>
      <div className={classes.moments}>
        <FigureCard
          label={t('tickets:filter.unanswered')}
          hint={t('tickets:filter.unansweredHint')}
          value={format.number(count)}
          note={
            longest ? t('dashboard:now.longest', { time: since(longest) }) : t('dashboard:now.nobodyWaits')
          }
          onOpen={() => showTickets('search', { unanswered: true })}
        />
        {LISTS.map((list) => (
          <FigureCard
            key={list}
            label={t(`tickets:tabs.${list}`)}
            hint={t(`dashboard:now.${list}Hint`)}
            value={format.number(now.lists[list])}
            onOpen={() => showTickets(list)}
          />
        ))}
      </div>
      {now.unseen > 0 ? (
        <button
          type="button"
          className={classes.unseen}
          onClick={() => showTickets('pending', { queueIds: now.unseenQueueIds })}
        >
          <IconEyeOff size={16} aria-hidden />
          {t('dashboard:now.unseen', { count: now.unseen })}
        </button>
      ) : null}
      <h3 className={classes.subhead}>{t('dashboard:now.queue')}</h3>
      {now.queue.length === 0 ? (
        <Text size="sm" c="var(--text-muted)">
          {t('dashboard:now.queueEmpty')}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {now.queue.map((ticket) => (
            <li key={ticket.id} className={classes.row}>
              <div className={classes.rowText}>
                <Anchor component={Link} href={`/tickets/${ticket.uuid}`} className={cells.name}>
                  {ticket.name}
                </Anchor>
                <Text size="xs" c="var(--text-muted)">
                  <Anchor
                    component="button"
                    type="button"
                    size="xs"
                    title={t('assignment:seeWaiting')}
                    onClick={() => showWaiting(ticket.queueId)}
                  >
                    {ticket.queueName || t('dashboard:now.noQueue')}
                  </Anchor>{' '}
                  · {t('dashboard:now.waits', { time: since(ticket.since) })}
                </Text>
              </div>
              <div className={look.screenOnly}>
                <AssignMenu ticket={ticket} people={now.people} onAssigned={onAssigned} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface AssignProps {
  ticket: DashboardNow['queue'][number];
  people: DashboardNow['people'];
  onAssigned: () => void;
}

function AssignMenu({ ticket, people, onAssigned }: AssignProps) {
  const { t } = useTexts();
  const transfer = useBridgeCommand('tickets.transfer');
  const assign = (userId: number, agent: string) =>
    transfer.mutate(
      { ticketId: ticket.id, userId, queueId: null },
      {
        onSuccess: () => {
          showToast(t('dashboard:now.assigned', { name: ticket.name, agent }));
          onAssigned();
        },
      },
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUserPlus size={14} aria-hidden />}
          aria-label={t('dashboard:now.assignNamed', { name: ticket.name })}
        >
          {t('dashboard:now.assign')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} className={classes.menu}>
        {people.map(({ id, name, online, openTickets }) => (
          <Menu.Item
            key={id}
            onClick={() => assign(id, name)}
            rightSection={
              <Text size="xs" c="var(--text-muted)">
                {t(online ? 'dashboard:online' : 'dashboard:offline')} · {openTickets}
              </Text>
            }
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function People({ people }: Pick<DashboardNow, 'people'>) {
  const { t } = useTexts();
  const since = useSince();
  const showTickets = useShowTickets();
  return (
    <Table className={cells.table} verticalSpacing="xs" aria-label={t('dashboard:now.people')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('dashboard:now.people')}</Table.Th>
          <Table.Th>{t('dashboard:now.open')}</Table.Th>
          <Table.Th>{t('dashboard:now.unanswered')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map(({ id, name, online, openTickets, unanswered }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <div className={cells.name}>{name}</div>
              <StatusPill tone={online ? 'success' : 'neutral'}>
                {t(online ? 'dashboard:online' : 'dashboard:offline')}
              </StatusPill>
            </Table.Td>
            <Table.Td>
              {openTickets > 0 ? (
                <Anchor
                  component="button"
                  type="button"
                  aria-label={`${t('dashboard:seeTickets')}: ${name}, ${openTickets}`}
                  onClick={() => showTickets('open', { userIds: [id] })}
                >
                  {openTickets}
                </Anchor>
              ) : (
                0
              )}
            </Table.Td>
            <Table.Td>
              {unanswered ? (
                <Anchor component={Link} href={`/tickets/${unanswered.uuid}`}>
                  {since(unanswered.since)}
                </Anchor>
              ) : (
                t('dashboard:now.none')
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
