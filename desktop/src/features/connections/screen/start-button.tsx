import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { Button } from '@mantine/core';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { isRetrying } from './connection-state.tsx';

interface Props {
  connection: ConnectionRow;
  size?: 'sm' | 'compact-md';
  onStarted?: () => void;
}

/** Resumes the stored session, without losing it; without one, a QR code is offered. */
export function StartButton({ connection, size = 'sm', onStarted = () => {} }: Props) {
  const { t } = useTexts();
  const start = useBridgeCommand('connections.start');
  const { id, until } = connection;
  const waits = isRetrying(connection);
  return (
    <Button
      size={size}
      loading={start.isPending}
      // It is being tried right now.
      disabled={waits && until === null}
      // The new state may remove this button before the answer comes. A toast has reported a failure.
      onClick={() => void start.mutateAsync({ id }).then(onStarted, () => {})}
    >
      {t(waits ? 'connections:actions.tryNow' : 'connections:actions.connect')}
    </Button>
  );
}
