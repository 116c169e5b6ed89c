import type { z } from 'zod';

/** The rows, by their entities, that a projection may read and change, as the agent sees them now. */
export interface RowView<Rows> {
  get<E extends keyof Rows & string>(entity: E, id: string): Rows[E] | undefined;
  put<E extends keyof Rows & string>(entity: E, row: Rows[E]): void;
  remove(entity: keyof Rows & string, id: string): void;
}

export interface ProjectionContext {
  userId: number;
  /** ISO instant, in server time, at which the agent acted. */
  at: string;
}

/** A command that a console may queue while it is offline. */
export interface CommandDefinition<A extends z.ZodObject = z.ZodObject, View = never> {
  args: A;
  /** Shows its effect before the server has answered. Pure. */
  project(view: View, args: z.output<A>, ctx: ProjectionContext): void;
  /**
   * The arguments for the successor of a merged ticket. Absent: none, because it decided about the state of
   * a ticket, and the agent has not seen the successor.
   */
  redirect?(args: z.output<A>, ticketId: number): z.output<A>;
}

/**
 * Makes the commands of a feature, whose projections need this view. The literal type of the arguments stays, so that
 * callers and handlers of a command are typed by it.
 */
export const commandOn =
  <View>() =>
  <A extends z.ZodObject>(definition: CommandDefinition<A, View>): CommandDefinition<A, View> =>
    definition;
