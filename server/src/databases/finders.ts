import { createHash } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import type { Homes } from './home.ts';

interface Found {
  companyId: number;
}

/** What a company is found by before it is known. Every one of these has an index of its own. */
const QUERIES = {
  email: (tx: Tx, email: string) => tx<Found[]>`select company_id from users where email = ${email}`,
  companyName: (tx: Tx, name: string) =>
    tx<Found[]>`select id as company_id from companies where plain(name) = plain(${name})`,
  companyKey: (tx: Tx, key: string) =>
    tx<Found[]>`select company_id from api_keys where key_hash = ${hashOf(key)}`,
  connectionToken: (tx: Tx, token: string) =>
    tx<Found[]>`select company_id from connections where api_token_hash = ${hashOf(token)}`,
  ticketToken: (tx: Tx, token: string) =>
    tx<Found[]>`select company_id from ticket_tokens where token_hash = ${hashOf(token)}`,
  refreshToken: (tx: Tx, token: string) => tx<Found[]>`
    select company_id from refresh_tokens where hash = ${hashOf(token)}
    union all select company_id from deleted_user_tokens where hash = ${hashOf(token)}`,
  resetToken: (tx: Tx, token: string) =>
    tx<Found[]>`select company_id from password_resets where hash = ${hashOf(token)}`,
  passwordReset: (tx: Tx, id: string) =>
    tx<Found[]>`select company_id from password_resets where id = ${Number(id)}`,
  invoice: (tx: Tx, id: string) => tx<Found[]>`select company_id from invoices where id = ${Number(id)}`,
};

type Finder = keyof typeof QUERIES;
/** They belong to one company for ever; the others may come to belong to another one. */
const LASTING = new Set<Finder>(['companyKey', 'connectionToken', 'ticketToken', 'refreshToken']);
const MAX_REMEMBERED = 20_000;

/** @returns the company; undefined: there is none. ERR_UNAVAILABLE when a database that might know it does not answer */
export type FindCompany = (by: Finder, value: string) => Promise<number | undefined>;

/** Asks all databases at once, and remembers what will not change. */
export function createFinder(homes: Pick<Homes, 'all' | 'every'>): FindCompany {
  const remembered = new Map<string, number>();
  return async (by, value) => {
    const key = `${by} ${hashOf(value).toString('base64')}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const answers = homes.all.map(({ db }) => findIn(db, by, value));
    const found = await firstFound(answers);
    if (found === undefined) await assertAllKnow(homes, answers);
    if (found !== undefined && LASTING.has(by)) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, found);
    }
    return found;
  };
}

/** As soon as one knows it: another one may be away. */
function firstFound(answers: Promise<number | undefined>[]): Promise<number | undefined> {
  const known = answers.map(async (answer) => (await answer) ?? Promise.reject(new Error('it is not there')));
  return Promise.any(known).catch(() => undefined);
}

async function assertAllKnow({ every }: Pick<Homes, 'every'>, answers: Promise<unknown>[]): Promise<void> {
  every();
  const failure = (await Promise.allSettled(answers)).find((answer) => answer.status === 'rejected');
  if (failure) throw new AppError('ERR_UNAVAILABLE', {}, { cause: failure.reason });
}

/** The same in one database. */
export async function findIn(db: Database, by: Finder, value: string): Promise<number | undefined> {
  const [row] = await db.oneAsSystem((tx) => QUERIES[by](tx, value));
  return row?.companyId;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
