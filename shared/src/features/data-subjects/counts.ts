import { z } from 'zod';
import { DATA_KINDS, type DataKind } from './kinds.ts';

const count = z.int().min(0);

/** How much there is of each kind. */
export const counts = z.object(
  Object.fromEntries(DATA_KINDS.map((kind) => [kind, count])) as Record<DataKind, typeof count>,
);
