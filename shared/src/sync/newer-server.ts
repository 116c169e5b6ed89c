import { z } from 'zod';
import type { ErrorName } from '../contract/error-entry.ts';
import { catalogueCode, knownCode } from '../errors.ts';
import { ENTITIES } from './entities.ts';

/**
 * What a console does not know yet. Servers are updated one after the other and before their consoles, which therefore
 * hear of entities and errors of a later version: they leave out the rows, and show a general text for the error. A
 * console that knows an entity one day fetches its rows anew by itself.
 */
const isUnknownName = (name: unknown): boolean => typeof name === 'string' && !Object.hasOwn(ENTITIES, name);

const isOfUnknownEntity = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'entity' in value && isUnknownName(value.entity);

/** Without the items of unknown entities. */
export const ofKnownEntities = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (items) => (Array.isArray(items) ? items.filter((each) => !isOfUnknownEntity(each)) : items),
    z.array(item),
  );

/** A record by entities, without those that are unknown. */
export const byKnownEntity = <Values extends z.ZodType>(values: Values) =>
  z.preprocess(
    (record) =>
      typeof record === 'object' && record !== null
        ? Object.fromEntries(Object.entries(record).filter(([name]) => !isUnknownName(name)))
        : record,
    values,
  );

export const heardCode = z.preprocess(
  (code) => (typeof code === 'string' ? knownCode(code as ErrorName) : code),
  catalogueCode,
);

/** A piece of a bootstrap that has nothing for this console. */
export const isUnknownPiece = (frame: unknown): boolean =>
  typeof frame === 'object' && frame !== null && 'set' in frame && isOfUnknownEntity(frame.set);
