import { z } from 'zod';
import type { RowDefinition } from '../contract/row.ts';
import { type Declared, FEATURE_ENTRIES, type FeatureName } from '../features.ts';

type AnyRow = Declared<FeatureName, 'rows'>[number];
type Entities = { [R in AnyRow as R['entity']]: R };

/**
 * Every entity of the feed, from the features: what is known of it on both sides derives from here. The server adds how
 * it is read (`.sync.ts` of its module), the console what it sorts and searches by.
 */
export const ENTITIES = Object.fromEntries(
  FEATURE_ENTRIES.flatMap(([, { rows = [] }]) => rows.map((row) => [row.entity, row])),
) as unknown as Entities;

export type EntityName = keyof Entities;
export const ENTITY_NAMES = Object.keys(ENTITIES) as EntityName[];

export type Row<E extends EntityName> = z.output<Entities[E]['schema']>;

export function pathOf(name: EntityName): string | undefined {
  const { path }: RowDefinition = ENTITIES[name];
  return path;
}

/** Entities that consoles have whole. */
export type ListedEntity = {
  [E in EntityName]: Entities[E] extends { order: unknown } ? E : never;
}[EntityName];
export const LISTED_ENTITIES = ENTITY_NAMES.filter((name): name is ListedEntity => 'order' in ENTITIES[name]);

/** Rows of an entity that consoles have whole, as lists show them. */
export function inOrder<E extends ListedEntity>(entity: E, rows: Row<E>[]): Row<E>[] {
  const { order } = ENTITIES[entity] as unknown as { order: (a: Row<E>, b: Row<E>) => number };
  return rows.toSorted(order);
}

type RowSetSchema<E extends EntityName> = z.ZodObject<{
  entity: z.ZodLiteral<E>;
  rows: z.ZodArray<Entities[E]['schema']>;
}>;
type AnyRowSetSchema = { [E in EntityName]: RowSetSchema<E> }[EntityName];

const rowSetOf = (name: EntityName) =>
  z.object({ entity: z.literal(name), rows: z.array<z.ZodType>(ENTITIES[name].schema) });

/** A set of rows of one entity, discriminated so that consumers need no casts. */
export const rowSet = z.discriminatedUnion(
  'entity',
  ENTITY_NAMES.map(rowSetOf) as unknown as [AnyRowSetSchema, ...AnyRowSetSchema[]],
);
export type RowSet = z.output<typeof rowSet>;
