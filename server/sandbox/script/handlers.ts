/** The shape of the functions behind the commands: checked input, output without the promise. */
import type { z } from 'zod';
import type { CommandName, inputs, Outputs } from './api.ts';

export type Parsed<C extends CommandName> = z.output<(typeof inputs)[C]>;

/** A command without an answer may return anything. */
type Answer<T> = T extends null ? unknown : T;

export type Handlers<C extends CommandName> = {
  [K in C]: (input: Parsed<K>) => Answer<Outputs[K]> | Promise<Answer<Outputs[K]>>;
};
