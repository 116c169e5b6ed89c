import type { MutationArgs, MutationName } from '@balcao/shared/sync/commands.ts';
import type { Store } from '../store/store.ts';

interface Words<N extends MutationName> {
  /** The names of what it changes. Absent: its own text says so, or none is needed. */
  text?(args: MutationArgs<N>, store: Store): string;
  /** The contact, or the chat, that it concerns. Absent: the contact of its ticket. */
  contact?(args: MutationArgs<N>, store: Store): { name: string } | null;
}

/** The description of each command in the outbox, from the features. */
export type CommandWords = { [N in MutationName]: Words<N> };

interface Command<N extends MutationName> {
  name: N;
  args: MutationArgs<N>;
}

export const wordsOf = <N extends MutationName>(
  words: CommandWords,
  { name, args }: Command<N>,
  store: Store,
): string | null => words[name].text?.(args, store) ?? null;

export const contactOf = <N extends MutationName>(
  words: CommandWords,
  { name, args }: Command<N>,
  store: Store,
) => words[name].contact?.(args, store) ?? null;

export const namesOf = (rows: readonly { id: number; name: string }[], ids: readonly number[]): string =>
  rows
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ');
