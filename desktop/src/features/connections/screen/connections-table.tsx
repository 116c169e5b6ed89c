import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { Box, Button, Group, Tooltip, useMatches } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { BanRisk } from '../../../renderer/components/ban-risk.tsx';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { type Column, ListTable } from '../../../renderer/components/list-table.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { usePartFigures } from '../../../renderer/kit/use-part-figures.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ConnectionMenu } from './connection-menu.tsx';
import {
  accountOf,
  ConnectionPill,
  isResting,
  isRetrying,
  isUnlinked,
  Outlook,
  useReasonText,
} from './connection-state.tsx';
import classes from './connections.module.css';
import { LastDays } from './last-days.tsx';
import { ConnectionQuality } from './quality.tsx';
import { StartButton } from './start-button.tsx';

interface Actions {
  onLink: (connection: ConnectionRow) => void;
  onEdit: (connection: ConnectionRow) => void;
  onHealth: (connection: ConnectionRow) => void;
  onTemplates: (connection: ConnectionRow) => void;
  onChat: (connection: ConnectionRow) => void;
}

interface Props extends Actions {
  user: SessionUser;
  connections: readonly ConnectionRow[];
}

export function ConnectionsTable({ user, connections, ...actions }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const figuresOf = usePartFigures(user, 'connection', 1);
  // Reasons are sentences: beside the navigation they need more room than a phone has.
  const narrow = useMatches({ base: true, md: false }, { getInitialValueInEffect: false });
  const facts: Column<ConnectionRow> = {
    head: t('connections:name'),
    cell: (connection) => <Facts connection={connection} narrow={narrow} onLink={actions.onLink} />,
  };
  const others: Column<ConnectionRow>[] = [
    {
      head: t('connections:statusColumn'),
      cell: (connection) => (
        <>
          <ConnectionPill connection={connection} />
          <Prospects connection={connection} />
        </>
      ),
    },
    ...(figuresOf
      ? [
          {
            head: t('connections:today'),
            visibleFrom: 'lg' as const,
            cell: ({ id }: ConnectionRow) => <Begun count={figuresOf(id)?.begun ?? 0} />,
          },
        ]
      : []),
    { head: t('connections:default'), cell: ({ isDefault }) => (isDefault ? <Star /> : null) },
    {
      head: t('connections:lastUpdate'),
      className: cells.detail,
      cell: ({ updatedAt }) => format.moment(updatedAt),
    },
  ];
  return (
    <ListTable
      rows={connections}
      rowProps={() => ({ 'data-testid': 'connection' })}
      columns={narrow ? [facts] : [facts, ...others]}
      actions={(connection) => (
        <Group gap={8} wrap="nowrap" justify="flex-end">
          {narrow ? null : <MainAction connection={connection} onLink={actions.onLink} />}
          <ConnectionMenu connection={connection} {...actions} />
        </Group>
      )}
    />
  );
}

interface FactsProps extends Pick<Actions, 'onLink'> {
  connection: ConnectionRow;
  narrow: boolean;
}

/** Which one it is; on a narrow screen also what its other columns would say. */
function Facts({ connection, narrow, onLink }: FactsProps) {
  const { t } = useTexts();
  const reasonText = useReasonText(connection);
  const { name, channel, status, reason, isDefault } = connection;
  return (
    <div className={classes.person}>
      <span className={classes.channel}>
        <ChannelIcon channel={channel} />
      </span>
      <div className={classes.facts}>
        <div className={cells.name}>{name}</div>
        <div className={cells.detail}>{accountOf(connection) ?? t('connections:noNumber')}</div>
        {narrow ? (
          <div className={classes.pills}>
            <ConnectionPill connection={connection} />
            {isDefault ? <Star /> : null}
          </div>
        ) : null}
        {reason && status !== 'connected' && !isUnlinked(connection) ? (
          <p className={classes.reason}>{reasonText(reason)}</p>
        ) : null}
        {narrow ? (
          <>
            <Prospects connection={connection} />
            <Box mt={8}>
              <MainAction connection={connection} onLink={onLink} />
            </Box>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** What comes next, and what it risks. */
function Prospects({ connection }: { connection: ConnectionRow }) {
  return (
    <>
      <div className={cells.detail}>
        <Outlook connection={connection} />
      </div>
      {KIND_FACTS[connection.kind].linkedBy === 'phone' ? (
        <div>
          <BanRisk connectionId={connection.id} />
        </div>
      ) : (
        <ConnectionQuality connection={connection} />
      )}
      <LastDays connectionId={connection.id} />
    </>
  );
}

/** How many conversations began. */
function Begun({ count }: { count: number }) {
  const { t } = useTexts();
  if (count === 0) return <span className={cells.detail}>{t('connections:noConversations')}</span>;
  return t('connections:conversations', { count });
}

function Star() {
  const { t } = useTexts();
  return (
    <Tooltip label={t('connections:isDefault')}>
      <span className={classes.star} role="img" aria-label={t('connections:isDefault')}>
        <IconStarFilled size={18} aria-hidden />
      </span>
    </Tooltip>
  );
}

/** The one thing to do next in this state; the menu has the others. */
function MainAction({ connection, onLink }: { connection: ConnectionRow; onLink: Actions['onLink'] }) {
  const { t } = useTexts();
  const link = () => onLink(connection);
  if (connection.status === 'connected') return null;
  if (isRetrying(connection)) return <StartButton connection={connection} size="compact-md" />;
  if (isResting(connection) && !isUnlinked(connection))
    return <StartButton connection={connection} size="compact-md" onStarted={link} />;
  return (
    <Button size="compact-md" onClick={link}>
      {t('connections:actions.connect')}
    </Button>
  );
}
