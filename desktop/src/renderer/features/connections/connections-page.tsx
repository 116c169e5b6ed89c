import type { ConnectionView } from '@balcao/shared/api/connections.ts';
import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useBridgeQuery } from '../../app/bridge-query.ts';
import { QueryView } from '../../app/query-view.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { Page, Panel } from '../../components/page.tsx';
import { StateView } from '../../components/state-view.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionsTable } from './connections-table.tsx';
import { HealthDialog } from './health-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

/** The company's WhatsApp numbers. Specification document 1, section 2, "Connections page". */
export function ConnectionsPage() {
  const { t } = useTexts();
  const query = useBridgeQuery('connections.list', null);
  const [editing, setEditing] = useState<ConnectionView | 'new' | null>(null);
  const [linking, setLinking] = useState<number | null>(null);
  const [health, setHealth] = useState<ConnectionView | null>(null);

  return (
    <Page
      title={t('connections:title')}
      subtitle={t('connections:subtitle')}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
          {t('connections:add')}
        </Button>
      }
    >
      <QueryView query={query}>
        {(connections) =>
          connections.length === 0 ? (
            <StateView
              icon={IconPlugConnected}
              title={t('connections:empty')}
              hint={t('connections:emptyHint')}
              action={<Button onClick={() => setEditing('new')}>{t('connections:add')}</Button>}
            />
          ) : (
            <Panel>
              <ConnectionsTable
                connections={connections}
                onLink={({ id }) => setLinking(id)}
                onEdit={setEditing}
                onHealth={setHealth}
              />
            </Panel>
          )
        }
      </QueryView>
      <ConnectionDialog connection={editing} onClose={() => setEditing(null)} onCreated={setLinking} />
      <LinkDialog
        connection={query.data?.find(({ id }) => id === linking) ?? null}
        onClose={() => setLinking(null)}
      />
      <HealthDialog connection={health} onClose={() => setHealth(null)} />
    </Page>
  );
}
