import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useUndoDecision } from '../../../../renderer/components/ticket/use-undo.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useSelection } from './selection-store.ts';
import { useBulk } from './use-bulk.ts';

/** Uses a macro on each of several tickets; what no customer has heard may be taken back. */
export function useBulkMacro() {
  const { t } = useTexts();
  const { start, takenBack } = useBulk();
  const offerUndo = useUndoDecision();
  return async (
    tickets: readonly TicketItem[],
    use: (ticket: TicketItem) => Promise<unknown>,
    undoable: boolean,
  ) => {
    useSelection.getState().clear();
    const ticketIds: number[] = [];
    const act = async (ticket: TicketItem) => {
      await use(ticket);
      ticketIds.push(ticket.id);
    };
    await start('macro', tickets, act, undoable);
    const text = t('tickets:bulk.done.macro', { count: ticketIds.length });
    if (undoable && ticketIds.length > 0) offerUndo({ text, act: 'macro', ticketIds }, takenBack);
  };
}
