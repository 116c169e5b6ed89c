import type { Tx } from '../../platform/db/client.ts';
import type { LockedTicket } from '../tickets/locked-ticket.ts';

export interface Note {
  id: string;
  /** Null: a rule or a program has written it. */
  userId: number | null;
  saidBy: 'automatic' | 'api' | null;
  body: string;
}

/** False when the id is taken. */
export async function insert(
  tx: Tx,
  companyId: number,
  ticket: Pick<LockedTicket, 'id' | 'contactId' | 'connectionId'>,
  note: Note,
  at: Date,
): Promise<boolean> {
  const inserted = await tx`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, said_by, body, media_type,
      state, read, created_at)
    values (${companyId}, ${note.id}, ${ticket.id}, ${ticket.contactId}, ${ticket.connectionId}, ${note.userId}::bigint, true,
      ${note.saidBy}, ${note.body}, 'note', 'local', true, ${at})
    on conflict (company_id, id) do nothing`;
  return inserted.count === 1;
}

/** Whether the id is that of this very note. */
export async function isSame(
  tx: Tx,
  companyId: number,
  ticketId: number,
  note: Omit<Note, 'saidBy'>,
): Promise<boolean> {
  const found = await tx`
    select from messages where company_id = ${companyId} and id = ${note.id} and media_type = 'note'
      and ticket_id = ${ticketId} and user_id is not distinct from ${note.userId}::bigint and body = ${note.body}`;
  return found.count === 1;
}

export async function find(
  tx: Tx,
  companyId: number,
  id: string,
): Promise<{ userId: number | null; ticketId: number; scopes: string[] } | undefined> {
  const [note] = await tx<{ userId: number | null; ticketId: number; scopes: string[] }[]>`
    select m.user_id, m.ticket_id, t.scopes from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${companyId} and m.id = ${id} and m.media_type = 'note'`;
  return note;
}

export async function remove(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`delete from messages where company_id = ${companyId} and id = ${id} and media_type = 'note'`;
}

/** Newest first, of tickets with one of these scopes. */
export async function listIds(
  tx: Tx,
  companyId: number,
  of: { contactId: number; ticketId: number | undefined; scopes: string[] },
  page: { offset: number; limit: number },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select m.id from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${companyId} and m.contact_id = ${of.contactId} and m.media_type = 'note'
      and t.scopes && ${of.scopes}::text[]
      ${of.ticketId === undefined ? tx`` : tx`and m.ticket_id = ${of.ticketId}`}
    order by m.created_at desc, m.id desc offset ${page.offset} limit ${page.limit}`;
  return rows.map(({ id }) => id);
}
