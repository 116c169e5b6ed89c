import type { ConnectionView } from '@balcao/shared/api/connections.ts';
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useBridgeQuery } from '../../app/bridge-query.ts';
import { useThrownText } from '../../app/error-text.ts';
import { SKELETON_DELAY_MS } from '../../app/splash.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { StateView } from '../../components/state-view.tsx';
import { useDelayed } from '../../components/use-delayed.ts';
import { AddConnectionDialog } from './add-connection-dialog.tsx';
import { ConnectionCard } from './connection-card.tsx';
import classes from './connections-page.module.css';
import { QrDialog } from './qr-dialog.tsx';

/** The company's WhatsApp numbers. Specification document 1, section 2, "Connections page". */
export function ConnectionsPage() {
  const { t } = useTexts();
  const query = useBridgeQuery('connections.list', null);
  const [adding, setAdding] = useState(false);
  const [qrId, setQrId] = useState<number | null>(null);

  return (
    <div className={classes.root}>
      <div className={classes.column}>
        <header className={classes.head}>
          <div>
            <Title order={1} size="h2">
              {t('connections:title')}
            </Title>
            <Text className={classes.subtitle}>{t('connections:subtitle')}</Text>
          </div>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('connections:add')}
          </Button>
        </header>
        <ConnectionsContent query={query} onAdd={() => setAdding(true)} onShowQr={setQrId} />
      </div>
      <AddConnectionDialog
        opened={adding}
        onClose={() => setAdding(false)}
        onCreated={(connection) => {
          setAdding(false);
          setQrId(connection.id);
        }}
      />
      <QrDialog
        connection={query.data?.find((connection) => connection.id === qrId) ?? null}
        onClose={() => setQrId(null)}
      />
    </div>
  );
}

interface ContentProps {
  query: ReturnType<typeof useBridgeQuery<'connections.list'>>;
  onAdd: () => void;
  onShowQr: (id: number) => void;
}

function ConnectionsContent({ query, onAdd, onShowQr }: ContentProps): ReactNode {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const late = useDelayed(query.isPending, SKELETON_DELAY_MS);
  if (query.isPending)
    return late ? (
      <div role="status" aria-label={t('common:loading')}>
        <Skeleton height={96} radius="lg" />
      </div>
    ) : null;
  if (query.isError && !query.data)
    return (
      <StateView
        role="alert"
        icon={IconAlertTriangle}
        title={t('common:loadFailed')}
        hint={thrownText(query.error)}
        action={
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  if (query.data.length === 0)
    return (
      <StateView
        icon={IconPlugConnected}
        title={t('connections:empty')}
        hint={t('connections:emptyHint')}
        action={<Button onClick={onAdd}>{t('connections:add')}</Button>}
      />
    );
  return (
    <ul className={classes.list}>
      {query.data.map((connection: ConnectionView) => (
        <li key={connection.id}>
          <ConnectionCard connection={connection} onShowQr={() => onShowQr(connection.id)} />
        </li>
      ))}
    </ul>
  );
}
