import { z } from 'zod';
import { ENTITIES, LISTED_ENTITIES, type ListedEntity } from '../sync/entities.ts';

export type RowMethod<E extends ListedEntity> = `rows.${E}`;

type RowMethods = {
  [E in ListedEntity as RowMethod<E>]: {
    input: z.ZodNull;
    output: z.ZodArray<(typeof ENTITIES)[E]['schema']>;
  };
};

/** A company's catalogue, which agents use all day: all of it, from the cache, in its order. */
export const ROW_METHODS = Object.fromEntries(
  LISTED_ENTITIES.map((entity) => [
    `rows.${entity}`,
    { input: z.null(), output: z.array<z.ZodType>(ENTITIES[entity].schema) },
  ]),
) as unknown as RowMethods;
