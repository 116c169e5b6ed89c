import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { usePropertyStore } from '../../../../renderer/kit/property-store.ts';
import { useErrorToast } from '../../../../renderer/kit/toasts.tsx';
import { mayDo, PROPERTY_ACTS, type PropertyAct } from '../acts/ticket-acts.ts';
import { useReadTickets } from '../use-read-tickets.ts';
import { useSelection } from './selection-store.ts';

/** Opens the popover of a property for those of the selected tickets that allow it. */
export function useAskSelected(user: SessionUser): (act: PropertyAct, at: Element) => void {
  const read = useReadTickets();
  const toastError = useErrorToast();
  const ask = usePropertyStore((properties) => properties.ask);
  return (act, at) => {
    read([...useSelection.getState().ids]).then(
      (tickets) =>
        ask(
          PROPERTY_ACTS[act],
          tickets.filter((ticket) => mayDo(act, ticket, user)),
          at,
        ),
      toastError,
    );
  };
}
