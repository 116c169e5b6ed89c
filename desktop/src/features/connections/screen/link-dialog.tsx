import { getConnection } from '@balcao/shared/features/connections/calls.ts';
import { KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { Anchor, Button, Group, Loader, Modal, Text, TextInput, ThemeIcon } from '@mantine/core';
import { IconCheck, IconClockX, IconPlugConnectedX, IconPlugX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { QrCode } from '../../../renderer/components/qr-code.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import {
  accountOf,
  isLinkedByPhone,
  isResting,
  isRetrying,
  LivePill,
  Outlook,
  useReasonText,
} from './connection-state.tsx';
import classes from './link-dialog.module.css';
import { StartButton } from './start-button.tsx';
import { useCode } from './use-code.ts';
import { useRenew } from './use-renew.ts';
import { WebhookToEnter } from './webhook-to-enter.tsx';

interface Props {
  /** Null: closed. */
  connection: ConnectionRow | null;
  onClose: () => void;
}

/** Linking a phone, live: code, scanned, connected, or what went wrong and how to go on. */
export function LinkDialog({ connection, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={connection !== null}
      onClose={onClose}
      size={680}
      title={connection ? t('connections:qr.title', { name: connection.name }) : null}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {connection ? <LinkContent connection={connection} onClose={onClose} /> : null}
    </Modal>
  );
}

function LinkContent({ connection, onClose }: { connection: ConnectionRow; onClose: () => void }) {
  const { status } = connection;
  const { t } = useTexts();
  const isComing = useCode(connection);
  if (status === 'connected')
    return (
      <Outcome
        tone="green"
        icon={<IconCheck size={36} stroke={2} aria-hidden />}
        title={t('connections:qr.connected', { channel: t(`tickets:channel.${connection.channel}`) })}
        hint={<Reached connection={connection} />}
        action={
          <Button component={Link} href="/tickets" data-autofocus onClick={onClose}>
            {t('common:goToTickets')}
          </Button>
        }
      />
    );
  if (isResting(connection) && !isComing) return <Stopped connection={connection} />;
  if (isRetrying(connection)) return <Retrying connection={connection} />;
  return <Scanning connection={connection} />;
}

/** Messages come now, or as soon as the owner has said where to. */
function Reached({ connection }: { connection: ConnectionRow }) {
  const { t } = useTexts();
  const account = accountOf(connection);
  if (KIND_FACTS[connection.kind].isTold) return <ToEnter id={connection.id} />;
  return account
    ? t('connections:qr.connectedHint', { number: account })
    : t('connections:qr.connectedNoNumber');
}

function ToEnter({ id }: { id: number }) {
  const query = useApiQuery(getConnection, { params: { whatsappId: id } });
  return (
    <QueryView query={query}>{({ webhook }) => webhook && <WebhookToEnter webhook={webhook} />}</QueryView>
  );
}

function Scanning({ connection }: { connection: ConnectionRow }) {
  const { t } = useTexts();
  const [byNumber, setByNumber] = useState(false);
  const { name, status, qrcode, pairingCode } = connection;
  if (pairingCode)
    return <TypeCode code={pairingCode} connection={connection} onQrCode={() => setByNumber(false)} />;
  if (byNumber) return <AskNumber id={connection.id} onBack={() => setByNumber(false)} />;
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
        <LivePill connection={connection} />
        <Steps keys={['step1', 'step2', 'step3']} />
        <Text className={classes.refreshes}>{t('connections:qr.refreshes')}</Text>
        {status === 'PAIRING' ? null : (
          <Anchor component="button" type="button" size="sm" onClick={() => setByNumber(true)}>
            {t('connections:code.offer')}
          </Anchor>
        )}
      </div>
    </div>
  );
}

function Steps({ keys }: { keys: readonly ('step1' | 'step2' | 'step3' | 'codeStep3')[] }) {
  const { t } = useTexts();
  return (
    <ol className={classes.steps}>
      {keys.map((step) => (
        <li key={step}>{t(`connections:qr.${step}`)}</li>
      ))}
    </ol>
  );
}

