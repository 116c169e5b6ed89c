import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { memo } from 'react';
import { StateView } from '../components/state-view.tsx';
import { Conversation } from '../features/conversation/conversation.tsx';
import { PeekDialog } from '../features/conversation/peek-dialog.tsx';
import { TagsDialog } from '../features/ticket-list/acts/tags-dialog.tsx';
import { TicketContextMenu } from '../features/ticket-list/acts/ticket-menu.tsx';
import { TransferDialog } from '../features/ticket-list/acts/transfer-dialog.tsx';
import { StepKeys } from '../features/ticket-list/step-keys.tsx';
import { TicketListPanel } from '../features/ticket-list/ticket-list-panel.tsx';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { useTicketsView } from '../kit/tickets-view.ts';
import { useNarrow } from '../kit/use-narrow.ts';
import { useTexts } from '../kit/use-texts.ts';
import classes from './tickets-page.module.css';
import { useInterest } from './use-interest.ts';

interface Props {
  user: SessionUser;
  openUuid: string | null;
  /** Without the list, in a window of its own. */
  alone?: boolean;
}

/** List and conversation side by side; on a narrow screen one at a time. */
export function TicketsPage({ user, openUuid, alone = false }: Props) {
  const narrow = useNarrow();
  useInterest(openUuid);
  const showList = !alone && (!narrow || openUuid === null);
  return (
    <div className={classes.root} data-alone={alone || undefined}>
      {showList ? <TicketListPanel user={user} /> : null}
      {openUuid ? <Conversation key={openUuid} uuid={openUuid} user={user} /> : narrow ? null : <Welcome />}
      {narrow && !alone && openUuid ? <StepKeys user={user} openUuid={openUuid} /> : null}
      <Dialogs user={user} />
    </div>
  );
}

/** What opens over the page, whichever conversation lies below. */
const Dialogs = memo(function Dialogs({ user }: Pick<Props, 'user'>) {
  return (
    <>
      <PeekDialog ownUserId={user.id} />
      <TicketContextMenu user={user} />
      <TransferDialog ownUserId={user.id} />
      <TagsDialog />
    </>
  );
});

function Welcome() {
  const { t } = useTexts();
  const { show } = useTicketsView();
  const { data: counts } = useBridgeQuery('tickets.counts', null);
  return (
    <section className={classes.welcome} aria-label={t('tickets:welcome')}>
      <StateView
        icon={IconMessages}
        title={t('tickets:welcome')}
        hint={t('tickets:welcomeHint')}
        action={
          counts && counts.pending > 0 ? (
            <Button variant="light" onClick={() => show('pending')}>
              {t('tickets:welcomeWaiting', { count: counts.pending })}
            </Button>
          ) : null
        }
      />
    </section>
  );
}
