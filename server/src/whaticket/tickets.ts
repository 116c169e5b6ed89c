import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import { standIn } from './connections.ts';
import { type Cycle, cyclesOf } from './cycles.ts';
import { type Known, known, type Note, remember } from './origins.repo.ts';
import { belonging, idOf } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Step, Work } from './step.ts';
import { clean, EARLIEST_INSTANT, instant, whole } from './values.ts';

const COLUMNS = [
  ...['uuid', 'status', 'contactId', 'whatsappId', 'queueId', 'userId', 'lastMessage', 'unreadMessages'],
  ...['createdAt', 'updatedAt'],
];
const EPISODE = ['createdAt', 'queuedAt', 'startedAt', 'finishedAt', 'userId', 'queueId'];

/** What a ticket there is here. Waiting for a mark is over, waiting for a consent or a bot is waiting. */
const STATUSES: Record<string, 'pending' | 'open' | 'closed'> = {
  open: 'open',
  group: 'open',
  pending: 'pending',
  chatbot: 'pending',
  lgpd: 'pending',
  closed: 'closed',
  nps: 'closed',
};
const OVER = "'closed', 'nps'";

interface TicketThere {
  row: SourceRow;
  episodes: SourceRow[];
  ratings: SourceRow[];
  tagIds: (string | null | undefined)[];
}

/** Conversations with their service cycles, marks and tags; what was said in them comes after. */
export const tickets: Step<TicketThere> = {
  kind: 'ticket',
  table: 'Tickets',
  async read(work, after, most) {
    const rows = await readTickets(work, after, most);
    const ids = rows.map(idOf);
    const episodes = await belonging(work, 'TicketTraking', EPISODE, 'ticketId', ids);
    const ratings = await belonging(work, 'UserRatings', ['rate', 'createdAt'], 'ticketId', ids);
    const tags = await belonging(work, 'TicketTags', ['tagId'], 'ticketId', ids);
    return rows.map((row) => ({
      row,
      episodes: episodes.get(idOf(row)) ?? [],
      ratings: ratings.get(idOf(row)) ?? [],
      tagIds: (tags.get(idOf(row)) ?? []).map(({ tagId }) => tagId),
    }));
  },
  placeOf: ({ row }) => idOf(row),
  async write(tx, work, rows) {
    const notes: Note[] = [];
    const names = await namesFor(tx, work, rows);
    const untouched = await untouchedSince(tx, work.companyId, rows, names);
    const wanted = rows.flatMap((one): Wanted[] => {
      const origin = idOf(one.row);
      const here = untouched.get(origin) ?? null;
      if (names.tickets.has(origin) && here === null) return [];
      const contactId = here?.contactId ?? names.contacts.get(one.row.contactId ?? '');
      if (contactId) return [{ ...one, here, fields: fieldsOf(work, one, contactId, names, notes) }];
      notes.push({ kind: 'ticket', origin, what: 'noContact' });
      return [];
    });
    await closeSurplus(tx, work.companyId, wanted, notes);
    // Those that end come first: the next one of a contact may begin.
    await update(tx, work.companyId, wanted);
    const news = wanted.filter(({ here }) => here === null);
    const ids = await insert(tx, news);
    await remember(
      tx,
      work,
      'ticket',
      news.map(({ row }, at) => ({ origin: idOf(row), id: ids[at] ?? 0 })),
    );
    const placed = wanted.map((one) => ({ ...one, ticketId: one.here?.id ?? ids[news.indexOf(one)] ?? 0 }));
    await insertCycles(tx, work, placed, names);
    await insertTags(tx, work.companyId, placed, names);
    return { brought: news.length, notes };
  },
};

/** Of a person who is served twice on one connection, the newest conversation goes on: only there it can be. */
function readTickets(work: Work, after: string | null, most: number): Promise<SourceRow[]> {
  const { from, since } = work;
  const newer = `exists (select from "Tickets" n where n."contactId" = x."contactId"
    and n."whatsappId" is not distinct from x."whatsappId" and n.id > x.id and n.status not in (${OVER}))`;
  return from.read(
    `select ${from.columns('Tickets', 'x', ['id', ...COLUMNS])},
        case when x.status not in (${OVER}) and ${newer} then 'true' end as superseded
      from "Tickets" x
      where ${work.origin === null ? '$1::text is null' : 'x."companyId" = $1::bigint'} and x.id > $2::bigint
        and ($4::text is null or x."updatedAt" >= $4::timestamptz)
      order by x.id limit $3::bigint`,
    [work.origin, after ?? '0', most, since?.toISOString() ?? null],
  );
}

interface Names {
  tickets: Known;
  contacts: Known;
  connections: Known;
  queues: Known;
  users: Known;
  tags: Known;
  groups: ReadonlySet<number>;
  standIn: number;
}

