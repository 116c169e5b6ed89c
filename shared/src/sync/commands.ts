import { z } from 'zod';
import type { CommandDefinition, RowView } from '../contract/command.ts';
import { uuid } from '../contract/fields.ts';
import { type Intersected, type Merged, merged } from '../features.ts';
import type { EntityName, Row } from './entities.ts';

/** The commands that a console may queue while it is offline: everything else about them is derived from this record. */
export const MUTATIONS: Merged<'commands'> = merged('commands');

export type MutationName = keyof typeof MUTATIONS;
export type MutationArgs<N extends MutationName> = z.output<(typeof MUTATIONS)[N]['args']>;

export const MUTATION_NAMES = Object.keys(MUTATIONS) as MutationName[];

interface FeedView {
  get<E extends EntityName>(entity: E, id: string): Row<E> | undefined;
  put<E extends EntityName>(entity: E, row: Row<E>): void;
  remove(entity: EntityName, id: string): void;
}
type BesideRows<View> = View extends unknown ? Omit<View, keyof RowView<unknown>> : never;
type ViewOf<N extends MutationName> = Parameters<(typeof MUTATIONS)[N]['project']>[0];
/** All that the projections of commands need to see and to change. */
export type ProjectionView = FeedView & Intersected<BesideRows<ViewOf<MutationName>>>;

const definitionOf = (name: MutationName) =>
  MUTATIONS[name] as unknown as CommandDefinition<z.ZodObject, ProjectionView>;

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
