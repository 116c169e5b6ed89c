import { z } from 'zod';

/** A call that a screen may make to its core: validated on arrival, answered from the cache or by the server. */
export interface MethodDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I;
  output: O;
}

export const method = <I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
): MethodDefinition<I, O> => ({ input, output });

export const nothing = z.null();
