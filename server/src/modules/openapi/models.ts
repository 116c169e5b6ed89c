import { CALLS } from '@balcao/shared/calls.ts';
import { FEATURE_ENTRIES } from '@balcao/shared/features.ts';
import { z } from 'zod';
import { fileDeclaring } from './comments.ts';
import { capital } from './words.ts';

/** A schema that answers share, with the file (below shared/src) that says what its fields are. */
export interface Model {
  name: string;
  schema: z.ZodType;
  file: string;
}

const recordsIn = (area: string, exported: object): Model[] =>
  Object.entries(exported).flatMap(([name, schema]) =>
    schema instanceof z.ZodObject ? [{ name: capital(name), schema, file: fileDeclaring(area, name) }] : [],
  );

/** Every record that the features' models or calls export. */
export const MODELS: readonly Model[] = [
  ...FEATURE_ENTRIES.flatMap(([area, { models = {} }]) => recordsIn(area, models)),
  ...Object.entries(CALLS).flatMap(([area, calls]) => recordsIn(area, calls)),
];
