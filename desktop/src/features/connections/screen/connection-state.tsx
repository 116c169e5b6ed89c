import { KIND_FACTS } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionReason, ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

const TONES: Record<ConnectionRow['status'], Tone> = {
  connected: 'success',
  OPENING: 'info',
  PAIRING: 'info',
  qrcode: 'info',
  TIMEOUT: 'danger',
  DISCONNECTED: 'danger',
};

/** States that last until a person starts it again. */
export function isResting({ status }: ConnectionRow): boolean {
  return status === 'DISCONNECTED' || status === 'TIMEOUT';
}

/** What customers know the account by, as people read it; null: not known yet. */
export const accountOf = ({ number, account }: ConnectionRow): string | null =>
  number ? formatPhone(number) : account;

/** Whether a phone is linked to it, by a code. */
export const isLinkedByPhone = ({ kind }: Pick<ConnectionRow, 'kind'>): boolean =>
  KIND_FACTS[kind].linkedBy === 'phone';

/** Why a connection is as it is, in words that name its messenger. */
export function useReasonText({ channel }: ConnectionRow): (reason: ConnectionReason) => string {
  const { t } = useTexts();
  return (reason) => t(`connections:reason.${reason}`, { channel: t(`tickets:channel.${channel}`) });
}

/** No phone is linked and nothing went wrong: a code is all it needs. */
export function isUnlinked({ kind, status, number, reason }: ConnectionRow): boolean {
  return (
    isLinkedByPhone({ kind }) &&
    number === null &&
    (status === 'qrcode' || status === 'TIMEOUT' || (status === 'DISCONNECTED' && reason === null))
  );
}

/** It tries by itself, again and again: there is no code to scan. */
export function isRetrying({ kind, status, number, reason }: ConnectionRow): boolean {
  return status === 'OPENING' && (number !== null || reason !== null || !isLinkedByPhone({ kind }));
}

interface Props {
  connection: ConnectionRow;
}

/** The state at rest: one that waits for a phone is no error. */
export function ConnectionPill({ connection }: Props) {
  const { t } = useTexts();
  return isUnlinked(connection) ? (
    <StatusPill tone="neutral">{t('connections:unlinked')}</StatusPill>
  ) : (
    <LivePill connection={connection} />
  );
}

/** How far linking has come. */
export function LivePill({ connection: { status, number, account } }: Props) {
  const { t } = useTexts();
  const isBack = status === 'OPENING' && (number ?? account) !== null;
  return (
    <StatusPill tone={TONES[status]}>
      {isBack ? t('connections:reconnecting') : t(`connections:status.${status}`)}
    </StatusPill>
  );
}

/** How long it has been tried, and until when the state lasts. */
export function Outlook({ connection: { status, retries, until } }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  if (status === 'connected') return null;
  const when = until ? format.moment(until) : null;
  return (
    <>
      {retries > 0 ? <div>{t('connections:retries', { count: retries })}</div> : null}
      {when ? (
        <div>
          {status === 'OPENING'
            ? t('connections:nextTry', { when })
            : t('connections:health.until', { when })}
        </div>
      ) : null}
    </>
  );
}
