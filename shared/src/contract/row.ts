import type { z } from 'zod';

type Order<S extends z.ZodType> = (a: z.output<S>, b: z.output<S>) => number;

interface RowOptions<S extends z.ZodType> {
  /** The type of its ids: in the rows, and in the log that names them. */
  id: 'number' | 'uuid' | 'text';
  /** The names of its changes for programs that listen to live events; none: they hear nothing of it. */
  live: readonly string[];
  /** Consoles have all of it, and their screens list it in this order. */
  order?: Order<S>;
  /** The first word of the paths under which screens read lists of it from the server itself. */
  path?: string;
}

/** Rows of one kind on the feed. The server adds how they are read, the console what it sorts and searches by. */
export interface RowDefinition<N extends string = string, S extends z.ZodType = z.ZodType>
  extends Omit<RowOptions<S>, 'order'> {
  entity: N;
  schema: S;
  order?: (a: never, b: never) => number;
}

/** Keeps a definition's literal types, so that the compiler can distinguish lists of entities. */
export const feedRow = <const N extends string, S extends z.ZodType, const O extends RowOptions<S>>(
  entity: N,
  schema: S,
  options: O,
) => ({ entity, schema, ...options });

/** The order of what has a name. */
export const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