async function namesFor(tx: Tx, work: Work, rows: readonly TicketThere[]): Promise<Names> {
  const of = (column: string) => rows.map(({ row }) => row[column]);
  const ofEpisodes = (column: string) => rows.flatMap(({ episodes }) => episodes.map((row) => row[column]));
  const contacts = await known(tx, work, 'contact', of('contactId'));
  const groups = await tx<{ id: number }[]>`
    select id from contacts where company_id = ${work.companyId} and is_group
      and id = any (${[...contacts.values()].filter((id) => id !== null)}::bigint[])`;
  return {
    contacts,
    tickets: await known(tx, work, 'ticket', of('id')),
    connections: await known(tx, work, 'connection', of('whatsappId')),
    queues: await known(tx, work, 'queue', [...of('queueId'), ...ofEpisodes('queueId')]),
    users: await known(tx, work, 'user', [...of('userId'), ...ofEpisodes('userId')]),
    tags: await known(
      tx,
      work,
      'tag',
      rows.flatMap(({ tagIds }) => tagIds),
    ),
    groups: new Set(groups.map(({ id }) => id)),
    standIn: await standIn(tx, work.companyId),
  };
}

/** A conversation that came before. */
interface TicketHere {
  id: number;
  contactId: number;
  connectionId: number;
  updatedAt: Date;
}

/**
 * Those that went on there while nobody has done anything in them here: they become what they are there now. In all others
 * people work already.
 */
async function untouchedSince(
  tx: Tx,
  companyId: number,
  rows: readonly TicketThere[],
  { tickets }: Names,
): Promise<Map<string, TicketHere>> {
  const here = await tx<TicketHere[]>`
    select id, contact_id, connection_id, updated_at from tickets t
    where company_id = ${companyId} and id = any (${[...tickets.values()].filter((id) => id !== null)}::bigint[])
      and not exists (
        select from messages m
        where m.company_id = t.company_id and m.ticket_id = t.id and m.said_by is distinct from 'import')`;
  const byId = new Map(here.map((ticket) => [ticket.id, ticket]));
  return new Map(
    rows.flatMap(({ row }) => {
      const ticket = byId.get(tickets.get(idOf(row)) ?? 0);
      const changed = instant(row.updatedAt);
      return ticket && changed && changed > ticket.updatedAt ? [[idOf(row), ticket]] : [];
    }),
  );
}

type Fields = ReturnType<typeof fieldsOf>;
type Wanted = TicketThere & { fields: Fields; here: TicketHere | null };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function fieldsOf(
  work: Work,
  { row, episodes }: TicketThere,
  contactId: number,
  names: Names,
  notes: Note[],
) {
  const origin = idOf(row);
  const created = instant(row.createdAt) ?? instant(row.updatedAt) ?? EARLIEST_INSTANT;
  const updated = instant(row.updatedAt) ?? created;
  const userId = names.users.get(row.userId ?? '') ?? null;
  const queueId = names.queues.get(row.queueId ?? '') ?? null;
  let status = STATUSES[row.status ?? ''] ?? 'closed';
  if (row.superseded && status !== 'closed') {
    status = 'closed';
    notes.push({ kind: 'ticket', origin, what: 'superseded' });
  } else if (status === 'open' && userId === null) {
    status = 'pending';
    notes.push({ kind: 'ticket', origin, what: 'noAgent' });
  }
  const unread = status === 'closed' ? 0 : Math.max(0, whole(row.unreadMessages) ?? 0);
  const finished = episodes.map(({ finishedAt }) => instant(finishedAt)?.getTime() ?? 0);
  const waits = status === 'pending' || (status === 'open' && unread > 0);
  return {
    companyId: work.companyId,
    uuid: row.uuid && UUID.test(row.uuid) ? row.uuid : crypto.randomUUID(),
    status,
    contactId,
    connectionId: names.connections.get(row.whatsappId ?? '') ?? names.standIn,
    queueId,
    userId: status === 'pending' ? null : userId,
    lastMessage: messagePreview('chat', clean(row.lastMessage)),
    lastMessageAt: created,
    waitingSince: waits ? updated : null,
    unreadMessages: unread,
    isGroup: names.groups.has(contactId),
    // Whoever has been through the menu there is not asked again.
    botEnded: status === 'pending' && queueId !== null ? 'done' : null,
    createdAt: created,
    updatedAt: updated,
    closedAt:
      status === 'closed' ? new Date(Math.max(...finished) > 0 ? Math.max(...finished) : updated) : null,
  };
}

