import { UNDO_MS } from '@balcao/shared/constants.ts';
import { useBridge } from '../../kit/bridge-context.tsx';
import { hideToast, showToast, useErrorToast } from '../../kit/toasts.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import { FinishedToast } from './finished-toast.tsx';

/** The finished tickets, with a text. */
interface Finished {
  text: string;
  ticketIds: readonly number[];
}

/** Only the last one is offered: two undo buttons beside each other would be confused. */
let shown: string | null = null;

/** Offers to undo a finishing as long as the server has not received it. */
export function useUndoFinish(): (finished: Finished, onUndone: (ticketIds: number[]) => void) => void {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  return ({ text, ticketIds }, onUndone) => {
    const undo = async () => {
      hideToast(toast);
      const undone: number[] = [];
      for (const ticketId of ticketIds)
        if ((await bridge.invoke('tickets.undoClose', { ticketId })).undone) undone.push(ticketId);
      if (undone.length > 0) onUndone(undone);
      const late = ticketIds.length - undone.length;
      if (late > 0) showToast(t('tickets:finish.undoTooLate', { count: late }));
    };
    if (shown) hideToast(shown);
    const toast = showToast(<FinishedToast text={text} onUndo={() => void undo().catch(toastError)} />, {
      ms: UNDO_MS,
    });
    shown = toast;
  };
}
