import type { ConnectionView } from '@balcao/shared/api/connections.ts';
import { Button, Loader, Modal, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconClockX, IconPlugX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useBridgeCommand } from '../../app/bridge-query.ts';
import { useTexts } from '../../app/use-texts.ts';
import { formatPhone } from '../../components/phone.ts';
import { StatusPill } from '../../components/status-pill.tsx';
import { CONNECTION_TONES } from './connection-tone.ts';
import { QrCode } from './qr-code.tsx';
import classes from './qr-dialog.module.css';

interface Props {
  /** Null: closed. */
  connection: ConnectionView | null;
  onClose: () => void;
}

/** Linking a phone, live: code, scanned, connected, or what went wrong and how to go on. */
export function QrDialog({ connection, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={connection !== null}
      onClose={onClose}
      size={680}
      title={connection ? t('connections:qr.title', { name: connection.name }) : null}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {connection ? <QrContent connection={connection} onClose={onClose} /> : null}
    </Modal>
  );
}

function QrContent({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const { status, number } = connection;
  const { t } = useTexts();
  if (status === 'connected')
    return (
      <Outcome
        tone="green"
        icon={<IconCheck size={36} stroke={2} aria-hidden />}
        title={t('connections:qr.connected')}
        hint={
          number
            ? t('connections:qr.connectedHint', { number: formatPhone(number) })
            : t('connections:qr.connectedNoNumber')
        }
        action={<Button onClick={onClose}>{t('common:close')}</Button>}
      />
    );
  if (status === 'TIMEOUT' || status === 'DISCONNECTED') return <Stopped connection={connection} />;
  return <Scanning connection={connection} />;
}

function Scanning({ connection: { name, status, qrcode } }: { connection: ConnectionView }) {
  const { t } = useTexts();
  const code = status === 'qrcode' ? qrcode : null;
  return (
    <div className={classes.scanning}>
      <div className={classes.frame}>
        {code ? (
          <QrCode text={code} label={t('connections:qr.label', { name })} />
        ) : (
          <div className={classes.preparing} role="status">
            <Loader size="sm" />
            {status === 'PAIRING' ? t('connections:qr.pairing') : t('connections:qr.preparing')}
          </div>
        )}
      </div>
      <div className={classes.guide}>
        <StatusPill tone={CONNECTION_TONES[status]}>{t(`connections:status.${status}`)}</StatusPill>
        <ol className={classes.steps}>
          {(['step1', 'step2', 'step3'] as const).map((step) => (
            <li key={step}>{t(`connections:qr.${step}`)}</li>
          ))}
        </ol>
        <Text className={classes.refreshes}>{t('connections:qr.refreshes')}</Text>
      </div>
    </div>
  );
}

function Stopped({ connection: { id, status, reason } }: { connection: ConnectionView }) {
  const { t } = useTexts();
  const renew = useBridgeCommand('connections.renew');
  const timedOut = status === 'TIMEOUT';
  return (
    <Outcome
      tone="red"
      icon={timedOut ? <IconClockX size={36} aria-hidden /> : <IconPlugX size={36} aria-hidden />}
      title={timedOut ? t('connections:qr.timeout') : t('connections:qr.disconnected')}
      hint={reason && !timedOut ? t(`connections:reason.${reason}`) : t('connections:qr.timeoutHint')}
      action={
        <Button loading={renew.isPending} onClick={() => renew.mutate({ id })}>
          {t('connections:actions.renew')}
        </Button>
      }
    />
  );
}

interface OutcomeProps {
  tone: 'green' | 'red';
  icon: ReactNode;
  title: string;
  hint: string;
  action: ReactNode;
}

function Outcome({ tone, icon, title, hint, action }: OutcomeProps) {
  return (
    <div className={classes.outcome} role="status">
      <ThemeIcon size={72} radius={999} variant="light" color={tone}>
        {icon}
      </ThemeIcon>
      <Text size="xl" fw={620} mt={16}>
        {title}
      </Text>
      <Text className={classes.outcomeHint}>{hint}</Text>
      {action}
    </div>
  );
}
