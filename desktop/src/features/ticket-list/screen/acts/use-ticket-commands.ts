import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { deleteTicket } from '@balcao/shared/features/tickets/calls.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { KeyboardEvent } from 'react';
import { usePrepareConversation } from '../../../../renderer/components/message/use-messages.ts';
import {
  leaveTicket,
  ticketPath,
  useTicketActions,
} from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../../renderer/kit/bridge-query.ts';
import { useHoldQuestion } from '../../../../renderer/kit/hold-store.ts';
import { useMacroPick } from '../../../../renderer/kit/macro-store.ts';
import { currentPath, navigate } from '../../../../renderer/kit/navigate.ts';
import { useNewTodo } from '../../../../renderer/kit/new-todo-store.ts';
import { openOwnWindow } from '../../../../renderer/kit/own-window.ts';
import { askAtOpenTicket, type Place, usePropertyStore } from '../../../../renderer/kit/property-store.ts';
import { useSharing } from '../../../../renderer/kit/share-store.ts';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useConfirmDelete } from '../../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useSelection } from '../bulk/selection-store.ts';
import { useTicketDialogs } from './dialogs-store.ts';
import { ACT_KEYS, mayDo, PROPERTY_ACTS, TICKET_ACTS, type TicketAct } from './ticket-acts.ts';
import { useCopyLink } from './use-copy-link.ts';
import { useSnooze } from './use-snooze.ts';

type Act = (ticket: TicketItem, at?: Element | Place) => void;

/** Runs the command of a button, a key or the menu. */
export function useTicketCommands(user: SessionUser) {
  const { isPending, ...decisions } = useDecisionActs();
  const { prepare, ...opening } = useOpeningActs();
  const copyLink = useCopyLink(user);
  const acts: Record<TicketAct, Act> = {
    ...opening,
    ...decisions,
    ...usePropertyActs(),
    ...useMarkingActs(),
    copyLink: ({ uuid }) => copyLink(`tickets/${uuid}`),
    remove: useRemoveAct(),
    remember: (ticket) => useNewTodo.getState().ask(ticket),
    macro: (ticket) => useMacroPick.getState().ask(ticket),
    hold: (ticket) => useHoldQuestion.getState().ask(ticket),
    share: (ticket) => useSharing.getState().ask(ticket),
    document: (ticket) => useTicketDialogs.getState().showDocument(ticket),
    select: useSelectAct(),
  };

  /** `at`: where it was asked for; without it, at the open conversation. */
  const run = (act: TicketAct, ticket: TicketItem, at?: Element | Place) => acts[act](ticket, at);

  return {
    isPending,
    run,
    /** Preloads the data that opening it will need. */
    prepare,
    /** @returns whether the key means something here, even where it may not be done now */
    onKey(
      event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
      ticket: TicketItem,
      at: Element | Place,
    ): boolean {
      if (event.ctrlKey || event.metaKey) return false;
      const meant = TICKET_ACTS.filter((known) => ACT_KEYS[known] === event.key.toUpperCase());
      const act = meant.find((known) => mayDo(known, ticket, user));
      if (act && !isPending) run(act, ticket, at);
      return meant.length > 0;
    },
  };
}

// A waiting ticket is only peeked at until an agent accepts it.
const opens = ({ status }: TicketItem) => status !== 'pending';

const focusText = () => document.querySelector<HTMLElement>('[data-composer-text]')?.focus();

function useOpeningActs() {
  const { peek } = useTicketsView();
  const prepare = usePrepareConversation();

  function open(ticket: TicketItem): void {
    if (!opens(ticket)) peek(ticket.uuid);
    // It is there already: back to where one writes.
    else if (currentPath() === ticketPath(ticket.uuid)) focusText();
    else {
      prepare(ticket);
      navigate(ticketPath(ticket.uuid));
    }
  }

  return {
    prepare: (ticket: TicketItem) => void (opens(ticket) && prepare(ticket)),
    open,
    openWindow: ({ uuid }: TicketItem) => openOwnWindow(uuid),
    peek: ({ uuid }: TicketItem) => peek(uuid),
  };
}

/** What becomes of a ticket, and who has it. */
function useDecisionActs() {
  const actions = useTicketActions();
  const snooze = useSnooze();
  const showTransfer = useTicketDialogs((dialogs) => dialogs.showTransfer);
  const showSnooze = useTicketDialogs((dialogs) => dialogs.showSnooze);

  return {
    isPending: actions.isPending,
    accept: (ticket: TicketItem) => actions.accept(ticket),
    reopen: (ticket: TicketItem) => actions.reopen(ticket),
    return: (ticket: TicketItem) => actions.return(ticket),
    close: (ticket: TicketItem) => actions.close(ticket),
    closeSilently: (ticket: TicketItem) => actions.close(ticket, { silent: true }),
    transfer: (ticket: TicketItem) => showTransfer([ticket]),
    snooze: (ticket: TicketItem) => showSnooze([ticket]),
    resume: (ticket: TicketItem) => void snooze([ticket], null),
  };
}

function usePropertyActs() {
  const askProperty = usePropertyStore((properties) => properties.ask);
  const ask =
    (act: keyof typeof PROPERTY_ACTS): Act =>
    (ticket, at) => {
      if (at) askProperty(PROPERTY_ACTS[act], [ticket], at);
      else askAtOpenTicket(PROPERTY_ACTS[act], ticket);
    };
  return { tags: ask('tags'), assign: ask('assign'), queue: ask('queue') };
}

function useMarkingActs() {
  const pin = useBridgeCommand('tickets.pin');
  const markUnread = useBridgeCommand('tickets.markUnread');
  const startBot = useBridgeCommand('tickets.startBot');
  const silenceBot = useBridgeCommand('tickets.silenceBot');

  return {
    pin: ({ id }: TicketItem) => pin.mutate({ ticketId: id, pinned: true }),
    unpin: ({ id }: TicketItem) => pin.mutate({ ticketId: id, pinned: false }),
    startBot({ id, uuid }: TicketItem) {
      startBot.mutate({ ticketId: id, queueId: null });
      leaveTicket(uuid);
    },
    silenceBot: ({ id }: TicketItem) => silenceBot.mutate({ ticketId: id }),
    markUnread({ id, uuid }: TicketItem) {
      markUnread.mutate({ ticketId: id });
      // Looked at, it would be read.
      leaveTicket(uuid);
    },
  };
}

function useSelectAct() {
  const toggle = useSelection((selection) => selection.toggle);
  return ({ id }: TicketItem) => toggle(id);
}

function useRemoveAct() {
  const { t } = useTexts();
  const remove = useApiCommand(deleteTicket);
  const confirmDelete = useConfirmDelete();
  return ({ id, uuid, contact }: TicketItem): void =>
    confirmDelete(
      t('tickets:removeHint', { name: displayName(contact) }),
      async () => {
        await remove.mutateAsync({ params: { ticketId: id } });
        leaveTicket(uuid);
      },
      t('tickets:removed'),
    );
}
