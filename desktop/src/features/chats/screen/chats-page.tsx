import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { Tabs } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useNarrow } from '../../../renderer/kit/use-narrow.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ChatDialog } from './chat-dialog.tsx';
import { ChatList } from './chat-list.tsx';
import { type ChatParts, ChatPartsContext } from './chat-parts.ts';
import { ChatView } from './chat-view.tsx';
import classes from './chats-page.module.css';

interface Props {
  user: SessionUser;
  openUuid: string | null;
  parts: ChatParts;
}

/** What colleagues talk about: the list beside the chat that is open; on a narrow screen one at a time. */
export function ChatsPage({ user, openUuid, parts }: Props) {
  const narrow = useNarrow();
  const [edited, setEdited] = useState<ChatItem | 'new' | null>(null);
  const list = <ChatList user={user} openUuid={openUuid} onEdit={setEdited} />;
  const view = openUuid ? (
    <ChatView key={openUuid} uuid={openUuid} user={user} onEdit={setEdited} />
  ) : (
    <Nothing />
  );
  return (
    <ChatPartsContext value={parts}>
      {narrow ? (
        <NarrowTabs openUuid={openUuid} list={list} view={view} />
      ) : (
        <div className={classes.columns}>
          {list}
          {view}
        </div>
      )}
      <ChatDialog chat={edited} user={user} onClose={() => setEdited(null)} />
    </ChatPartsContext>
  );
}

function NarrowTabs({
  openUuid,
  list,
  view,
}: {
  openUuid: string | null;
  list: React.ReactNode;
  view: React.ReactNode;
}) {
  const { t } = useTexts();
  // The chat to which the second tab leads back.
  const [last, setLast] = useState(openUuid);
  if (openUuid !== null && openUuid !== last) setLast(openUuid);
  const { data: known } = useBridgeQuery('chats.get', { uuid: last ?? '' }, { enabled: last !== null });
  const show = (tab: string | null) => navigate(tab === 'messages' && last ? `/chats/${last}` : '/chats');
  return (
    <Tabs
      className={classes.tabs}
      value={openUuid === null ? 'chats' : 'messages'}
      onChange={show}
      keepMounted={false}
    >
      <Tabs.List grow>
        <Tabs.Tab value="chats">{t('chats:chats')}</Tabs.Tab>
        <Tabs.Tab value="messages" disabled={openUuid === null && !known}>
          {t('chats:messages')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="chats" className={classes.panel}>
        {list}
      </Tabs.Panel>
      <Tabs.Panel value="messages" className={classes.panel}>
        {view}
      </Tabs.Panel>
    </Tabs>
  );
}

function Nothing() {
  const { t } = useTexts();
  return (
    <section className={classes.nothing} aria-label={t('chats:choose')}>
      <StateView icon={IconMessageCircle} title={t('chats:choose')} hint={t('chats:chooseHint')} />
    </section>
  );
}
