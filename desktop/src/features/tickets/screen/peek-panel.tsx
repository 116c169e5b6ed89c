import { CloseButton } from '@mantine/core';
import { useEffect } from 'react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { DeskParts } from './desk-parts.ts';
import classes from './peek-panel.module.css';
import { useInterest } from './use-interest.ts';

type Props = ForUser & Pick<DeskParts, 'WithMedia' | 'Peeked'>;

/** Looking at a conversation without opening it, beside the page. */
export function PeekPanel({ user, WithMedia, Peeked }: Props) {
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
      <WithMedia>
        <div className={classes.head}>
          <h2 className={classes.title}>{t('tickets:peekTitle')}</h2>
          <CloseButton aria-label={t('common:close')} onClick={() => peek(null)} />
        </div>
        <Peeked ticket={ticket} ownUserId={user.id} />
      </WithMedia>
    </div>
  );
}
