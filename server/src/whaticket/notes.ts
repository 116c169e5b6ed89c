import type { Tx } from '../platform/db/client.ts';
import { madeId } from './made-ids.ts';
import { isPrivate } from './messages.ts';
import { known } from './origins.repo.ts';
import { idOf, ofCompany, page } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Outcome, Step, Work } from './step.ts';
import { clean, EARLIEST_INSTANT, instant } from './values.ts';

/** What people write for each other. One line has a table of it, another keeps it among the messages. */
export const ticketNotes: Step<SourceRow> = {
  kind: 'ticketNote',
  table: 'TicketNotes',
  read: (work, after, most) =>
    page(work, 'TicketNotes', ['note', 'userId', 'contactId', 'ticketId', 'createdAt'], after, most),
  placeOf: idOf,
  write: (tx, work, rows) =>
    write(
      tx,
      work,
      rows.map((row) => ({ ...row, body: row.note ?? null })),
      'note',
    ),
};

const PRIVATE = ['body', 'ticketId', 'createdAt', 'wid', 'isPrivate'];

export const privateMessages: Step<SourceRow> = {
  kind: 'privateMessage',
  table: 'Messages',
  async read(work, after, most) {
    const { from, origin } = work;
    if (!from.has('Messages', 'wid') || !from.has('Messages', 'isPrivate')) return [];
    return from.read(
      `select ${from.columns('Messages', 'x', ['id', ...PRIVATE])} from "Messages" x
      where ${ofCompany(work, 'Messages')} and x.id > $2::bigint
        and (x."isPrivate"::text = 'true' or x.wid like 'PVT%') order by x.id limit $3::bigint`,
      [origin, after ?? '0', most],
    );
  },
  placeOf: idOf,
  write: (tx, work, rows) => write(tx, work, rows.filter(isPrivate), 'private'),
};

const NOTE_CHARS = 10_000;

async function write(
  tx: Tx,
  work: Work,
  rows: readonly SourceRow[],
  kind: 'note' | 'private',
): Promise<Outcome> {
  const { companyId, source } = work;
  const of = (column: string) => rows.map((row) => row[column]);
  const tickets = await known(tx, work, 'ticket', of('ticketId'));
  const contacts = await known(tx, work, 'contact', of('contactId'));
  const users = await known(tx, work, 'user', of('userId'));
  const outcome: Outcome = { brought: 0, notes: [] };
  for (const row of rows) {
    const at = instant(row.createdAt) ?? EARLIEST_INSTANT;
    const ticketId = tickets.get(row.ticketId ?? '') ?? 0;
    const contactId = contacts.get(row.contactId ?? '') ?? 0;
    // Of the contact alone: it stands in the newest conversation.
    const [place] = await tx<{ ticketId: number; contactId: number; connectionId: number }[]>`
      select id as ticket_id, contact_id, connection_id from tickets
      where company_id = ${companyId} and (id = ${ticketId} or (${ticketId} = 0 and contact_id = ${contactId}))
      order by id desc limit 1`;
    if (!place) {
      outcome.notes.push({ kind: 'ticketNote', origin: idOf(row), what: 'noTicket' });
      continue;
    }
    const note = {
      companyId,
      id: madeId(at, source, kind, idOf(row)),
      ...place,
      userId: users.get(row.userId ?? '') ?? null,
      fromMe: true,
      saidBy: 'import',
      body: clean(row.body, NOTE_CHARS),
      mediaType: 'note',
      state: 'local',
      read: true,
      createdAt: at,
    };
    const made = await tx`insert into messages ${tx(note as never)} on conflict do nothing`;
    outcome.brought += made.count;
  }
  return outcome;
}
