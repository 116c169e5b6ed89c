import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { MAX_MENTIONS } from '@balcao/shared/features/mentions/limits.ts';
import { findMentions } from '@balcao/shared/features/mentions/rules.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { sightOf, ticketScopes } from '@balcao/shared/permissions.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { useMemo, useRef } from 'react';
import { useRows } from '../../../renderer/kit/use-rows.ts';

export interface Colleague {
  id: number;
  name: string;
  online: boolean;
  /** Only then a note in this ticket may name this person. */
  seesTicket: boolean;
}

export interface Colleagues {
  /** Whose name, or a later part of it, begins with a query: who sees the ticket first, then who is there. */
  find(query: string, limit: number): Colleague[];
  /** Of two people of one name the note means the one who was chosen. */
  choose(id: number): void;
  /** The people whom a note names. */
  namedIn(note: string): number[];
}

/** The colleagues whom a note about a ticket may name. */
export function useColleagues({ queueId, userId }: TicketItem, user: SessionUser): Colleagues {
  const { data: people } = useRows('user');
  const chosen = useRef<number[]>([]);
  return useMemo(() => {
    const scopes = ticketScopes({ queueId, userId });
    const colleagues = (people ?? [])
      .filter(({ id }) => id !== user.id)
      .map(({ id, name, online, ...rights }) => ({
        id,
        name,
        online,
        seesTicket: sightOf({ ...rights, userId: id, super: false })(scopes),
      }))
      .sort((a, b) => Number(b.seesTicket) - Number(a.seesTicket) || Number(b.online) - Number(a.online));
    const choiceFirst = (a: Colleague, b: Colleague) =>
      Number(chosen.current.includes(b.id)) - Number(chosen.current.includes(a.id));
    return {
      find(query, limit) {
        const wanted = fold(query);
        return colleagues.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`)).slice(0, limit);
      },
      choose: (id) => void chosen.current.push(id),
      namedIn(note) {
        const seeing = colleagues.filter(({ seesTicket }) => seesTicket).toSorted(choiceFirst);
        const named = findMentions(note, seeing).map((found) => found.userId);
        return [...new Set(named)].slice(0, MAX_MENTIONS);
      },
    };
  }, [people, queueId, userId, user.id]);
}
