import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';

/** Where each kind of row stands here. */
const TABLES = {
  company: 'companies',
  queue: 'queues',
  queueOption: 'queue_options',
  connection: 'connections',
  user: 'users',
  tag: 'tags',
  contact: 'contacts',
  ticket: 'tickets',
  quickMessage: 'quick_messages',
  contactList: 'contact_lists',
  campaign: 'campaigns',
} as const;
export type Kind = keyof typeof TABLES;

/** A company of a source, and the one here that it became. */
export interface Of {
  source: string;
  companyId: number;
}

/** By their ids there. Null: it was brought once, and is gone since. */
export type Known = Map<string, number | null>;

export async function known(
  tx: Tx,
  { source, companyId }: Of,
  kind: Exclude<Kind, 'company'>,
  origins: readonly (string | null | undefined)[],
): Promise<Known> {
  const wanted = [...new Set(origins.filter((one) => one != null))];
  if (wanted.length === 0) return new Map();
  const rows = await tx<{ origin: string; id: number | null }[]>`
    select o.origin, here.id from import_origins o
    left join ${tx(TABLES[kind])} here on here.company_id = o.company_id and here.id = o.id
    where o.company_id = ${companyId} and o.source = ${source} and o.kind = ${kind}
      and o.origin = any (${wanted}::text[])`;
  return new Map(rows.map(({ origin, id }) => [origin, id]));
}

export async function remember(
  tx: Tx,
  { source, companyId }: Of,
  kind: Kind,
  brought: readonly { origin: string; id: number }[],
): Promise<void> {
  const rows = brought.map(({ origin, id }) => ({ companyId, source, kind, origin, id }));
  await insertAll(tx, 'import_origins', rows);
}

/** The company here that one there has become. */
export async function companyOf(tx: Tx, source: string, origin: string): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    select id from import_origins where kind = 'company' and source = ${source} and origin = ${origin}`;
  return row?.id ?? null;
}

export interface Note {
  kind: string;
  origin: string;
  what: string;
  detail?: string;
}

const DETAIL_CHARS = 200;

export async function note(tx: Tx, { source, companyId }: Of, notes: readonly Note[]): Promise<void> {
  const rows = notes.map(({ detail = '', ...rest }) => ({
    companyId,
    source,
    ...rest,
    detail: detail.slice(0, DETAIL_CHARS).toWellFormed(),
  }));
  await insertAll(tx, 'import_notes', rows, tx`on conflict do nothing`);
}

export interface NotesOfKind {
  kind: string;
  what: string;
  count: number;
  /** Some of them. */
  examples: { origin: string; detail: string }[];
}

export async function listNotes(tx: Tx, { source, companyId }: Of, examples: number): Promise<NotesOfKind[]> {
  return tx<NotesOfKind[]>`
    select kind, what, count(*)::int as count,
      (array_agg(json_build_object('origin', origin, 'detail', detail) order by length(origin), origin))[1:${examples}]
        as examples
    from import_notes where company_id = ${companyId} and source = ${source}
    group by kind, what order by kind, what`;
}

export async function markOf(tx: Tx, { source, companyId }: Of, kind: string): Promise<string | null> {
  const [row] = await tx<{ after: string }[]>`
    select after from import_marks where company_id = ${companyId} and source = ${source} and kind = ${kind}`;
  return row?.after ?? null;
}

/** Goes on from there. @returns false when somebody else has gone on meanwhile */
export async function moveMark(
  tx: Tx,
  { source, companyId }: Of,
  kind: string,
  from: string | null,
  to: string,
): Promise<boolean> {
  const row = { companyId, source, kind, after: to };
  const moved =
    from === null
      ? await tx`insert into import_marks ${tx(row)} on conflict do nothing`
      : await tx`update import_marks set after = ${to}
          where company_id = ${companyId} and source = ${source} and kind = ${kind} and after = ${from}`;
  return moved.count === 1;
}

/** The next import begins anew. */
export async function forgetMarks(tx: Tx, { source, companyId }: Of): Promise<void> {
  await tx`delete from import_marks where company_id = ${companyId} and source = ${source}`;
}
