import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { v7 as uuidv7 } from 'uuid';
import {
  type TransferTarget,
  useTicketActions,
} from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useUndoDecision } from '../../../../renderer/components/ticket/use-undo.tsx';
import { useBridge } from '../../../../renderer/kit/bridge-context.tsx';
import { useMakingCommand } from '../../../../renderer/kit/bridge-query.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useSelection } from '../bulk/selection-store.ts';
import { useBulk } from '../bulk/use-bulk.ts';

/** Hands tickets over with a note for whoever goes on, says to whom, and offers to take it back. */
export function useHandOver(): (tickets: readonly TicketItem[], to: TransferTarget, note: string) => void {
  const { t } = useTexts();
  const bridge = useBridge();
  const { transfer } = useTicketActions();
  const { mutateAsync: addNote } = useMakingCommand('notes.add');
  const { start, takenBack } = useBulk();
  const offerUndo = useUndoDecision();
  const nameOf = useTargetName();

  // The note first, while the ticket is certainly still in sight.
  const leaveNote = async ({ id }: TicketItem, note: string) => {
    if (note) await addNote({ id: uuidv7(), ticketId: id, body: note });
  };
  return (tickets, to, note) => {
    const [only, ...others] = tickets;
    if (!only) return;
    const text = nameOf(to);
    if (others.length === 0) {
      leaveNote(only, note).then(
        () => transfer(only, to, text),
        () => {},
      );
      return;
    }
    useSelection.getState().clear();
    const ticketIds: number[] = [];
    void start('transfer', tickets, async (ticket) => {
      await leaveNote(ticket, note);
      await bridge.invoke('tickets.transfer', { ticketId: ticket.id, ...to, undoable: true });
      ticketIds.push(ticket.id);
    }).then(() => {
      const done = `${t('tickets:bulk.done.transfer', { count: ticketIds.length })} · ${text}`;
      if (ticketIds.length > 0) offerUndo({ text: done, act: 'transfer', ticketIds }, takenBack);
    });
  };
}

function useTargetName(): (to: TransferTarget) => string {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const { data: users = [] } = useRows('user');
  return ({ userId, queueId }) => {
    const name = users.find(({ id }) => id === userId)?.name ?? '';
    const queue = queues.find(({ id }) => id === queueId)?.name ?? '';
    if (userId === null) return t('tickets:transfer.toQueue', { name: queue });
    return queueId === null
      ? t('tickets:transfer.toUser', { name })
      : t('tickets:transfer.toBoth', { name, queue });
  };
}
