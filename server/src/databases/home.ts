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
  all: readonly Home[];
  /** ERR_UNAVAILABLE while the company is between two of them. @param companyId undefined: a stranger's, the first */
  of(companyId: number | undefined): Home;
}

export function createHomes(all: readonly [Home, ...Home[]], places: Places): Homes {
  const [first] = all;
  return {
    first,
    all,
    of(companyId) {
      if (companyId === undefined) return first;
      if (places.isQuiet(companyId)) throw new AppError('ERR_UNAVAILABLE');
      const name = places.of(companyId);
      return all.find((home) => home.name === name) ?? first;
    },
  };
}
