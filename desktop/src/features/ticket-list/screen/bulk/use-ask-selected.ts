import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { useMacroPick } from '../../../../renderer/kit/macro-store.ts';
import { usePropertyStore } from '../../../../renderer/kit/property-store.ts';
import { useErrorToast } from '../../../../renderer/kit/toasts.tsx';
import { mayDo, PROPERTY_ACTS, type SelectedAct } from '../acts/ticket-acts.ts';
import { useReadTickets } from '../use-read-tickets.ts';
import { useSelection } from './selection-store.ts';
import { useBulkMacro } from './use-bulk-macro.ts';

/** Opens what asks for more, the popover of a property or the macros, for those of the selected tickets that allow it. */
export function useAskSelected(user: SessionUser): (act: SelectedAct, at: Element) => void {
  const read = useReadTickets();
  const toastError = useErrorToast();
  const ask = usePropertyStore((properties) => properties.ask);
  const askForMacro = useMacroPick((pick) => pick.askForMany);
  const onEach = useBulkMacro();
  return (act, at) => {
    read([...useSelection.getState().ids]).then((tickets) => {
      const able = tickets.filter((ticket) => mayDo(act, ticket, user));
      if (act === 'macro') askForMacro(able, onEach);
      else ask(PROPERTY_ACTS[act], able, at);
    }, toastError);
  };
}
