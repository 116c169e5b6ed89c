import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { memo } from 'react';
import { useContactPanel } from '../../../renderer/components/contact-panel-toggle.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useNarrow } from '../../../renderer/kit/use-narrow.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Composer } from '../../composer/screen/composer.tsx';
import { ContactPanel } from '../../contacts/screen/contact-panel.tsx';
import { LinkContactDialog } from '../../contacts/screen/link-dialog.tsx';
import { ReplyBy } from '../../contacts/screen/reply-by.tsx';
import { Conversation } from '../../conversation/screen/conversation.tsx';
import { MediaPartsContext } from '../../conversation/screen/media-parts.ts';
import { PeekDialog } from '../../conversation/screen/peek-dialog.tsx';
import { Gallery } from '../../media/screen/gallery.tsx';
import { MessageMedia } from '../../media/screen/message-media.tsx';
import { SnoozeDialog } from '../../ticket-list/screen/acts/snooze-dialog.tsx';
import { TicketContextMenu, TicketMore } from '../../ticket-list/screen/acts/ticket-menu.tsx';
import { PropertyPicker } from '../../ticket-list/screen/properties/property-picker.tsx';
import { TransferDialog } from '../../ticket-list/screen/properties/transfer-dialog.tsx';
import { StepKeys } from '../../ticket-list/screen/step-keys.tsx';
import { TicketListPanel } from '../../ticket-list/screen/ticket-list-panel.tsx';
import classes from './desk.module.css';
import { useInterest } from './use-interest.ts';

interface Props {
  user: SessionUser;
  openUuid: string | null;
  /** Without the list, in a separate window. */
  alone?: boolean;
}

export const MEDIA = { MessageMedia, Gallery };

/** List, conversation and, where it is wanted, who the customer is. Here the features of the desk are put together. */
export function DeskPage(props: Props) {
  const { user, openUuid } = props;
  const { isOpen, close } = useContactPanel();
  const shown = isOpen && openUuid !== null;
  return (
    <MediaPartsContext value={MEDIA}>
      <div className={classes.root}>
        <div className={classes.tickets}>
          <Tickets {...props} />
        </div>
        {shown ? <Beside key={openUuid} uuid={openUuid} user={user} onClose={close} /> : null}
      </div>
    </MediaPartsContext>
  );
}

/** List and conversation side by side; on a narrow screen one at a time. */
function Tickets({ user, openUuid, alone = false }: Props) {
  const narrow = useNarrow();
  useInterest(openUuid);
  const showList = !alone && (!narrow || openUuid === null);
  return (
    <div className={classes.columns} data-alone={alone || undefined}>
      {showList ? <TicketListPanel user={user} /> : null}
      {openUuid ? <Opened key={openUuid} uuid={openUuid} user={user} /> : narrow ? null : <Welcome />}
      {narrow && !alone && openUuid ? <StepKeys user={user} openUuid={openUuid} /> : null}
      <Dialogs user={user} />
    </div>
  );
}

function Opened({ uuid, user }: { uuid: string; user: SessionUser }) {
  return (
    <Conversation
      uuid={uuid}
      user={user}
      menu={(ticket) => (
        <>
          <ReplyBy ticket={ticket} />
          <TicketMore user={user} ticket={ticket} />
        </>
      )}
      composer={(ticket, onRecording) => (
        <Composer key={ticket.id} ticket={ticket} user={user} onRecording={onRecording} />
      )}
    />
  );
}

/** Overlays of the page, whichever conversation is below. */
const Dialogs = memo(function Dialogs({ user }: Pick<Props, 'user'>) {
  return (
    <>
      <PeekDialog ownUserId={user.id} />
      <LinkContactDialog />
      <TicketContextMenu user={user} />
      <TransferDialog />
      <PropertyPicker />
      <SnoozeDialog />
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

function Beside({ uuid, user, onClose }: { uuid: string; user: SessionUser; onClose: () => void }) {
  const { data: ticket } = useBridgeQuery('tickets.get', { uuid });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the panel leaves it; sighted users have the button
    <div
      className={classes.panel}
      onKeyDown={({ key, target, currentTarget }) => {
        // Escape in a dialog that the panel has opened closes the dialog alone.
        const isInside = target instanceof Node && currentTarget.contains(target);
        if (key === 'Escape' && isInside) onClose();
      }}
    >
      {ticket ? <ContactPanel ticket={ticket} user={user} onClose={onClose} /> : null}
    </div>
  );
}