/** A contact has one conversation under way on a connection: the one that is here already, else the newest. */
async function closeSurplus(
  tx: Tx,
  companyId: number,
  wanted: readonly Wanted[],
  notes: Note[],
): Promise<void> {
  const underWay = wanted.filter(({ fields }) => fields.status !== 'closed').reverse();
  const others = await tx<{ contactId: number; connectionId: number }[]>`
    select contact_id, connection_id from tickets
    where company_id = ${companyId} and status <> 'closed'
      and contact_id = any (${underWay.map(({ fields }) => fields.contactId)}::bigint[])
      and id <> all (${wanted.flatMap(({ here }) => here?.id ?? [])}::bigint[])`;
  const taken = new Set(others.map(({ contactId, connectionId }) => `${contactId} ${connectionId}`));
  for (const { row, fields } of underWay) {
    const place = `${fields.contactId} ${fields.connectionId}`;
    if (taken.has(place)) {
      Object.assign(fields, {
        status: 'closed',
        closedAt: fields.updatedAt,
        waitingSince: null,
        unreadMessages: 0,
      });
      fields.botEnded = null;
      notes.push({ kind: 'ticket', origin: idOf(row), what: 'superseded' });
    }
    taken.add(place);
  }
}

/** @returns their ids, in their order */
async function insert(tx: Tx, wanted: readonly Wanted[]): Promise<number[]> {
  const made = new Map<string, number>();
  const write = async (rows: readonly Fields[]) => {
    const returned = await insertAll<Fields, { id: number; uuid: string }>(
      tx,
      'tickets',
      rows,
      tx`on conflict (uuid) do nothing returning id, uuid`,
    );
    for (const { id, uuid } of returned) made.set(uuid, id);
  };
  for (const { fields } of wanted) fields.uuid = fields.uuid.toLowerCase();
  await write(wanted.map(({ fields }) => fields));
  // Somebody else's conversation has this name: the same one, brought from another copy.
  const others = wanted.filter(({ fields }) => !made.has(fields.uuid));
  for (const { fields } of others) fields.uuid = crypto.randomUUID();
  await write(others.map(({ fields }) => fields));
  return wanted.map(({ fields }) => made.get(fields.uuid) ?? 0);
}

/** Its words have come with its messages, and its place in the lists with them. */
async function update(tx: Tx, companyId: number, wanted: readonly Wanted[]): Promise<void> {
  const rows = wanted.flatMap(({ here, fields }) => (here ? { ...fields, id: here.id } : []));
  for (const row of rows.toSorted((a, b) => Number(b.status === 'closed') - Number(a.status === 'closed')))
    await tx`
      update tickets set status = ${row.status}, queue_id = ${row.queueId}, user_id = ${row.userId},
        waiting_since = ${row.waitingSince}, unread_messages = ${row.unreadMessages}, bot_ended = ${row.botEnded},
        closed_at = ${row.closedAt}, updated_at = ${row.updatedAt}
      where company_id = ${companyId} and id = ${row.id}`;
}

async function insertCycles(
  tx: Tx,
  work: Work,
  placed: readonly (Wanted & { ticketId: number })[],
  names: Names,
): Promise<void> {
  const { companyId } = work;
  const people = placed.map(({ fields }) => fields.contactId);
  const earlier = await tx<{ contactId: number }[]>`
    select distinct contact_id from tickets
    where company_id = ${companyId} and contact_id = any (${people}::bigint[])
      and id <> all (${placed.map(({ ticketId }) => ticketId)}::bigint[])`;
  const anew = await tx<{ ticketId: number }[]>`
    with gone as (
      delete from ticket_tracking
      where company_id = ${companyId} and ticket_id = any (${placed.flatMap(({ here }) => here?.id ?? [])}::bigint[])
      returning ticket_id, is_first)
    select ticket_id from gone where is_first`;
  const first = new Set(anew.map(({ ticketId }) => ticketId));
  const met = new Set([...earlier.map(({ contactId }) => contactId), ...names.groups]);
  const rows: (Cycle & { companyId: number; ticketId: number; connectionId: number; isFirst: boolean })[] =
    [];
  for (const { fields, episodes, ratings, ticketId } of placed) {
    const cycles = cyclesOf(fields, episodes, ratings, work.from.family, names);
    for (const [at, cycle] of cycles.entries()) {
      const isFirst = at === 0 && (first.has(ticketId) || !met.has(fields.contactId));
      rows.push({ companyId, ticketId, connectionId: fields.connectionId, ...cycle, isFirst });
    }
    met.add(fields.contactId);
  }
  await insertAll(tx, 'ticket_tracking', rows);
}

async function insertTags(
  tx: Tx,
  companyId: number,
  placed: readonly (Wanted & { ticketId: number })[],
  { tags }: Names,
): Promise<void> {
  const rows = placed.flatMap(({ tagIds, ticketId }) =>
    [...new Set(tagIds.map((tagId) => tags.get(tagId ?? '')))].flatMap((tagId) =>
      tagId ? { companyId, ticketId, tagId } : [],
    ),
  );
  await insertAll(tx, 'ticket_tags', rows, tx`on conflict do nothing`);
}
