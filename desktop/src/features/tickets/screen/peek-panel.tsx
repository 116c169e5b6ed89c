import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { CloseButton } from '@mantine/core';
import { useEffect } from 'react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { MediaPartsContext } from '../../conversation/screen/media-parts.ts';
import { PeekedConversation } from '../../conversation/screen/peeked-conversation.tsx';
import { MEDIA } from './desk.tsx';
import classes from './peek-panel.module.css';
import { useInterest } from './use-interest.ts';

/** Looking at a conversation without opening it, beside the page. */
export function PeekPanel({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { peekUuid, peek } = useTicketsView();
  const { data: ticket } = useBridgeQuery(
    'tickets.get',
    { uuid: peekUuid ?? '' },
    { enabled: peekUuid !== null },
  );
  useInterest(null);
  // Over the list the same conversation would be shown as a dialog.
  useEffect(() => () => useTicketsView.getState().peek(null), []);
  if (!peekUuid || !ticket) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the panel leaves it; sighted users have the button
    <div
      className={classes.root}
      onKeyDown={({ key, target, currentTarget }) => {
        // Escape in a dialog that the panel has opened closes the dialog alone.
        if (key === 'Escape' && target instanceof Node && currentTarget.contains(target)) peek(null);
      }}
    >
      <MediaPartsContext value={MEDIA}>
        <div className={classes.head}>
          <h2 className={classes.title}>{t('tickets:peekTitle')}</h2>
          <CloseButton aria-label={t('common:close')} onClick={() => peek(null)} />
        </div>
        <PeekedConversation ticket={ticket} ownUserId={user.id} />
      </MediaPartsContext>
    </div>
  );
}
