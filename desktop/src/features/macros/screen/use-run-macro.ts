import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { v7 as uuidv7 } from 'uuid';
import { leaveTicket, ticketPath } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useUndo } from '../../../renderer/components/ticket/use-undo.tsx';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { showToast, useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { untilAnswered } from '../../../renderer/kit/until-answered.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { fillerOf } from '../../../renderer/kit/use-variables.ts';
import { type MacroPreview, previewOf, type Texts } from './preview-of.ts';
import { templatesAhead } from './use-macro-preview.ts';

/** Uses a macro as it was shown, leads to where the conversation is then, and offers the way back where there is one. */
export function useRunMacro(ticket: TicketItem, user: SessionUser) {
  const { t } = useTexts();
  const bridge = useBridge();
  const offerUndo = useUndo();
  const toastError = useErrorToast();
  const { show } = useTicketsView();
  const run = useCommand();
  const { id: ticketId, uuid, status } = ticket;

  const undo = async () => {
    const { undone } = await bridge.invoke('tickets.undo', { ticketId });
    if (!undone) return void showToast(t('macros:pick.undoTooLate'));
    show(status);
    if (status === 'open') navigate(ticketPath(uuid));
  };

  return async (macro: MacroRow, preview: MacroPreview) => {
    const { after } = preview;
    try {
      const { undoable } = await run(ticketId, macro, preview);
      const isMine = after.status === 'open' && after.userId === user.id && !after.isSnoozed;
      if (!isMine && (after.status !== status || after.userId !== ticket.userId || after.isSnoozed))
        leaveTicket(uuid);
      else if (isMine && status !== 'open') {
        show('open');
        navigate(ticketPath(uuid));
      }
      const text = t('macros:pick.done', { name: macro.name });
      if (undoable) offerUndo(text, undo);
      else showToast(text);
    } catch (error) {
      toastError(error);
    }
  };
}

/** Uses a macro on one of several conversations: what it writes is filled in for each. */
export function useRunOnEach(user: SessionUser, texts: Texts) {
  const bridge = useBridge();
  const run = useCommand();
  return async (macro: MacroRow, ticket: TicketItem) => {
    const { extraInfo } = await bridge.invoke('contacts.get', { id: ticket.contactId });
    const fill = fillerOf(ticket, user, extraInfo);
    const place = { ticket, user, fill, templates: templatesAhead(ticket) };
    return run(ticket.id, macro, previewOf(macro, place, texts));
  };
}

function useCommand() {
  const bridge = useBridge();
  return (ticketId: number, { id: macroId, version }: MacroRow, { words }: MacroPreview) => {
    const lines = words.map((line) => ({ id: uuidv7(), ...line }));
    const run = { id: uuidv7(), ticketId, macroId, version, lines };
    return untilAnswered(() => bridge.invoke('macros.run', run));
  };
}
