import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { Lane } from '@balcao/shared/features/kanban/bridge.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { type KeyboardEvent, useState } from 'react';
import { mayActOn } from '../../../renderer/components/ticket/may-act-on.ts';
import { ticketPath } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useStableHandlers } from '../../../renderer/kit/use-stable-handlers.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { boardStep } from './board-step.ts';

/** What the keys do, for those who do not see the board. */
export const KEYS_HINT_ID = 'kanban-keys';

export interface CardMove {
  ticketId: number;
  name: string;
  from: number | null;
  tagId: number | null;
}

/** What is done on a card. The same object at every render, so that nothing is drawn again for it. */
export type CardHandlers = {
  focus(id: number, lane: number): void;
  open(ticket: TicketItem): void;
  peek(ticket: TicketItem): void;
  move(move: CardMove): void;
  key(event: KeyboardEvent, ticket: TicketItem, lane: number): void;
  focused(): void;
};

/** A card that a key has lifted, and the lanes, from the left, between which it is. */
interface Lifted {
  id: number;
  name: string;
  from: number;
  to: number;
}

/** The card that is to get the focus; with `lane`, as soon as it has come into that one. */
interface Wanted {
  id: number;
  lane: number | null;
}

interface Board {
  user: SessionUser;
  lanes: Lane[];
  /** Tells what was done to those who do not see it. */
  say: (text: string) => void;
}

/** Walking over the board, and moving cards, by keys and from wherever else a move comes. */
export function useBoardControl({ user, lanes, say }: Board) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const { mutateAsync: send } = useBridgeCommand('kanban.move');
  const showPeek = useTicketsView((view) => view.peek);
  const [focused, setFocused] = useState<number | null>(null);
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const nameOf = (lane: Lane | undefined) => lane?.tag?.name ?? t('kanban:openLane');
  const laneAt = (index: number) => nameOf(lanes[index]);

  const move = ({ ticketId, name, from, tagId }: CardMove) => {
    if (from === tagId) return;
    const to = lanes.find(({ tag }) => (tag?.id ?? null) === tagId);
    send({ ticketId, from, tagId }).then(
      () => {
        say(t('kanban:say.dropped', { name, lane: nameOf(to) }));
        if (from !== null) showToast(t('kanban:removed'), { color: 'green' });
        if (tagId !== null) showToast(t('kanban:added'), { color: 'green' });
      },
      // A toast has reported it.
      () => {},
    );
  };

  const lift = (ticket: TicketItem, lane: number) => {
    const name = displayName(ticket.contact);
    if (!mayActOn(ticket, user)) {
      const params = ticket.user ? { name: ticket.user.name } : {};
      showToast(errorText('ERR_OTHER_OPEN_TICKET', params), { color: 'red' });
      return;
    }
    setLifted({ id: ticket.id, name, from: lane, to: lane });
    say(t('kanban:say.lifted', { name, lane: laneAt(lane) }));
  };

  /** A key while a card is lifted. */
  const carry = (key: string, { id, name, from, to }: Lifted) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step !== undefined) {
      const next = Math.min(Math.max(to + step, 0), lanes.length - 1);
      setLifted({ id, name, from, to: next });
      say(t('kanban:say.over', { lane: laneAt(next), place: next + 1, count: lanes.length }));
      return;
    }
    if (!DROP_KEYS.has(key) && key !== 'Escape') return;
    setLifted(null);
    if (key === 'Escape' || from === to) {
      say(t('kanban:say.cancelled', { name, lane: laneAt(from) }));
      return;
    }
    setWanted({ id, lane: to });
    move({ ticketId: id, name, from: lanes[from]?.tag?.id ?? null, tagId: lanes[to]?.tag?.id ?? null });
  };

  const handlers = useStableHandlers<CardHandlers>({
    focus(id) {
      setFocused(id);
      if (lifted && lifted.id !== id) setLifted(null);
      if (wanted && wanted.id !== id) setWanted(null);
    },
    focused: () => setWanted(null),
    open: ({ uuid }) => navigate(ticketPath(uuid)),
    peek: ({ uuid }) => showPeek(uuid),
    move,
    key(event, ticket, lane) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (key === 'Escape' && !lifted) return showPeek(null);
      const next = boardStep(lanes, { lane, id: ticket.id }, key);
      if (!lifted && next === null && key !== ' ' && key.toLowerCase() !== 'm') return;
      if (lifted && key === 'Tab') return;
      event.preventDefault();
      event.stopPropagation();
      if (lifted) carry(key, lifted);
      else if (key === ' ') showPeek(ticket.uuid);
      else if (next === null) lift(ticket, lane);
      else setWanted({ id: next, lane: null });
    },
  });

  const active = focused === null ? -1 : lanes.findIndex(({ ids }) => ids.includes(focused));
  const first = lanes.findIndex(({ ids }) => ids.length > 0);
  const lane = active >= 0 ? active : first;
  const id = active >= 0 ? focused : (lanes[first]?.ids[0] ?? null);
  return { active: id === null ? null : { id, lane }, lifted, wanted, handlers };
}

const DROP_KEYS: ReadonlySet<string> = new Set(['Enter', ' ', 'm', 'M']);
