import type { z } from 'zod';
import type { MediaView } from '../features/media/row.ts';
import type { MessageType } from '../features/messages/row.ts';
import type { EntityName, Row } from '../sync/entities.ts';

/** The rows that a projection may read and change, as the agent sees them now. */
export interface ProjectionView {
  get<E extends EntityName>(entity: E, id: string): Row<E> | undefined;
  put<E extends EntityName>(entity: E, row: Row<E>): void;
  remove(entity: EntityName, id: string): void;
  /** A customer's later unread messages in a ticket, as far as they are here. */
  unreadSince(ticketId: number, seenAt: string): Unread;
  /** Whether the customer has written since, read or not, as far as it is here. */
  hasWrittenSince(ticketId: number, seenAt: string): boolean;
  /** A file that this console has uploaded or will upload. */
  media(id: string): TypedMedia | undefined;
}

export type Unread = Pick<Row<'ticket'>, 'unreadMessages' | 'waitingSince'>;
export type TypedMedia = MediaView & { mediaType: MessageType };

export interface ProjectionContext {
  userId: number;
  /** ISO instant, in server time, at which the agent acted. */
  at: string;
}

/** A command that a console may queue while it is offline. */
export interface CommandDefinition<A extends z.ZodObject = z.ZodObject> {
  args: A;
  /** Shows its effect before the server has answered. Pure. */
  project(view: ProjectionView, args: z.output<A>, ctx: ProjectionContext): void;
  /**
   * The arguments for the successor of a merged ticket. Absent: none, because it decided about the state of
   * a ticket, and the agent has not seen the successor.
   */
  redirect?(args: z.output<A>, ticketId: number): z.output<A>;
}

/** Keeps the literal type of the arguments, so that callers and handlers of the command are typed by it. */
export const command = <A extends z.ZodObject>(definition: CommandDefinition<A>): CommandDefinition<A> =>
  definition;

export const withoutType = ({ mediaType: _type, ...media }: TypedMedia): MediaView => media;
