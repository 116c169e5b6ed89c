import { z } from 'zod';

/** A call that a screen may make to its core: validated on arrival, answered from the cache or by the server. */
export interface MethodDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I;
  output: O;
  /** Whose rows its answer shows: it is asked again when one of them changes. */
  shows?: readonly string[];
}

export const method = <I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  shows: readonly string[] = [],
): MethodDefinition<I, O> => ({ input, output, shows });

export const nothing = z.null();
