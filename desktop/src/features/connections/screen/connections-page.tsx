import { CONNECTION_KINDS } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionsTable } from './connections-table.tsx';
import { HealthDialog } from './health-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { TemplatesDialog } from './templates-dialog.tsx';

interface Props {
  /**
   * The id of the connection that is being linked, or the kind of a new one: in the address, so that others can lead
   * there.
   */
  linking: string | null;
}

const toList = () => navigate('/connections', { replace: true });
const link = (id: number) => navigate(`/connections/${id}`);

/** The company's WhatsApp numbers: their states, their sessions, which one is the default. */
export function ConnectionsPage({ linking }: Props) {
  const { t } = useTexts();
  const query = useRows('connection');
  const connections = query.data ?? [];
  const [editing, setEditing] = useState<ConnectionRow | null>(null);
  const added = CONNECTION_KINDS.find((kind) => kind === linking) ?? null;
  const [health, setHealth] = useState<ConnectionRow | null>(null);
  const [templatesOf, setTemplatesOf] = useState<number | null>(null);
  const add = <AddButton label={t('connections:add')} onClick={() => navigate('/connections/whatsapp')} />;

  return (
    <Page title={t('connections:title')} subtitle={t('connections:subtitle')} actions={add}>
      <ListView
        query={query}
        isEmpty={connections.length === 0}
        empty={{
          icon: IconPlugConnected,
          title: t('connections:empty'),
          hint: t('connections:emptyHint'),
          action: add,
        }}
      >
        <ConnectionsTable
          connections={connections}
          onLink={({ id }) => link(id)}
          onEdit={setEditing}
          onHealth={setHealth}
          onTemplates={({ id }) => setTemplatesOf(id)}
        />
      </ListView>
      <ConnectionDialog
        connection={added ?? editing}
        onClose={() => (added ? toList() : setEditing(null))}
        onCreated={link}
      />
      <LinkDialog
        connection={connections.find(({ id }) => String(id) === linking) ?? null}
        onClose={toList}
      />
      <HealthDialog connection={health} onClose={() => setHealth(null)} />
      <TemplatesDialog
        connection={connections.find(({ id }) => id === templatesOf) ?? null}
        onClose={() => setTemplatesOf(null)}
      />
    </Page>
  );
}
