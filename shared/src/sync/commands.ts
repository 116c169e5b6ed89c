import { z } from 'zod';
import type { CommandDefinition, ProjectionView } from '../contract/command.ts';
import { uuid } from '../contract/fields.ts';
import { chatMutations } from '../features/chats/commands.ts';
import { contactMutations } from '../features/contacts/commands.ts';
import { mentionMutations } from '../features/mentions/commands.ts';
import { messageMutations } from '../features/messages/commands.ts';
import { scheduleMutations } from '../features/schedules/commands.ts';
import { noteMutations } from '../features/ticket-notes/commands.ts';
import { ticketMutations } from '../features/tickets/commands.ts';

/** The commands that a console may queue while it is offline: everything else about them is derived from this record. */
export const MUTATIONS = {
  ...ticketMutations,
  ...messageMutations,
  ...contactMutations,
  ...scheduleMutations,
  ...noteMutations,
  ...mentionMutations,
  ...chatMutations,
} as const;

export type MutationName = keyof typeof MUTATIONS;
export type MutationArgs<N extends MutationName> = z.output<(typeof MUTATIONS)[N]['args']>;

export const MUTATION_NAMES = Object.keys(MUTATIONS) as MutationName[];

const definitionOf = (name: MutationName) => MUTATIONS[name] as CommandDefinition;

/**
 * `seq` counts per client from 1 without gaps. `id` is the command's own, and stays when a console takes a new name and
 * its commands new numbers: one that has run before is answered as it was then. `at` is when the agent acted, in server time
 * as the console knows it.
 */
const envelope = <N extends MutationName>(name: N) =>
  z.object({
    seq: z.int().positive(),
    id: uuid.optional(),
    name: z.literal(name),
    args: MUTATIONS[name].args as (typeof MUTATIONS)[N]['args'],
    at: z.iso.datetime({ offset: true }),
  });
type Envelope = { [N in MutationName]: ReturnType<typeof envelope<N>> }[MutationName];

export const mutation = z.discriminatedUnion(
  'name',
  MUTATION_NAMES.map(envelope) as [Envelope, ...Envelope[]],
);
export type Mutation = z.output<typeof mutation>;

/** @returns the arguments of a merged ticket's command for its successor; null: drop it */
export function redirected<N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  ticketId: number,
): MutationArgs<N> | null {
  return (definitionOf(name).redirect?.(args, ticketId) as MutationArgs<N> | undefined) ?? null;
}

/** Applies the projection of one queued command. */
export function project(
  view: ProjectionView,
  { name, args, at }: Pick<Mutation, 'name' | 'args' | 'at'>,
  userId: number,
): void {
  definitionOf(name).project(view, args, { userId, at });
}
