import { Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './peek-dialog.module.css';
import { PeekedConversation } from './peeked-conversation.tsx';

/** Looking at a conversation without opening it, over the list. */
export function PeekDialog({ user }: ForUser) {
  const { t } = useTexts();
  const { peekUuid, peek } = useTicketsView();
  const { data: ticket } = useBridgeQuery(
    'tickets.get',
    { uuid: peekUuid ?? '' },
    { enabled: peekUuid !== null },
  );
  // Whoever follows a link out of it has left it.
  useEffect(() => () => useTicketsView.getState().peek(null), []);
  return (
    <Modal
      opened={peekUuid !== null}
      onClose={() => peek(null)}
      size={640}
      padding={0}
      title={t('tickets:peekTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      {peekUuid && ticket ? <PeekedConversation ticket={ticket} ownUserId={user.id} /> : null}
    </Modal>
  );
}
