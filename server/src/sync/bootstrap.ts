import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { rowFor } from '@balcao/shared/permissions.ts';
import { ENTITY_NAMES, type EntityName, type Row } from '@balcao/shared/sync/entities.ts';
import { LIMITS, type ServerFrame } from '@balcao/shared/sync/frames.ts';
import { loadTicketContacts } from '../modules/contacts/contacts.sync.ts';
import { loadMessageTails } from '../modules/messages/messages.sync.ts';
import { listVisibleTickets, type TicketKey } from '../modules/ticket-list/ticket-rows.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import { rowSets } from './compose.ts';
import { TAIL_MESSAGES } from './load.ts';
import { loadVisible, REGISTRY } from './registry.ts';
import type { Snapshot } from './snapshot.ts';
import type { SyncedEntity } from './synced-entity.ts';
import { createView, followsTicket, type Interest } from './view.ts';

/** Tickets closed longer ago are fetched on demand. */
const CLOSED_DAYS = 7;
const CLOSED_TICKETS = 500;
const CHUNK_ROWS = 500;
/** With up to `TAIL_MESSAGES` messages each. */
const CHUNK_TICKETS = 100;

export interface BootstrapOptions {
  gen: number;
  /** The moment from which the log continues afterwards. */
  start: Snapshot;
  /** Proves to the server that its log has been at that moment. */
  proof: string;
  now: Date;
  interest: Interest;
  /** One short read transaction; throws when the console's view is no longer that of `start`. */
  read<T>(work: (tx: Tx, snapshot: Snapshot) => Promise<T>): Promise<T>;
}

/**
 * The working set of a console, read in chunks without a long transaction: what changes meanwhile
 * is in the log after `start.head`. A row may come twice; `counts` counts what was sent.
 */
export async function* bootstrapFrames(options: BootstrapOptions): AsyncGenerator<ServerFrame, void> {
  const { gen, start, proof } = options;
  const counts: Partial<Record<EntityName, number>> = {};
  yield { type: 'bootstrap.begin', gen, seq: start.head };
  for (const chunk of [instantChunks(options), ticketChunks(options)])
    for await (const { entity, rows } of chunk) {
      counts[entity] = (counts[entity] ?? 0) + rows.length;
      for (const part of parts(rows))
        for (const set of rowSets(entity, part)) yield { type: 'bootstrap.rows', gen, set };
    }
  const { epoch, head, viewVersion } = start;
  yield { type: 'bootstrap.end', gen, epoch, seq: head, proof, viewVersion, counts };
}

interface Chunk {
  entity: EntityName;
  rows: Row<EntityName>[];
}

async function* instantChunks({ read }: BootstrapOptions): AsyncGenerator<Chunk, void> {
  for (const entity of ENTITY_NAMES) {
    const { table, key, strategy, isShared }: SyncedEntity<EntityName> = REGISTRY[entity];
    if (strategy !== 'instant') continue;
    let after: string | null = null;
    do {
      const chunk = await read(async (tx, { actor }) => {
        const page = await tx<{ key: string }[]>`
          select ${tx(key)}::text as key from ${tx(table)}
          where ${isShared ? tx`true` : tx`company_id = ${actor.companyId}`} ${after === null ? tx`` : tx`and ${tx(key)} > ${after}`}
          order by ${tx(key)} limit ${CHUNK_ROWS}`;
        const keys = page.map((row) => row.key);
        const rows = await loadVisible(tx, actor, entity, keys);
        return { rows, next: keys.length < CHUNK_ROWS ? null : keys.at(-1) };
      });
      yield { entity, rows: chunk.rows };
      after = chunk.next ?? null;
    } while (after !== null);
  }
}

/** Newest first, so that the console's lists are right from the first chunk on. */
async function* ticketChunks(options: BootstrapOptions): AsyncGenerator<Chunk, void> {
  const since = new Date(options.now.getTime() - CLOSED_DAYS * 86_400_000);
  const known = new Set<number>();
  const followed = new Set<number>();
  for (const status of ['pending', 'open', 'closed'] as const) {
    let room = status === 'closed' ? CLOSED_TICKETS : Number.POSITIVE_INFINITY;
    let before: TicketKey | null = null;
    do {
      const limit = Math.min(CHUNK_TICKETS, room);
      const chunk: TicketChunk = await readTickets(
        options,
        { known, followed },
        {
          status,
          before,
          limit,
          ...(status === 'closed' ? { since } : {}),
        },
      );
      yield { entity: 'contact', rows: chunk.contacts };
      yield { entity: 'ticket', rows: chunk.tickets };
      yield { entity: 'message', rows: chunk.messages };
      for (const contact of chunk.contacts) known.add(contact.id);
      for (const id of chunk.followed) followed.add(id);
      room -= chunk.tickets.length;
      before = chunk.tickets.length < limit ? null : (chunk.tickets.at(-1) ?? null);
    } while (before !== null && room > 0);
  }
}

/** Contacts that have come, and those whose messages have. */
interface Sent {
  known: ReadonlySet<number>;
  followed: ReadonlySet<number>;
}

interface TicketChunk {
  contacts: Row<'contact'>[];
  followed: number[];
  tickets: TicketRow[];
  messages: MessageRow[];
}

async function readTickets(
  { read, interest }: BootstrapOptions,
  sent: Sent,
  page: Parameters<typeof listVisibleTickets>[2],
): Promise<TicketChunk> {
  return read(async (tx, { actor }) => {
    const view = createView(actor, interest);
    const tickets = await listVisibleTickets(tx, actor, page);
    const contactIds = new Set(tickets.map((ticket) => ticket.contactId));
    for (const id of sent.known) contactIds.delete(id);
    const begun = tickets.filter((ticket) => ticket.status !== 'closed' && followsTicket(view, ticket));
    const followed = [...new Set(begun.map((ticket) => ticket.contactId))].filter(
      (id) => !sent.followed.has(id),
    );
    const [contacts, messages] = await Promise.all([
      loadTicketContacts(tx, actor.companyId, contactIds),
      loadMessageTails(tx, actor.companyId, followed, TAIL_MESSAGES),
    ]);
    const visible = messages
      .filter(({ scopes }) => view.sees(scopes))
      .map((message) => rowFor(message, view.sees));
    return { contacts, followed, tickets, messages: visible };
  });
}

/** Rows in groups of about `batchBytes`. */
function* parts<R>(rows: R[]): Generator<R[], void> {
  let part: R[] = [];
  let size = 0;
  for (const row of rows) {
    const length = JSON.stringify(row).length;
    if (part.length > 0 && size + length > LIMITS.batchBytes) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(row);
    size += length;
  }
  if (part.length > 0) yield part;
}
