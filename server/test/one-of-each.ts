import type postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { type CompanyFixture, createTicket } from './fixtures.ts';
import type { IdKinds, IdValues, ModuleSeed, SeedPlace } from './module-seed.ts';
import * as SEEDS from './seeds.ts';

/**
 * One row of each kind in a company, and the ids under which routes name them. Every module makes its own in
 * `testing/seed.ts`, so that the tests made from contracts (probe, repetition, idempotency) know a new kind of id as
 * soon as its module says what it is.
 */

type KindsOf<S> = S extends ModuleSeed<infer K> ? K : never;
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
type AllKinds = Intersection<KindsOf<(typeof SEEDS)[keyof typeof SEEDS]>>;

/** Ids by the name of the field that carries them. */
export type Ids = { -readonly [Name in keyof AllKinds]: IdValues[AllKinds[Name] & keyof IdValues] };

export const MODULE_SEEDS: readonly ModuleSeed[] = Object.values(SEEDS);

const KINDS: IdKinds = Object.assign({}, ...MODULE_SEEDS.map(({ ids }) => ids));

export const isKnownId = (name: string): name is keyof Ids => name in KINDS;

/** An id that does not exist. */
export function absentId(name: keyof Ids): IdValues[keyof IdValues] {
  const values: IdValues = { number: 987_654_321, uuid: uuidv7(), numbers: [987_654_321], uuids: [uuidv7()] };
  return values[KINDS[name] ?? 'number'];
}

/** @param text a word in every text that may be shown to a person */
export async function seedOneOfEach(
  admin: postgres.Sql,
  company: CompanyFixture,
  text = 'sample',
): Promise<Ids> {
  const mediaId = uuidv7();
  await admin`insert into media (company_id, id, state, mime, name, size, path, uploaded_by)
    values (${company.companyId}, ${mediaId}, 'stored', 'image/png', ${`${text}.png`}, 1, 'x', ${company.ana.id})`;
  const ticket = await createTicket(admin, company, { userId: company.ana.id, name: `${text} customer` });
  const place: SeedPlace = { admin, company, ticket, mediaId, text, unique: crypto.randomUUID() };
  const ids = {};
  for (const { seed } of MODULE_SEEDS) Object.assign(ids, await seed(place));
  return ids as Ids;
}
