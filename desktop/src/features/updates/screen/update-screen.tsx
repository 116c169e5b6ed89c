import type { UpdateState } from '@balcao/shared/features/updates/bridge.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/**
 * Replaces the page while the server refuses this version. Local data can still be read, and
 * nothing of it is lost.
 */
export function UpdateGate({ children }: { children: ReactNode }) {
  const { data: status } = useBridgeQuery('sync.status', null);
  const [reading, setReading] = useState(false);
  const tooOld = status?.reason === 'ERR_PROTOCOL_TOO_OLD';
  useEffect(() => {
    if (!tooOld) setReading(false);
  }, [tooOld]);
  if (!tooOld || reading) return children;
  const back = status.phase === 'signedOut' ? 'signIn' : 'read';
  return <UpdateScreen queued={status.queued} back={back} onBack={() => setReading(true)} />;
}

interface ScreenProps {
  queued: number;
  /** The purpose of the page behind this one. */
  back: 'read' | 'signIn';
  onBack: () => void;
}

function UpdateScreen({ queued, back, onBack }: ScreenProps) {
  const { t } = useTexts();
  const { data: info } = useBridgeQuery('app.info', null);
  const { data: update } = useBridgeQuery('updates.get', null);
  const { mutate: check } = useBridgeCommand('updates.check');
  // A person who must have a newer version gets it, also while it is given out in steps.
  useEffect(() => check(null), [check]);

  const kept = queued > 0 ? ` ${t('updates:queued', { count: queued })}` : '';
  return (
    <StateView
      role="alert"
      icon={IconRefreshAlert}
      title={t('updates:title')}
      hint={`${t('updates:hint', { version: info?.version ?? '' })}${kept}`}
      action={
        <>
          {update ? <Progress update={update} onCheck={() => check(null)} /> : null}
          <Group justify="center" mt="md">
            <Button variant="subtle" color="gray" onClick={onBack}>
              {t(`updates:${back}`)}
            </Button>
          </Group>
        </>
      }
    />
  );
}

function Progress({ update, onCheck }: { update: UpdateState; onCheck: () => void }) {
  const { t } = useTexts();
  const { mutate: install, isPending } = useBridgeCommand('updates.install');
  const { phase, percent } = update;
  const version = update.version ?? '';
  if (phase === 'ready')
    return (
      <Button loading={isPending} onClick={() => install(null)}>
        {t('updates:install', { version })}
      </Button>
    );
  return (
    <>
      <Text size="sm" role="status">
        {t(`updates:phase.${phase}`, { version, percent: percent ?? 0 })}
      </Text>
      {phase === 'idle' || phase === 'failed' ? (
        <Button variant="light" mt="sm" onClick={onCheck}>
          {t('updates:check')}
        </Button>
      ) : null}
    </>
  );
}
