import { changedLine } from '@balcao/shared/features/messages/preview.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import { expectFiles } from './files.repo.ts';
import { madeId } from './made-ids.ts';
import { type Content, contentOf } from './message-content.ts';
import { known } from './origins.repo.ts';
import { idOf } from './pages.ts';
import type { Source, SourceRow } from './source.ts';
import type { Step, Work } from './step.ts';
import { clean, EARLIEST_INSTANT, instant, isOn, whole } from './values.ts';

const COLUMNS = [
  ...['id', 'wid', 'ticketId', 'contactId', 'body', 'ack', 'read', 'fromMe', 'isDeleted', 'isEdited'],
  ...[
    'mediaType',
    'mediaUrl',
    'participant',
    'remoteJid',
    'isForwarded',
    'isPrivate',
    'createdAt',
    'updatedAt',
  ],
];

/** Conversations whose messages are looked for together. */
const TICKETS_AT_ONCE = 200;
const SNIPPET_CHARS = 200;

/** What was said. Reactions and notes have steps of their own. */
export const messages: Step<SourceRow> = {
  kind: 'message',
  table: 'Messages',
  read: readMessages,
  placeOf: (row) => `${row.ticketId} ${row.id}`,
  async write(tx, work, rows) {
    const tickets = await ticketsOf(tx, work, rows);
    const authors = await authorsOf(tx, work, rows);
    const said = rows.flatMap((row) => {
      const ticket = tickets.get(row.ticketId ?? '');
      return ticket && isMessage(work, row) ? messageOf(work, row, ticket, authors) : [];
    });
    const carried = said.filter(({ content }) => content.file !== null);
    await insertAll(tx, 'media', carried.map(mediaOf), tx`on conflict do nothing`);
    const stored = await insertAll<object, { id: string }>(
      tx,
      'messages',
      said.map(({ row }) => row),
      tx`on conflict do nothing returning id`,
    );
    const news = new Set(stored.map(({ id }) => id));
    await expectFiles(
      tx,
      work,
      carried
        .filter(({ row }) => news.has(row.id))
        .map(({ row, content }) => ({
          mediaId: row.mediaId ?? '',
          carrier: 'messages',
          carrierId: row.id,
          place: content.file?.place ?? '',
        })),
    );
    await forgetUncarried(tx, work.companyId, carried);
    await tellTickets(
      tx,
      work.companyId,
      said.filter(({ row }) => news.has(row.id)),
    );
    return { brought: news.size, notes: [] };
  },
};

/** The next ones of the next conversations, in the order of their ids. */
async function readMessages(work: Work, after: string | null, most: number): Promise<SourceRow[]> {
  const { from, origin, since } = work;
  let [ticketId = '0', messageId = ''] = splitPlace(after);
  const idType = from.typeOf('Messages', 'id');
  const sinceText = since?.toISOString() ?? null;
  for (;;) {
    const chunk = await from.read(
      `select x.id::text as id from "Tickets" x
      where ${origin === null ? '$1::text is null' : 'x."companyId" = $1::bigint'} and x.id >= $2::bigint
        and ($4::text is null or x."updatedAt" >= $4::timestamptz)
      order by x.id limit $3::bigint`,
      [origin, ticketId, TICKETS_AT_ONCE, sinceText],
    );
    const ids = chunk.map(idOf);
    // Named by their company too: of most lines the index begins with it.
    const ofCompany =
      origin !== null && from.has('Messages', 'companyId')
        ? `and (m."companyId" = ${Number(origin)} or m."companyId" is null)`
        : '';
    const rows = await from.read(
      `select ${from.columns('Messages', 'm', COLUMNS)}, ${quoteColumns(from)}, ${trueTime(from)} as "saidAt"
      from "Messages" m ${quoteJoin(work)}
      where m."ticketId" = any ($1::bigint[]) ${ofCompany}
        and (m."ticketId" > $2::bigint or (m."ticketId" = $2::bigint and m.id > $3::${idType}))
        and ($5::text is null or m."createdAt" >= $5::timestamptz)
      order by m."ticketId", m.id limit $4::bigint`,
      [ids, ticketId, messageId || (idType === 'text' ? '' : '0'), most, sinceText],
    );
    if (rows.length > 0 || ids.length < TICKETS_AT_ONCE) return rows;
    // What is known by no number is behind the last one of these.
    ticketId = String(Number(ids.at(-1)) + 1);
    messageId = '';
  }
}

function splitPlace(after: string | null): string[] {
  if (after === null) return [];
  const at = after.indexOf(' ');
  return [after.slice(0, at), after.slice(at + 1)];
}

