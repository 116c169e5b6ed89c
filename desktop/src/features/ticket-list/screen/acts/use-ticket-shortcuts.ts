import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useWindowEvent } from '@mantine/hooks';
import { OPEN_TICKET } from '../../../../renderer/kit/property-store.ts';
import { mayDo, type PropertyAct, type TicketAct } from './ticket-acts.ts';
import { useTicketCommands } from './use-ticket-commands.ts';

/** Matches the key's position with Alt alone: AltGr (which is Ctrl+Alt) keeps typing its characters. */
const KEYS: Record<string, TicketAct> = {
  KeyF: 'close',
  KeyT: 'transfer',
  KeyE: 'tags',
  KeyA: 'assign',
  KeyQ: 'queue',
  KeyH: 'snooze',
  KeyM: 'macro',
  KeyU: 'markUnread',
};
/** The same as on a row, where nothing is being written. */
const PLAIN_KEYS: Record<string, PropertyAct> = { l: 'tags', a: 'assign', q: 'queue' };

/**
 * Keys for the conversation that is open, also while writing: Alt+F finishes, Alt+T transfers, Alt+E, Alt+A and Alt+Q change
 * tags, agent and queue, Alt+H puts off, Alt+M uses a macro, Alt+U marks as unread.
 */
export function useTicketShortcuts(ticket: TicketItem, user: SessionUser): void {
  const { run, isPending } = useTicketCommands(user);
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (document.querySelector('[role="dialog"]')) return;
    const act = event.altKey ? KEYS[event.code] : isFree(event.target) ? PLAIN_KEYS[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    if (!isPending && mayDo(act, ticket, user)) run(act, ticket);
  });
}

/** Nothing has the focus, or something of the conversation that takes no letters. */
const isFree = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.matches(`${OPEN_TICKET} :is(button, a)`));