/** The alternative to scanning: WhatsApp ties the code to the phone's number. */
function AskNumber({ id, onBack }: { id: number; onBack: () => void }) {
  const { t } = useTexts();
  const renew = useBridgeCommand('connections.renew');
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const digits = number.replace(/\D/g, '');
    if (digits.length < 8 || digits.length > 15) setError(t('connections:code.invalid'));
    else renew.mutate({ id, number: digits });
  };
  return (
    <form className={classes.askNumber} onSubmit={submit} noValidate>
      <TextInput
        label={t('connections:code.number')}
        description={t('connections:code.numberHint')}
        placeholder="+55 11 91234-5678"
        inputMode="tel"
        data-autofocus
        value={number}
        error={error}
        onChange={({ currentTarget }) => {
          setNumber(currentTarget.value);
          setError(null);
        }}
      />
      <div className={classes.askActions}>
        <Button variant="default" onClick={onBack}>
          {t('common:back')}
        </Button>
        <Button type="submit" loading={renew.isPending || renew.isSuccess}>
          {t('connections:code.get')}
        </Button>
      </div>
    </form>
  );
}

interface TypeCodeProps {
  code: string;
  connection: ConnectionRow;
  onQrCode: () => void;
}

function TypeCode({ code, connection, onQrCode }: TypeCodeProps) {
  const { t } = useTexts();
  const renew = useBridgeCommand('connections.renew');
  return (
    <div className={classes.typeCode}>
      <LivePill connection={connection} />
      <output className={classes.pairingCode} aria-label={t('connections:code.label')}>
        {code.slice(0, 4)}-{code.slice(4)}
      </output>
      <Steps keys={['step1', 'step2', 'codeStep3']} />
      <Anchor
        component="button"
        type="button"
        size="sm"
        disabled={renew.isPending}
        onClick={() => {
          onQrCode();
          renew.mutate({ id: connection.id });
        }}
      >
        {t('connections:code.useQr')}
      </Anchor>
    </div>
  );
}

/** Linked already, or out of reach of WhatsApp: the phone is not needed. */
function Retrying({ connection }: { connection: ConnectionRow }) {
  const { t } = useTexts();
  const { reason } = connection;
  const account = accountOf(connection);
  const reasonText = useReasonText(connection);
  return (
    <Outcome
      tone="yellow"
      icon={<IconPlugConnectedX size={36} aria-hidden />}
      title={account ? t('connections:reconnecting') : t('connections:status.OPENING')}
      hint={
        <>
          {reason
            ? reasonText(reason)
            : t(isLinkedByPhone(connection) ? 'connections:reconnectingHint' : 'connections:openingHint')}
          <Outlook connection={connection} />
        </>
      }
      action={<StartButton connection={connection} />}
    />
  );
}

function Stopped({ connection }: { connection: ConnectionRow }) {
  const { t } = useTexts();
  const renew = useRenew(connection);
  const reasonText = useReasonText(connection);
  const { status, reason, number } = connection;
  const timedOut = status === 'TIMEOUT';
  return (
    <Outcome
      tone="red"
      icon={timedOut ? <IconClockX size={36} aria-hidden /> : <IconPlugX size={36} aria-hidden />}
      title={timedOut ? t('connections:qr.timeout') : t('connections:qr.disconnected')}
      hint={
        <>
          {reason && !timedOut
            ? reasonText(reason)
            : isLinkedByPhone(connection)
              ? t('connections:qr.timeoutHint')
              : null}
          <Outlook connection={connection} />
        </>
      }
      action={
        <Group gap="xs">
          {number && isLinkedByPhone(connection) ? (
            <Button variant="default" onClick={renew}>
              {t('connections:actions.renew')}
            </Button>
          ) : null}
          <StartButton connection={connection} />
        </Group>
      }
    />
  );
}

interface OutcomeProps {
  tone: 'green' | 'yellow' | 'red';
  icon: ReactNode;
  title: string;
  hint: ReactNode;
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
      <Text component="div" className={classes.outcomeHint}>
        {hint}
      </Text>
      {action}
    </div>
  );
}
