import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { leaveTicket } from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useUndoDecision } from '../../../../renderer/components/ticket/use-undo.tsx';
import { useBridge } from '../../../../renderer/kit/bridge-context.tsx';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useErrorToast } from '../../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useBulk } from '../bulk/use-bulk.ts';

/** Puts tickets off until a moment, or takes them back (null). It may be undone for a while. */
export function useSnooze(): (tickets: readonly TicketItem[], until: string | null) => Promise<void> {
  const { t } = useTexts();
  const format = useFormat();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const offerUndo = useUndoDecision();
  const { start, takenBack } = useBulk();

  return async (tickets, until) => {
    const put = ({ id }: TicketItem) =>
      bridge.invoke('tickets.snooze', { ticketId: id, until, undoable: until !== null });
    const [only, ...others] = tickets;
    if (!only) return;
    if (others.length > 0) await start('snooze', tickets, put);
    else await put(only).catch(toastError);
    if (until === null) return;
    for (const { uuid } of tickets) leaveTicket(uuid);
    const text =
      others.length > 0
        ? t('tickets:bulk.done.snooze', { count: tickets.length })
        : t('tickets:snooze.done', { when: format.moment(until) });
    offerUndo({ text, act: 'snooze', ticketIds: tickets.map(({ id }) => id) }, takenBack);
  };
}
