import type postgres from 'postgres';
import type { CompanyFixture, TicketFixture } from './fixtures.ts';

/** The rows to which a module's seed attaches its own. */
export interface SeedPlace {
  admin: postgres.Sql;
  company: CompanyFixture;
  /** A conversation of the agent Ana with a customer. */
  ticket: TicketFixture;
  /** A stored file. */
  mediaId: string;
  /** A word in every text that may be shown to a person. */
  text: string;
  /** A UUID, another one at each call: a module's seed runs several times in one company, whose rows may not collide. */
  unique: string;
}

export interface IdValues {
  number: number;
  uuid: string;
  /** Lists in a body, JSON in a query. */
  numbers: number[];
  uuids: string[];
}

export type IdKinds = Record<string, keyof IdValues>;
type Values<K extends IdKinds> = { [Name in keyof K]: IdValues[K[Name]] };

/** The facts about a module that tests made from contracts need. */
export interface ModuleSeed<K extends IdKinds = IdKinds> {
  /** Ids that its routes take, by the name of the field that carries them. */
  ids: K;
  seed(place: SeedPlace): Promise<Values<K>>;
  /** Its rows belong to the platform and not to a company: no id of them is foreign. */
  isShared?: true;
  /**
   * Fields (`METHOD /path field`) whose id the caller makes: another company's is as good as any, and must not lead to
   * its row.
   */
  madeByCaller?: readonly string[];
  /** Fields (as above) of whose ids foreign ones are passed over, as absent ones are. */
  passedOver?: readonly string[];
  /** Fields that only this profile may set: from others they are ignored, whatever their value. */
  ignoredUnless?: Readonly<Record<string, string>>;
}

/** Keeps the kinds of the ids in the type. */
export const moduleSeed = <const K extends IdKinds>(seed: ModuleSeed<K>): ModuleSeed<K> => seed;