/**
 * A column names what is quoted; Ticketz keeps one of the same id in each conversation. In lines whose ids are WhatsApp's,
 * two companies that write to each other have one row, so that what is quoted may be the other one's.
 */
function quoteJoin({ from, origin }: Work): string {
  if (!from.has('Messages', 'quotedMsgId')) return '';
  const sameTicket = from.family === 'TZ' ? 'and q."ticketId" = m."ticketId"' : '';
  const sameCompany =
    origin !== null && from.has('Messages', 'companyId')
      ? `and (q."companyId" = ${Number(origin)} or q."companyId" is null)`
      : '';
  return `left join "Messages" q on q.id = m."quotedMsgId" ${sameTicket} ${sameCompany}`;
}

const quoteColumns = (from: Source): string =>
  from.has('Messages', 'quotedMsgId')
    ? `q.id::text as "quotedId", q."ticketId"::text as "quotedTicketId", q."createdAt"::text as "quotedCreatedAt",
      left(q.body, ${SNIPPET_CHARS}) as "quotedBody"`
    : 'null::text as "quotedId"';

/** When WhatsApp says that it was said, in seconds. The rest of what it told is private and heavy: it stays there. */
const trueTime = (from: Source): string =>
  from.has('Messages', 'dataJson')
    ? `substring(left(m."dataJson"::text, 20000) from '"messageTimestamp": ?(?:\\{ ?"low": ?)?"?([0-9]{9,11})')`
    : 'null::text';

interface TicketHere {
  id: number;
  contactId: number;
  connectionId: number;
  isClosed: boolean;
  isGroup: boolean;
}

/** Tickets by their ids there: where people have moved one meanwhile, what was said in it goes along. */
async function ticketsOf(tx: Tx, work: Work, rows: readonly SourceRow[]): Promise<Map<string, TicketHere>> {
  const ids = await known(
    tx,
    work,
    'ticket',
    rows.map(({ ticketId }) => ticketId),
  );
  const here = await tx<TicketHere[]>`
    select id, contact_id, connection_id, status = 'closed' as is_closed, is_group from tickets
    where company_id = ${work.companyId} and id = any (${[...ids.values()].filter((id) => id !== null)}::bigint[])`;
  const byId = new Map(here.map((ticket) => [ticket.id, ticket]));
  const found = new Map<string, TicketHere>();
  for (const [origin, id] of ids) {
    const ticket = byId.get(id ?? 0);
    if (ticket) found.set(origin, ticket);
  }
  return found;
}

/** The names of those who wrote, which groups show. */
async function authorsOf(tx: Tx, work: Work, rows: readonly SourceRow[]): Promise<Map<string, string>> {
  const ids = await known(
    tx,
    work,
    'contact',
    rows.filter(({ participant }) => participant).map(({ contactId }) => contactId),
  );
  const names = await tx<{ id: number; name: string }[]>`
    select id, name from contacts
    where company_id = ${work.companyId} and id = any (${[...ids.values()].filter((id) => id !== null)}::bigint[])`;
  const byId = new Map(names.map(({ id, name }) => [id, name]));
  return new Map([...ids].map(([origin, id]) => [origin, byId.get(id ?? 0) ?? '']));
}

/** What Ticketz makes up to have something to quote, reactions, and what people say among themselves, are none. */
function isMessage({ from }: Work, row: SourceRow): boolean {
  if (row.mediaType === 'reactionMessage' || isPrivate(row)) return false;
  return !(from.family === 'TZ' && isMadeUp(row));
}

export const isPrivate = (row: SourceRow): boolean => isOn(row.isPrivate) || /^PVT/.test(row.wid ?? '');

const isMadeUp = ({ id, ticketId, remoteJid }: SourceRow) =>
  !remoteJid && (id ?? '').endsWith(`-${ticketId}`);

/** The id here of a message there. */
export const messageId = (source: string, ticketId: string | null | undefined, row: SourceRow): string =>
  madeId(madeAt(row), source, 'message', ticketId ?? '', idOf(row));

/** It never changes there, so the ids that are made of it do not. */
const madeAt = (row: SourceRow) => instant(row.createdAt) ?? EARLIEST_INSTANT;

const JID = /^\d{1,20}(:\d+)?@(s\.whatsapp\.net|lid)$/;

