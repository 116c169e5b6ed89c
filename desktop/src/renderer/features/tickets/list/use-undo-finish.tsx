import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { UNDO_MS } from '@balcao/shared/constants.ts';
import { useBridge } from '../../../app/bridge-context.tsx';
import { hideToast, showToast, useErrorToast } from '../../../app/toasts.tsx';
import { useTexts } from '../../../app/use-texts.ts';
import { FinishedToast } from './finished-toast.tsx';

/** Only the last one is offered: two ways back beside each other would be mistaken for one another. */
let shown: string | null = null;

/** Offers to take a finishing back as long as the server has not heard of it. */
export function useUndoFinish(): (ticket: TicketItem, onUndone: () => void) => void {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  return ({ id, contact }, onUndone) => {
    const undo = () => {
      hideToast(toast);
      bridge.invoke('tickets.undoClose', { ticketId: id }).then(({ undone }) => {
        if (undone) onUndone();
        else showToast(t('tickets:finish.undoTooLate'));
      }, toastError);
    };
    if (shown) hideToast(shown);
    const toast = showToast(<FinishedToast name={contact.name || contact.number} onUndo={undo} />, {
      ms: UNDO_MS,
    });
    shown = toast;
  };
}
