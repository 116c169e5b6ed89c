import { UNDO_MS } from '@balcao/shared/features/tickets/limits.ts';
import { useBridge } from '../../kit/bridge-context.tsx';
import { hideToast, showToast, useErrorToast } from '../../kit/toasts.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import { UndoToast } from './undo-toast.tsx';

/** Only the last one is offered: two undo buttons beside each other would be confused. */
let shown: string | null = null;

/** Says what was done, and offers for a moment to undo it. */
export function useUndo(): (text: string, undo: () => Promise<void>) => void {
  const toastError = useErrorToast();
  return (text, undo) => {
    const onUndo = () => {
      // One that is fading out still hears the key.
      if (shown !== toast) return;
      shown = null;
      hideToast(toast);
      void undo().catch(toastError);
    };
    if (shown) hideToast(shown);
    const toast = showToast(<UndoToast text={text} onUndo={onUndo} />, {
      ms: UNDO_MS,
      position: 'bottom-center',
    });
    shown = toast;
  };
}

/** Tickets that were finished, handed over or put off, or on which a macro was used, with a text that says so. */
interface Decided {
  text: string;
  act: 'finish' | 'transfer' | 'snooze' | 'macro';
  ticketIds: readonly number[];
}

/** Offers to take a decision back as long as the server has not received it. */
export function useUndoDecision(): (decided: Decided, onUndone: (ticketIds: number[]) => void) => void {
  const { t } = useTexts();
  const bridge = useBridge();
  const offerUndo = useUndo();
  return ({ text, act, ticketIds }, onUndone) =>
    offerUndo(text, async () => {
      const undone: number[] = [];
      for (const ticketId of ticketIds)
        if ((await bridge.invoke('tickets.undo', { ticketId })).undone) undone.push(ticketId);
      if (undone.length > 0) onUndone(undone);
      const late = ticketIds.length - undone.length;
      if (late > 0) showToast(t(`tickets:${act}.undoTooLate`, { count: late }));
    });
}
