import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { memo } from 'react';
import { useContactPanel } from '../../../renderer/components/contact-panel-toggle.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { tourPlace } from '../../../renderer/kit/tour-places.ts';
import { useNarrow } from '../../../renderer/kit/use-narrow.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useTicketTable } from '../../../renderer/kit/use-ticket-table.ts';
import classes from './desk.module.css';
import { type DeskParts, DeskPartsContext, useDeskParts } from './desk-parts.ts';
import { useInterest } from './use-interest.ts';

interface Props {
  user: SessionUser;
  openUuid: string | null;
  /** The conversation is in a separate window, without the list. */
  alone?: boolean;
}

/** List, conversation and, where it is wanted, who the customer is. Here the features of the desk are put together. */
export function DeskPage({ parts, ...props }: Props & { parts: DeskParts }) {
  const { user, openUuid } = props;
  const { WithMedia } = parts;
  const { isOpen, close } = useContactPanel();
  const shown = isOpen && openUuid !== null;
  return (
    <DeskPartsContext value={parts}>
      <WithMedia>
        <div className={classes.root}>
          <div className={classes.tickets}>
            <Tickets {...props} />
          </div>
          {shown ? <Beside key={openUuid} uuid={openUuid} user={user} onClose={close} /> : null}
        </div>
      </WithMedia>
    </DeskPartsContext>
  );
}

/** List and conversation side by side; on a narrow screen one at a time. */
function Tickets({ user, openUuid, alone = false }: Props) {
  const { List, StepKeys } = useDeskParts();
  const narrow = useNarrow();
  const { isShown: isTable } = useTicketTable(user);
  useInterest(openUuid);
  const showList = !alone && (!narrow || openUuid === null);
  return (
    <div className={classes.columns} data-single={alone || isTable || undefined}>
      {showList ? <List user={user} /> : null}
      {openUuid ? (
        <Opened key={openUuid} uuid={openUuid} user={user} />
      ) : narrow || isTable ? null : (
        <Welcome />
      )}
      {narrow && !alone && openUuid ? <StepKeys user={user} openUuid={openUuid} /> : null}
      <Dialogs user={user} />
    </div>
  );
}

function Opened({ uuid, user }: { uuid: string; user: SessionUser }) {
  const { Conversation, Composer, menu } = useDeskParts();
  return (
    <Conversation
      uuid={uuid}
      user={user}
      menu={(ticket) => (
        <>
          {Object.entries(menu).map(([name, Entry]) => (
            <Entry key={name} user={user} ticket={ticket} />
          ))}
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
  const { overlays } = useDeskParts();
  return Object.entries(overlays).map(([name, Overlay]) => <Overlay key={name} user={user} />);
});

function Welcome() {
  const { t } = useTexts();
  const { show } = useTicketsView();
  const { data: counts } = useBridgeQuery('tickets.counts', null);
  return (
    <section className={classes.welcome} aria-label={t('tickets:welcome')} {...tourPlace('conversation')}>
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
  const { ContactPanel } = useDeskParts();
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
