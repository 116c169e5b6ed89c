import type { ConnectionView } from '@balcao/shared/api/connections.ts';
import { Badge, Button } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useBridgeCommand } from '../../app/bridge-query.ts';
import { useFormat } from '../../app/format.ts';
import { useTexts } from '../../app/use-texts.ts';
import { formatPhone } from '../../components/phone.ts';
import { StatusPill } from '../../components/status-pill.tsx';
import { ConnectionMenu } from './connection-menu.tsx';
import { CONNECTION_TONES } from './connection-tone.ts';
import classes from './connections-page.module.css';

interface Props {
  connection: ConnectionView;
  onShowQr: () => void;
}

export function ConnectionCard({ connection, onShowQr }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const { name, status, reason, number, retries, isDefault, updatedAt } = connection;
  const when = `${format.date(updatedAt)} ${format.time(updatedAt)}`;
  return (
    <article className={classes.card} aria-label={name} data-testid="connection">
      <span className={classes.channel}>
        <IconBrandWhatsapp size={24} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.facts}>
        <div className={classes.nameLine}>
          <h2 className={classes.name}>{name}</h2>
          <StatusPill tone={CONNECTION_TONES[status]}>{t(`connections:status.${status}`)}</StatusPill>
          {isDefault ? (
            <Badge variant="default" size="sm" tt="none">
              {t('connections:default')}
            </Badge>
          ) : null}
        </div>
        <div className={classes.details}>
          {number ? formatPhone(number) : t('connections:noNumber')}
          {' · '}
          {t('connections:updated', { when })}
          {retries > 0 && status !== 'connected'
            ? ` · ${t('connections:retries', { count: retries })}`
            : null}
        </div>
        {reason && status !== 'connected' ? (
          <p className={classes.reason}>{t(`connections:reason.${reason}`)}</p>
        ) : null}
      </div>
      <div className={classes.actions}>
        <MainAction connection={connection} onShowQr={onShowQr} />
        <ConnectionMenu connection={connection} onShowQr={onShowQr} />
      </div>
    </article>
  );
}

/** The one thing to do next in this state; the menu has the others. */
function MainAction({ connection: { id, status }, onShowQr }: Props) {
  const { t } = useTexts();
  const start = useBridgeCommand('connections.start');
  const renew = useBridgeCommand('connections.renew');
  switch (status) {
    case 'connected':
      return null;
    case 'DISCONNECTED':
      return (
        <Button loading={start.isPending} onClick={() => start.mutate({ id }, { onSuccess: onShowQr })}>
          {t('connections:actions.start')}
        </Button>
      );
    case 'TIMEOUT':
      return (
        <Button loading={renew.isPending} onClick={() => renew.mutate({ id }, { onSuccess: onShowQr })}>
          {t('connections:actions.renew')}
        </Button>
      );
    default:
      return <Button onClick={onShowQr}>{t('connections:actions.showQr')}</Button>;
  }
}
