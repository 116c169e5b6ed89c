import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { useContactPanel } from '../components/contact-panel-toggle.tsx';
import { ContactPanel } from '../features/contacts/contact-panel.tsx';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import classes from './desk.module.css';
import { TicketsPage } from './tickets-page.tsx';

interface Props {
  user: SessionUser;
  openUuid: string | null;
  /** Without the list, in a window of its own. */
  alone?: boolean;
}

/** List, conversation and, where it is wanted, who the customer is. */
export function Desk({ user, openUuid, alone = false }: Props) {
  const { isOpen, close } = useContactPanel();
  const shown = isOpen && openUuid !== null;
  return (
    <div className={classes.root}>
      <div className={classes.tickets}>
        <TicketsPage user={user} openUuid={openUuid} alone={alone} />
      </div>
      {shown ? <Beside key={openUuid} uuid={openUuid} user={user} onClose={close} /> : null}
    </div>
  );
}

function Beside({ uuid, user, onClose }: { uuid: string; user: SessionUser; onClose: () => void }) {
  const { data: ticket } = useBridgeQuery('tickets.get', { uuid });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the panel leaves it; whoever sees the button uses that
    <div
      className={classes.panel}
      onKeyDown={({ key, target, currentTarget }) => {
        // Of a dialog that the panel has opened, Escape closes the dialog alone.
        const isInside = target instanceof Node && currentTarget.contains(target);
        if (key === 'Escape' && isInside) onClose();
      }}
    >
      {ticket ? <ContactPanel ticket={ticket} user={user} onClose={onClose} /> : null}
    </div>
  );
}
