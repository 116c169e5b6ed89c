import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { useWindowEvent } from '@mantine/hooks';
import { useTicketsView } from '../../../kit/tickets-view.ts';
import { mayDo, type TicketAct } from './ticket-acts.ts';
import { useTicketCommands } from './use-ticket-commands.ts';

/** Matches the key's position with Alt alone: AltGr (which is Ctrl+Alt) keeps typing its characters. */
const KEYS: Record<string, TicketAct> = { KeyF: 'close', KeyT: 'transfer' };

/** Keys for the conversation that is open, also while writing: Alt+F finishes, Alt+T transfers, Alt+L leads to the list. */
export function useTicketShortcuts(ticket: TicketItem, user: SessionUser): void {
  const { run, isPending } = useTicketCommands(user);
  useWindowEvent('keydown', (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (document.querySelector('[role="dialog"]')) return;
    const act = KEYS[event.code];
    if (!act && event.code !== 'KeyL') return;
    event.preventDefault();
    if (!act) useTicketsView.getState().focusList();
    else if (!isPending && mayDo(act, ticket, user)) run(act, ticket);
  });
}
