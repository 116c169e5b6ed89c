import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconHeartRateMonitor,
  IconPalette,
  IconPencil,
  IconPlayerPlay,
  IconPlugX,
  IconQrcode,
  IconRefresh,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { isLinkedByPhone, isResting, isRetrying } from './connection-state.tsx';
import { useRenew } from './use-renew.ts';

interface Props {
  connection: ConnectionRow;
  onLink: (connection: ConnectionRow) => void;
  onEdit: (connection: ConnectionRow) => void;
  onHealth: (connection: ConnectionRow) => void;
  onTemplates: (connection: ConnectionRow) => void;
  onChat: (connection: ConnectionRow) => void;
}

/** All actions on a connection; destructive ones ask first. */
export function ConnectionMenu({ connection, onLink, onEdit, onHealth, onTemplates, onChat }: Props) {
  const { t } = useTexts();
  const { id, name } = connection;
  const link = () => onLink(connection);
  const remove = useBridgeCommand('connections.remove');
  const line = useLineCommands(connection, link);

  const confirm = useConfirm();
  const ask = (action: 'end' | 'remove', onConfirm: () => void) =>
    confirm(
      {
        title: t(`connections:actions.${action}`),
        text: t(
          action === 'end' && !isLinkedByPhone(connection)
            ? 'connections:endAccountConfirm'
            : `connections:${action}Confirm`,
          { name },
        ),
        confirm: t(`connections:actions.${action}`),
      },
      onConfirm,
    );

  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('connections:actions.more', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => onEdit(connection)}>
          {t('common:edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHeartRateMonitor size={16} stroke={1.6} />}
          onClick={() => onHealth(connection)}
        >
          {t('connections:health.open')}
        </Menu.Item>
        {connection.kind === 'web' ? (
          <Menu.Item leftSection={<IconPalette size={16} stroke={1.6} />} onClick={() => onChat(connection)}>
            {t('webChat:open')}
          </Menu.Item>
        ) : null}
        {featuresOf(connection).templates ? (
          <Menu.Item
            leftSection={<IconTemplate size={16} stroke={1.6} />}
            onClick={() => onTemplates(connection)}
          >
            {t('connections:templates.open')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <LineItems connection={connection} {...line} end={() => ask('end', line.end)} />
        <Menu.Divider />
        <Menu.Item
          color="var(--danger)"
          leftSection={<IconTrash size={16} stroke={1.6} />}
          onClick={() =>
            ask('remove', () =>
              remove.mutate({ id }, { onSuccess: () => showToast(t('connections:removed')) }),
            )
          }
        >
          {t('connections:actions.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface LineCommands {
  /** Begins, and shows how it comes along. */
  connect(): void;
  tryNow(): void;
  end(): void;
  renew(): void;
}

/** These belong to the menu, not to its list, which closes with a click and would not hear of the success. */
function useLineCommands(connection: ConnectionRow, onLink: () => void): LineCommands {
  const { id } = connection;
  const start = useBridgeCommand('connections.start');
  const end = useBridgeCommand('connections.end');
  const renew = useRenew(connection, onLink);
  return {
    connect: () => start.mutate({ id }, { onSuccess: onLink }),
    tryNow: () => start.mutate({ id }),
    end: () => end.mutate({ id }),
    renew,
  };
}

/** What may be done with the line as it is now. */
function LineItems({ connection, ...commands }: LineCommands & { connection: ConnectionRow }) {
  const { t } = useTexts();
  const { number, status } = connection;
  return (
    <>
      {isResting(connection) ? (
        <Menu.Item leftSection={<IconPlayerPlay size={16} stroke={1.6} />} onClick={commands.connect}>
          {t('connections:actions.connect')}
        </Menu.Item>
      ) : null}
      {isRetrying(connection) ? (
        <Menu.Item leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={commands.tryNow}>
          {t('connections:actions.tryNow')}
        </Menu.Item>
      ) : null}
      {number === null || !isLinkedByPhone(connection) ? null : (
        <Menu.Item leftSection={<IconQrcode size={16} stroke={1.6} />} onClick={commands.renew}>
          {t('connections:actions.renew')}
        </Menu.Item>
      )}
      {status === 'DISCONNECTED' ? null : (
        <Menu.Item leftSection={<IconPlugX size={16} stroke={1.6} />} onClick={commands.end}>
          {t('connections:actions.end')}
        </Menu.Item>
      )}
    </>
  );
}
