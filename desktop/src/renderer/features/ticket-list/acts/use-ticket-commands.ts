import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { deleteTicket } from '@balcao/shared/api/tickets.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { ticketLink } from '@balcao/shared/domain/ticket-link.ts';
import type { KeyboardEvent } from 'react';
import { usePrepareConversation } from '../../../components/message/use-messages.ts';
import { leaveTicket, ticketPath, useTicketActions } from '../../../components/ticket/use-ticket-actions.ts';
import { useApiCommand } from '../../../kit/api-query.ts';
import { useBridgeQuery } from '../../../kit/bridge-query.ts';
import { currentPath, navigate } from '../../../kit/navigate.ts';
import { openOwnWindow } from '../../../kit/own-window.ts';
import { useTicketsView } from '../../../kit/tickets-view.ts';
import { showToast } from '../../../kit/toasts.tsx';
import { useConfirmDelete } from '../../../kit/use-confirm-delete.ts';
import { useTexts } from '../../../kit/use-texts.ts';
import { useSelection } from '../bulk/selection-store.ts';
import { useTicketDialogs } from './dialogs-store.ts';
import { ACT_KEYS, mayDo, TICKET_ACTS, type TicketAct } from './ticket-acts.ts';

const focusText = () => document.querySelector<HTMLElement>('[data-composer-text]')?.focus();

/** Runs the command of a button, a key or the menu. */
export function useTicketCommands(user: SessionUser) {
  const { peek } = useTicketsView();
  const { t } = useTexts();
  const { data: session } = useBridgeQuery('session.get', null);
  const remove = useApiCommand(deleteTicket);
  const confirmDelete = useConfirmDelete();
  const actions = useTicketActions();
  const prepare = usePrepareConversation();
  const show = useTicketDialogs((dialogs) => dialogs.show);
  const toggle = useSelection((selection) => selection.toggle);

  const askDelete = ({ id, uuid, contact }: TicketItem) =>
    confirmDelete(
      t('tickets:removeHint', { name: contact.name || contact.number }),
      async () => {
        await remove.mutateAsync({ params: { ticketId: id } });
        leaveTicket(uuid);
      },
      t('tickets:removed'),
    );

  /** The link names the ticket's company, so that on any computer the right account opens it. */
  function copyLink({ uuid }: TicketItem): void {
    const serverUrl = session?.serverUrl ?? null;
    navigator.clipboard.writeText(ticketLink({ uuid, serverUrl, companyId: user.companyId })).then(
      () => showToast(t('common:copied')),
      () => showToast(t('tickets:linkNotCopied'), { color: 'red' }),
    );
  }

  // A waiting ticket is only peeked at until an agent accepts it.
  const opens = ({ status }: TicketItem) => status !== 'pending';

  function open(ticket: TicketItem): void {
    if (!opens(ticket)) peek(ticket.uuid);
    // It is there already: back to where one writes.
    else if (currentPath() === ticketPath(ticket.uuid)) focusText();
    else {
      prepare(ticket);
      navigate(ticketPath(ticket.uuid));
    }
  }

  function run(act: TicketAct, ticket: TicketItem): void {
    switch (act) {
      case 'open':
        open(ticket);
        break;
      case 'openWindow':
        openOwnWindow(ticket.uuid);
        break;
      case 'copyLink':
        copyLink(ticket);
        break;
      case 'peek':
        peek(ticket.uuid);
        break;
      case 'accept':
      case 'reopen':
      case 'return':
        actions[act](ticket);
        break;
      case 'close':
        actions.close(ticket);
        break;
      case 'closeSilently':
        actions.close(ticket, { silent: true });
        break;
      case 'transfer':
        show({ transfer: [ticket] });
        break;
      case 'tags':
        show({ tags: [ticket] });
        break;
      case 'select':
        toggle(ticket.id);
        break;
      case 'remove':
        askDelete(ticket);
    }
  }

  return {
    isPending: actions.isPending,
    run,
    /** Preloads the data that opening it will need. */
    prepare: (ticket: TicketItem) => void (opens(ticket) && prepare(ticket)),
    /** @returns whether the key means something here, even where it may not be done now */
    onKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>, ticket: TicketItem): boolean {
      if (event.ctrlKey || event.metaKey) return false;
      const act = TICKET_ACTS.find((known) => ACT_KEYS[known] === event.key.toUpperCase());
      if (!act) return false;
      if (mayDo(act, ticket, user) && !actions.isPending) run(act, ticket);
      return true;
    },
  };
}
