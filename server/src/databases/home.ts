import { AppError } from '@balcao/shared/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/database.ts';
import type { Places } from './places.ts';

/** A database with the whole application on it, which answers for the companies that are there and does not listen. */
export interface Home {
  name: string;
  db: Database;
  app: FastifyInstance;
}

/** The homes of all companies; the first one is the operator's. */
export interface Homes {
  first: Home;
  /** Those whose database has been there since this process began. The same list for ever. */
  all: readonly Home[];
  /** How many there are with those that are awaited. */
  most: number;
  /** Names of those, and of others that do not answer. @param answered those that did */
  away(answered: readonly Home[]): string[];
  /** All of them. ERR_UNAVAILABLE while one is awaited */
  every(): readonly Home[];
  /** ERR_UNAVAILABLE while the company is between two of them, or its home is awaited. @param companyId undefined: a stranger's, the first */
  of(companyId: number | undefined): Home;
  /** Its database has come. */
  add(home: Home): void;
}

/** @param names of all databases */
export function createHomes(first: Home, names: readonly string[], places: Places): Homes {
  const all = [first];
  return {
    first,
    all,
    most: names.length,
    away: (answered) => names.filter((name) => !answered.some((home) => home.name === name)),
    every() {
      if (all.length < names.length) throw new AppError('ERR_UNAVAILABLE');
      return all;
    },
    of(companyId) {
      if (companyId === undefined) return first;
      if (places.isQuiet(companyId)) throw new AppError('ERR_UNAVAILABLE');
      const name = places.of(companyId);
      const home = all.find((one) => one.name === name);
      if (!home) throw new AppError('ERR_UNAVAILABLE');
      return home;
    },
    add(home) {
      all.push(home);
      all.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
    },
  };
}
