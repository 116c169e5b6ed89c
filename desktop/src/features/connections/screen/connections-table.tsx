import { KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { Box, Button, Group, Table, Tooltip, useMatches } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { BanRisk } from '../../../renderer/components/ban-risk.tsx';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
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
import { ConnectionQuality } from './quality.tsx';
import { StartButton } from './start-button.tsx';

interface Actions {
  onLink: (connection: ConnectionRow) => void;
  onEdit: (connection: ConnectionRow) => void;
  onHealth: (connection: ConnectionRow) => void;
  onTemplates: (connection: ConnectionRow) => void;
}

export function ConnectionsTable({
  connections,
  ...actions
}: Actions & { connections: readonly ConnectionRow[] }) {
  const { t } = useTexts();
  // Reasons are sentences: beside the navigation they need more room than a phone has.
  const narrow = useMatches({ base: true, md: false }, { getInitialValueInEffect: false });
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('connections:name')}</Table.Th>
          {narrow ? null : (
            <>
              <Table.Th>{t('connections:statusColumn')}</Table.Th>
              <Table.Th>{t('connections:default')}</Table.Th>
              <Table.Th>{t('connections:lastUpdate')}</Table.Th>
            </>
          )}
        </>
      }
    >
      {connections.map((connection) => (
        <ConnectionTableRow key={connection.id} connection={connection} narrow={narrow} {...actions} />
      ))}
    </ListTable>
  );
}

interface RowProps extends Actions {
  connection: ConnectionRow;
  narrow: boolean;
}

function ConnectionTableRow({ connection, narrow, ...actions }: RowProps) {
  const { t } = useTexts();
  const format = useFormat();
  const reasonText = useReasonText(connection);
  const { id, name, status, reason, isDefault, updatedAt } = connection;
  const pill = <ConnectionPill connection={connection} />;
  const outlook = (
    <div className={cells.detail}>
      <Outlook connection={connection} />
    </div>
  );
  const risk =
    KIND_FACTS[connection.kind].linkedBy === 'phone' ? (
      <div>
        <BanRisk connectionId={id} />
      </div>
    ) : (
      <ConnectionQuality connection={connection} />
    );
  const star = isDefault ? (
    <Tooltip label={t('connections:isDefault')}>
      <span className={classes.star} role="img" aria-label={t('connections:isDefault')}>
        <IconStarFilled size={18} aria-hidden />
      </span>
    </Tooltip>
  ) : null;
  return (
    <Table.Tr data-testid="connection">
      <Table.Td>
        <div className={classes.person}>
          <span className={classes.channel}>
            <ChannelIcon channel={connection.channel} />
          </span>
          <div className={classes.facts}>
            <div className={cells.name}>{name}</div>
            <div className={cells.detail}>{accountOf(connection) ?? t('connections:noNumber')}</div>
            {narrow ? (
              <div className={classes.pills}>
                {pill}
                {star}
              </div>
            ) : null}
            {reason && status !== 'connected' && !isUnlinked(connection) ? (
              <p className={classes.reason}>{reasonText(reason)}</p>
            ) : null}
            {narrow ? outlook : null}
            {narrow ? risk : null}
            {narrow ? (
              <Box mt={8}>
                <MainAction connection={connection} onLink={actions.onLink} />
              </Box>
            ) : null}
          </div>
        </div>
      </Table.Td>
      {narrow ? null : (
        <>
          <Table.Td>
            {pill}
            {outlook}
            {risk}
          </Table.Td>
          <Table.Td>{star}</Table.Td>
          <Table.Td className={cells.detail}>
            {format.date(updatedAt)} {format.time(updatedAt)}
          </Table.Td>
        </>
      )}
      <Table.Td>
        <Group gap={8} wrap="nowrap" justify="flex-end">
          {narrow ? null : <MainAction connection={connection} onLink={actions.onLink} />}
          <ConnectionMenu connection={connection} {...actions} />
        </Group>
      </Table.Td>
    </Table.Tr>
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
