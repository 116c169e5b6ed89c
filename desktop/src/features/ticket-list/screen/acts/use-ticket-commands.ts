import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { deleteTicket } from '@balcao/shared/features/tickets/calls.ts';
import { ticketLink } from '@balcao/shared/features/tickets/link.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { KeyboardEvent } from 'react';
import { usePrepareConversation } from '../../../../renderer/components/message/use-messages.ts';
import {
  leaveTicket,
  ticketPath,
  useTicketActions,
} from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useBridgeCommand, useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { currentPath, navigate } from '../../../../renderer/kit/navigate.ts';
import { useNewTodo } from '../../../../renderer/kit/new-todo-store.ts';
import { openOwnWindow } from '../../../../renderer/kit/own-window.ts';
import { askAtOpenTicket, type Place, usePropertyStore } from '../../../../renderer/kit/property-store.ts';
import { useSharing } from '../../../../renderer/kit/share-store.ts';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { showToast } from '../../../../renderer/kit/toasts.tsx';
import { useConfirmDelete } from '../../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useSelection } from '../bulk/selection-store.ts';
import { useTicketDialogs } from './dialogs-store.ts';
import { ACT_KEYS, mayDo, PROPERTY_ACTS, TICKET_ACTS, type TicketAct } from './ticket-acts.ts';
import { useSnooze } from './use-snooze.ts';

const focusText = () => document.querySelector<HTMLElement>('[data-composer-text]')?.focus();

/** Runs the command of a button, a key or the menu. */
export function useTicketCommands(user: SessionUser) {
  const { peek } = useTicketsView();
  const { t } = useTexts();
  const { data: session } = useBridgeQuery('session.get', null);
  const remove = useApiCommand(deleteTicket);
  const confirmDelete = useConfirmDelete();
  const actions = useTicketActions();
  const snooze = useSnooze();
  const pin = useBridgeCommand('tickets.pin');
  const markUnread = useBridgeCommand('tickets.markUnread');
  const startBot = useBridgeCommand('tickets.startBot');
  const silenceBot = useBridgeCommand('tickets.silenceBot');
  const prepare = usePrepareConversation();
  const showTransfer = useTicketDialogs((dialogs) => dialogs.showTransfer);
  const showSnooze = useTicketDialogs((dialogs) => dialogs.showSnooze);
  const askProperty = usePropertyStore((properties) => properties.ask);
  const toggle = useSelection((selection) => selection.toggle);

  const askDelete = ({ id, uuid, contact }: TicketItem) =>
    confirmDelete(
      t('tickets:removeHint', { name: displayName(contact) }),
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

  /** `at`: where it was asked for; without it, at the open conversation. */
  function run(act: TicketAct, ticket: TicketItem, at?: Element | Place): void {
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
        showTransfer([ticket]);
        break;
      case 'tags':
      case 'assign':
      case 'queue':
        if (at) askProperty(PROPERTY_ACTS[act], [ticket], at);
        else askAtOpenTicket(PROPERTY_ACTS[act], ticket);
        break;
      case 'snooze':
        showSnooze([ticket]);
        break;
      case 'resume':
        void snooze([ticket], null);
        break;
      case 'pin':
      case 'unpin':
        pin.mutate({ ticketId: ticket.id, pinned: act === 'pin' });
        break;
      case 'startBot':
        startBot.mutate({ ticketId: ticket.id, queueId: null });
        leaveTicket(ticket.uuid);
        break;
      case 'silenceBot':
        silenceBot.mutate({ ticketId: ticket.id });
        break;
      case 'markUnread':
        markUnread.mutate({ ticketId: ticket.id });
        // Looked at, it would be read.
        leaveTicket(ticket.uuid);
        break;
      case 'remember':
        useNewTodo.getState().ask(ticket);
        break;
      case 'share':
        useSharing.getState().ask(ticket);
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
    onKey(
      event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
      ticket: TicketItem,
      at: Element | Place,
    ): boolean {
      if (event.ctrlKey || event.metaKey) return false;
      const acts = TICKET_ACTS.filter((known) => ACT_KEYS[known] === event.key.toUpperCase());
      const act = acts.find((known) => mayDo(known, ticket, user));
      if (act && !actions.isPending) run(act, ticket, at);
      return acts.length > 0;
    },
  };
}
