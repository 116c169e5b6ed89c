import { language as aLanguage } from '@balcao/shared/contract/fields.ts';
import { TITLE } from '@balcao/shared/contract/limits.ts';
import { timezone as aTimezone } from '@balcao/shared/time/business-hours.ts';
import { needsSetUp } from '../modules/companies/set-up.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { insertInto } from '../platform/db/rows.ts';
import { hoursOf, timezoneOf } from './business-hours.ts';
import { freeName } from './free-name.ts';
import { companyOf, type Note, note, remember } from './origins.repo.ts';
import type { Source, SourceRow } from './source.ts';
import { clean, emailOf, instant, line } from './values.ts';

/** The first company is the operator's, and people set it up. */
class NotSetUpError extends Error {
  override readonly name = 'NotSetUpError';
  constructor() {
    super('This installation has no company yet: start the server and set up the operator’s company first.');
  }
}

export interface CompanyThere {
  /** Null where a database has one company. */
  origin: string | null;
  name: string;
  row: SourceRow;
}

/** @param wanted their ids there; none: all of them */
export async function listCompanies(source: Source, wanted: readonly string[]): Promise<CompanyThere[]> {
  if (!source.has('Companies')) return [{ origin: null, name: 'Whaticket', row: {} }];
  const names = ['id', 'name', 'email', 'phone', 'status', 'schedules', 'language', 'createdAt'];
  const rows = await source.read(
    `select ${source.columns('Companies', 'x', names)} from "Companies" x
    where cardinality($1::bigint[]) = 0 or x.id = any ($1::bigint[]) order by x.id`,
    [wanted],
  );
  return rows.map((row) => ({ origin: row.id ?? null, name: line(row.name, TITLE.max) || 'Whaticket', row }));
}

/** The company here that it is already, or is from now on. NotSetUpError. */
export function bring(db: Database, source: Source, { origin, name, row }: CompanyThere): Promise<number> {
  const there = origin ?? '';
  return db.asSystem(async (tx) => {
    // Two imports of it at once would found it twice.
    await tx`select pg_advisory_xact_lock(4216, 2)`;
    const id = await companyOf(tx, source.name, there);
    if (id !== null) return id;
    if (await needsSetUp(tx)) throw new NotSetUpError();
    const free = await freeName(name, TITLE.max, (one) => isTaken(tx, one));
    const companyId = await insertInto(tx, 'companies', { ...fieldsOf(row), name: free });
    const of = { source: source.name, companyId };
    await remember(tx, of, 'company', [{ origin: there, id: companyId }]);
    const notes: Note[] = [];
    const kind = { kind: 'company', origin: there };
    if (free !== name) notes.push({ ...kind, what: 'renamed', detail: free });
    if (row.status === 'false') notes.push({ ...kind, what: 'blocked' });
    await note(tx, of, notes);
    return companyId;
  });
}

/** What it owes and until when was the business of the server that it leaves. */
const fieldsOf = (row: SourceRow) => ({
  email: emailOf(row.email),
  phone: clean(row.phone, 50),
  status: row.status !== 'false',
  language: aLanguage.safeParse(row.language?.slice(0, 2)).data,
  timezone: aTimezone.safeParse(timezoneOf(row.schedules)).data,
  schedules: JSON.stringify(hoursOf(row.schedules)),
  createdAt: instant(row.createdAt) ?? undefined,
});

async function isTaken(tx: Tx, name: string): Promise<boolean> {
  const [row] = await tx`select from companies where plain(name) = plain(${name})`;
  return row !== undefined;
}
