import { listAgents } from '@balcao/shared/features/assignment/calls.ts';
import type { Agent } from '@balcao/shared/features/assignment/row.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ReportFigures } from '@balcao/shared/features/reports/calls.ts';
import { deleteUser, listUsers, type UserView } from '@balcao/shared/features/users/calls.ts';
import { ActionIcon, Anchor, Box, Group, Tooltip } from '@mantine/core';
import { IconDevices, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { PresentPerson } from '../../../renderer/components/present-person.tsx';
import { QueueBadge } from '../../../renderer/components/queue-badge.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { SessionList } from '../../../renderer/components/session-list.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useApiList } from '../../../renderer/kit/use-list.ts';
import { usePartFigures } from '../../../renderer/kit/use-part-figures.ts';
import { useShowTickets } from '../../../renderer/kit/use-show-tickets.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { InvitationPill } from './invitation.tsx';
import { UserDialog } from './user-dialog.tsx';
import classes from './users.module.css';

const LOOK_EVERY_MS = 30_000;
const MONTH_DAYS = 30;

/** The people of the company. */
export function UsersPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const list = useApiList(listUsers, (page) => page.users);
  const [editing, setEditing] = useState<UserView | 'new' | null>(null);
  const [watched, setWatched] = useState<UserView | null>(null);
  const remove = useApiCommand(deleteUser);
  const { data: load } = useApiQuery(listAgents, {}, { everyMs: LOOK_EVERY_MS });
  const figuresOf = usePartFigures(user, 'agent', MONTH_DAYS);
  const agentOf = ({ id }: UserView) => load?.agents.find((agent) => agent.id === id);

  return (
    <ListPage
      title={t('users:title')}
      subtitle={t('users:subtitle')}
      search={t('users:search')}
      add={{ label: t('users:add'), onClick: () => setEditing('new') }}
      list={list}
      dialog={
        <>
          <UserDialog person={editing} own={user.id} onClose={() => setEditing(null)} />
          <SessionsDialog person={watched} onClose={() => setWatched(null)} />
        </>
      }
    >
      <ListTable
        rows={list.rows}
        columns={[
          { head: t('users:name'), cell: (person) => <Person person={person} /> },
          {
            head: t('users:profile'),
            visibleFrom: 'xs',
            cell: ({ profile }) => t(`users:profiles.${profile}`),
          },
          {
            head: t('tickets:tabs.open'),
            visibleFrom: 'sm',
            className: cells.line,
            cell: (person) => (load ? <Load name={person.name} agent={agentOf(person)} /> : null),
          },
          {
            head: t('users:month'),
            visibleFrom: 'md',
            className: cells.line,
            cell: ({ id }) => (figuresOf ? <Month figures={figuresOf(id)} /> : null),
          },
          { head: t('users:queues'), visibleFrom: 'xs', cell: (person) => <Queues person={person} /> },
        ]}
        actions={(person) => (
          <RowActions
            edit={{
              label: t('users:editNamed', { name: person.name }),
              onClick: () => setEditing(person),
            }}
            // Nobody deletes the own account.
            remove={
              person.id === user.id
                ? undefined
                : {
                    label: t('users:deleteNamed', { name: person.name }),
                    question: person.name,
                    run: () => remove.mutateAsync({ params: { userId: person.id } }),
                  }
            }
          >
            <Tooltip label={t('users:sessions')}>
              <ActionIcon
                aria-label={t('users:sessionsOf', { name: person.name })}
                onClick={() => setWatched(person)}
              >
                <IconDevices size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </RowActions>
        )}
      />
    </ListPage>
  );
}

function SessionsDialog({ person, onClose }: { person: UserView | null; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={person}
      title={({ name }) => t('users:sessionsOf', { name })}
      size="md"
      onClose={onClose}
    >
      {({ id, name }) => <SessionList userId={id} endFor={name} />}
    </FormDialog>
  );
}

function Person({
  person: { name, email, profile, online, secondFactor, invitation },
}: {
  person: UserView;
}) {
  const { t } = useTexts();
  return (
    <PresentPerson
      name={name}
      presence={online ? 'online' : 'offline'}
      label={online ? t('users:online') : t('users:offline')}
    >
      <div className={classes.name}>
        {name}
        {secondFactor ? (
          <Tooltip label={t('users:secondFactor')}>
            <IconShieldCheck size={15} aria-label={t('users:secondFactor')} />
          </Tooltip>
        ) : null}
        {invitation ? <InvitationPill invitation={invitation} /> : null}
      </div>
      <div className={cells.detail}>{email}</div>
      <Box className={cells.detail} hiddenFrom="xs">
        {t(`users:profiles.${profile}`)}
      </Box>
    </PresentPerson>
  );
}

/** The open tickets of a person, which it leads to, and how many of them wait for an answer. */
function Load({ name, agent }: { name: string; agent: Agent | undefined }) {
  const { t } = useTexts();
  const showTickets = useShowTickets();
  if (!agent?.open) return <span className={cells.detail}>{t('users:noLoad')}</span>;
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-label={`${t('tickets:tabs.open')}: ${name}, ${agent.open}`}
        onClick={() => showTickets('open', { userIds: [agent.id] })}
      >
        {agent.open}
      </Anchor>
      {agent.waiting > 0 ? (
        <div className={cells.detail}>{t('users:waiting', { count: agent.waiting })}</div>
      ) : null}
    </>
  );
}

/** What a person has finished, and how customers rated it. */
function Month({ figures }: { figures: ReportFigures | undefined }) {
  const { t } = useTexts();
  const format = useFormat();
  if (!figures?.finished.count) return <span className={cells.detail}>{t('users:noLoad')}</span>;
  const rating = figures.rated.average;
  return (
    <>
      <div>{t('users:finished', { count: figures.finished.count })}</div>
      {rating === null ? null : (
        <div className={cells.detail}>
          {t('users:rating', { rating: format.number(Math.round(rating * 100) / 100) })}
        </div>
      )}
    </>
  );
}

function Queues({ person }: { person: UserView }) {
  return (
    <Group gap={4}>
      {person.queues.map(({ id, name, color }) => (
        <QueueBadge key={id} color={color}>
          {name}
        </QueueBadge>
      ))}
    </Group>
  );
}
