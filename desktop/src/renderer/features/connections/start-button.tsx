import type { ConnectionRow } from '@balcao/shared/model/connection.ts';
import { Button } from '@mantine/core';
import { useBridgeCommand } from '../../kit/bridge-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { isRetrying } from './connection-state.tsx';

interface Props {
  connection: ConnectionRow;
  size?: 'sm' | 'compact-md';
  onStarted?: () => void;
}

/** Goes on with the stored session, without losing it; where there is none, a QR code is what comes. */
export function StartButton({ connection, size = 'sm', onStarted = () => {} }: Props) {
  const { t } = useTexts();
  const start = useBridgeCommand('connections.start');
  const { id, number, until } = connection;
  const waits = isRetrying(connection);
  const action = waits ? 'tryNow' : number === null ? 'renew' : 'start';
  return (
    <Button
      size={size}
      loading={start.isPending}
      // It is being tried right now.
      disabled={waits && until === null}
      // The new state may take this button away before the answer comes. What failed has been told.
      onClick={() => void start.mutateAsync({ id }).then(onStarted, () => {})}
    >
      {t(`connections:actions.${action}`)}
    </Button>
  );
}
