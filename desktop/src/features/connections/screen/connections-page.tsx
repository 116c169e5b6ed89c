import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { CONNECTION_KINDS } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ChatDialog } from './chat-dialog.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionsTable } from './connections-table.tsx';
import { HealthDialog } from './health-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { TemplatesDialog } from './templates-dialog.tsx';

interface Props {
  user: SessionUser;
  /**
   * The id of the connection that is being linked, or the kind of a new one: in the address, so that others can lead
   * there.
   */
  linking: string | null;
}

const toList = () => navigate('/connections', { replace: true });
const link = (id: number) => navigate(`/connections/${id}`);

/** The company's WhatsApp numbers: their states, their sessions, which one is the default. */
export function ConnectionsPage({ user, linking }: Props) {
  const { t } = useTexts();
  const query = useRows('connection');
  const connections = query.data ?? [];
  const [editing, setEditing] = useState<ConnectionRow | null>(null);
  const added = CONNECTION_KINDS.find((kind) => kind === linking) ?? null;
  const linked = connections.find(({ id }) => String(id) === linking) ?? null;
  // Nothing is to be linked: what is left to do is to install it.
  const newChat = linked?.kind === 'web' ? linked : null;
  const [health, setHealth] = useState<ConnectionRow | null>(null);
  const [chatOf, setChatOf] = useState<number | null>(null);
  const [templatesOf, setTemplatesOf] = useState<number | null>(null);

  return (
    <ListPage
      title={t('connections:title')}
      subtitle={t('connections:subtitle')}
      add={{ label: t('connections:add'), onClick: () => navigate('/connections/whatsapp') }}
      list={{ ...query, rows: connections }}
      empty={{ icon: IconPlugConnected, title: t('connections:empty'), hint: t('connections:emptyHint') }}
      dialog={
        <>
          <ConnectionDialog
            connection={added ?? editing}
            onClose={() => (added ? toList() : setEditing(null))}
            onCreated={link}
          />
          <LinkDialog connection={newChat ? null : linked} onClose={toList} />
          <HealthDialog connection={health} onClose={() => setHealth(null)} />
          <ChatDialog
            connection={newChat ?? connections.find(({ id }) => id === chatOf) ?? null}
            onClose={() => (newChat ? toList() : setChatOf(null))}
          />
          <TemplatesDialog
            connection={connections.find(({ id }) => id === templatesOf) ?? null}
            onClose={() => setTemplatesOf(null)}
          />
        </>
      }
    >
      <ConnectionsTable
        user={user}
        connections={connections}
        onLink={({ id }) => link(id)}
        onEdit={setEditing}
        onHealth={setHealth}
        onChat={({ id }) => setChatOf(id)}
        onTemplates={({ id }) => setTemplatesOf(id)}
      />
    </ListPage>
  );
}