function messageOf(work: Work, row: SourceRow, ticket: TicketHere, authors: ReadonlyMap<string, string>) {
  const id = messageId(work.source, row.ticketId, row);
  const content = contentOf(row);
  const fromMe = isOn(row.fromMe);
  const at = saidAt(row);
  const ack = fromMe ? ackOf(work, row) : ACK.pending;
  const reached = (least: number) => (fromMe && ack >= least ? at : null);
  const isAuthor = ticket.isGroup && !fromMe && JID.test(row.participant ?? '');
  const quotesMadeUp = work.from.family === 'TZ' && row.quotedId?.endsWith(`-${row.quotedTicketId}`);
  const quoted = { id: row.quotedId ?? null, createdAt: row.quotedCreatedAt ?? null };
  return {
    content,
    row: {
      companyId: work.companyId,
      id,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      connectionId: ticket.connectionId,
      fromMe,
      saidBy: 'import',
      body: content.body,
      mediaType: content.mediaType,
      mediaId: content.file && madeId(madeAt(row), work.source, 'file', row.ticketId ?? '', idOf(row)),
      quotedId: row.quotedId && !quotesMadeUp ? messageId(work.source, row.quotedTicketId, quoted) : null,
      quotedSnippet: clean(row.quotedBody, SNIPPET_CHARS),
      viewOnce: false,
      forwarded: isOn(row.isForwarded),
      reactions: [],
      mentions: [],
      earlierBodies: [],
      isEdited: isOn(row.isEdited),
      isDeleted: isOn(row.isDeleted),
      participant: isAuthor ? (row.participant ?? '').replace(/:\d+@/, '@') : '',
      participantName: isAuthor ? (authors.get(row.contactId ?? '') ?? '') : '',
      waId: waIdOf(work, row),
      state: fromMe ? (ack === ACK.error ? 'failed' : 'sent') : 'received',
      ack,
      placeholder: false,
      read: fromMe || ticket.isClosed || isOn(row.read),
      attempts: 0,
      createdAt: at,
      storedAt: new Date(),
      sentAt: reached(ACK.server),
      deliveredAt: reached(ACK.delivered),
      readAt: reached(ACK.read),
      playedAt: reached(ACK.played),
    },
  };
}

type Said = { content: Content; row: ReturnType<typeof messageOf>['row'] };

/** Rows there were made when they came, which after an outage was later. */
function saidAt(row: SourceRow): Date {
  const seconds = row.saidAt;
  const told = seconds ? instant(new Date(Number(seconds) * 1_000).toISOString()) : null;
  return told ?? instant(row.createdAt) ?? instant(row.updatedAt) ?? EARLIEST_INSTANT;
}

function waIdOf({ from }: Work, row: SourceRow): string | null {
  const id = from.has('Messages', 'wid') ? row.wid : row.id;
  return clean(id, 200) || null;
}

/**
 * How far it came. In the oldest line the numbers begin with 0 instead of 1; -1 failed, everywhere. What is only said to
 * be on its way has long left, or nobody would have let it be.
 */
function ackOf({ from }: Work, row: SourceRow): number {
  const ack = whole(row.ack) ?? 0;
  if (ack < 0) return ACK.error;
  return Math.min(ACK.played, Math.max(ACK.server, from.family === 'COM' ? ack + 1 : ack));
}

/** Its bytes may come: until then it is a file that is not there. */
const mediaOf = ({ row, content }: Said) => ({
  companyId: row.companyId,
  id: row.mediaId,
  state: 'gone',
  mime: content.file?.mime ?? '',
  name: content.file?.name ?? '',
  voice: false,
  attempts: 0,
  createdAt: row.createdAt,
});

/** What stood here already, under another name, brought no file along. */
async function forgetUncarried(tx: Tx, companyId: number, carried: readonly Said[]): Promise<void> {
  await tx`
    delete from media f
    where f.company_id = ${companyId} and f.id = any (${carried.map(({ row }) => row.mediaId ?? '')}::uuid[])
      and not exists (select from messages m where m.company_id = f.company_id and m.media_id = f.id)`;
}

/** The newest line of each conversation. Until one is told, it has none of its own. */
async function tellTickets(tx: Tx, companyId: number, said: readonly Said[]): Promise<void> {
  const newest = new Map<number, Said>();
  for (const one of said) {
    const before = newest.get(one.row.ticketId);
    if (!before || before.row.createdAt <= one.row.createdAt) newest.set(one.row.ticketId, one);
  }
  const lines = [...newest.values()].map(({ row, content }) => ({
    id: row.ticketId,
    line: changedLine({ ...row, cardKind: null, name: content.file?.name ?? null }),
    at: row.createdAt,
  }));
  if (lines.length === 0) return;
  await tx`
    update tickets t set last_message = told.line, last_message_at = told.at
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as told (id bigint, line text, at timestamptz)
    where t.company_id = ${companyId} and t.id = told.id
      and (t.last_message_at <= told.at or t.last_message_at = t.created_at)`;
}
