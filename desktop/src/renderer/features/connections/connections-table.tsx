import type { ConnectionView } from '@balcao/shared/api/connections.ts';
import { Badge, Box, Button, Group, Table } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useFormat } from '../../app/format.ts';
import { useTexts } from '../../app/use-texts.ts';
import cells from '../../components/list-table.module.css';
import { ListTable } from '../../components/list-table.tsx';
import { formatPhone } from '../../components/phone.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { ConnectionMenu } from './connection-menu.tsx';
import { ConnectionPill, isResting, isRetrying, Outlook } from './connection-state.tsx';
import classes from './connections.module.css';
import { StartButton } from './start-button.tsx';

interface Actions {
  onLink: (connection: ConnectionView) => void;
  onEdit: (connection: ConnectionView) => void;
  onHealth: (connection: ConnectionView) => void;
}

export function ConnectionsTable({
  connections,
  ...actions
}: Actions & { connections: readonly ConnectionView[] }) {
  const { t } = useTexts();
  const narrow = useNarrow();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('connections:name')}</Table.Th>
          {narrow ? null : <Table.Th>{t('connections:statusColumn')}</Table.Th>}
          <Table.Th visibleFrom="md">{t('connections:default')}</Table.Th>
          <Table.Th visibleFrom="md">{t('connections:lastUpdate')}</Table.Th>
        </>
      }
    >
      {connections.map((connection) => (
        <ConnectionRow key={connection.id} connection={connection} {...actions} />
      ))}
    </ListTable>
  );
}

function ConnectionRow({ connection, ...actions }: Actions & { connection: ConnectionView }) {
  const { t } = useTexts();
  const format = useFormat();
  const narrow = useNarrow();
  const { name, status, reason, number, isDefault, updatedAt } = connection;
  const pill = <ConnectionPill connection={connection} />;
  const outlook = (
    <div className={cells.detail}>
      <Outlook connection={connection} />
    </div>
  );
  const badge = isDefault ? (
    <Badge variant="default" size="sm" tt="none" miw="max-content">
      {t('connections:default')}
    </Badge>
  ) : null;
  return (
    <Table.Tr data-testid="connection">
      <Table.Td>
        <div className={classes.person}>
          <span className={classes.channel}>
            <IconBrandWhatsapp size={22} stroke={1.6} aria-hidden />
          </span>
          <div className={classes.facts}>
            <div className={cells.name}>{name}</div>
            <div className={cells.detail}>{number ? formatPhone(number) : t('connections:noNumber')}</div>
            {narrow ? (
              <div className={classes.pills}>
                {pill}
                {badge}
              </div>
            ) : null}
            {reason && status !== 'connected' ? (
              <p className={classes.reason}>{t(`connections:reason.${reason}`)}</p>
            ) : null}
            {narrow ? outlook : null}
            {narrow ? (
              <Box mt={8}>
                <MainAction connection={connection} onLink={actions.onLink} />
              </Box>
            ) : null}
          </div>
        </div>
      </Table.Td>
      {narrow ? null : (
        <Table.Td>
          {pill}
          {outlook}
        </Table.Td>
      )}
      <Table.Td visibleFrom="md">{badge}</Table.Td>
      <Table.Td visibleFrom="md" className={cells.detail}>
        {format.date(updatedAt)} {format.time(updatedAt)}
      </Table.Td>
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
function MainAction({ connection, onLink }: { connection: ConnectionView; onLink: Actions['onLink'] }) {
  const { t } = useTexts();
  const link = () => onLink(connection);
  if (connection.status === 'connected') return null;
  if (isRetrying(connection)) return <StartButton connection={connection} size="compact-md" />;
  if (isResting(connection))
    return <StartButton connection={connection} size="compact-md" onStarted={link} />;
  return (
    <Button size="compact-md" onClick={link}>
      {t('connections:actions.showQr')}
    </Button>
  );
}
