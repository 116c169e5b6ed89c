import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { openFile } from '../../../desktop/src/core/store/files.ts';
import type { LedgerView } from '../../sandbox/script/api.ts';
import type { UserFixture } from '../fixtures.ts';
import { isMessage } from '../ledgers.ts';
import type { PhoneCompany } from '../phone-company.ts';
import type { World } from '../world.ts';
import { consoleDir } from './console.ts';

/** The messages sent, apart from all ledgers. Every text is sent once. */
export interface Said {
  /** Sent by a customer, in order. */
  heard: { number: string; text: string }[];
  /** Sent by an agent in front of a console that accepted it; in order for each console. */
  written: { number: string; text: string; user: number }[];
  /** Sent by the server itself: scheduled, and due, or said by the bot. */
  planned?: { number: string; text: string }[];
}

/** A row of PostgreSQL. */
export interface Stored {
  id: string;
  ticketId: number;
  number: string;
  fromMe: boolean;
  waId: string | null;
  body: string;
  state: string;
  ack: number;
  media: string | null;
}

interface StoredTicket {
  id: number;
  status: string;
  userId: number | null;
  unread: number;
  lastMessage: string;
  /** Its unread messages. */
  unreadRows: number;
}

/** One console's data in SQLite. */
interface Cached {
  /** Messages in the order of conversations. */
  messages: MessageRow[];
  tickets: TicketRow[];
  /** Texts that the server has refused, and that are shown as failed. */
  refused: string[];
}

/** The ledgers of one company. */
export interface Ledgers {
  company: PhoneCompany;
  network: LedgerView[];
  stored: Stored[];
  tickets: StoredTicket[];
  consoles: { user: UserFixture; cached: Cached }[];
  /** Texts of campaigns that the network has refused, and that are shown as failed. */
  refused: string[];
  /** Messages that were decrypted and are not stored. */
  journal: number;
}

export async function readLedgers(world: World): Promise<Ledgers[]> {
  return Promise.all(world.companies.map((company) => readLedgersOf(world, company)));
}

async function readLedgersOf(world: World, company: PhoneCompany): Promise<Ledgers> {
  const { companyId, phone, agents } = company;
  const { admin } = await world.homeOf(companyId);
  const network = await world.sandbox.commands.ledger({ number: phone });
  const stored = await admin<Stored[]>`
    select m.id, m.ticket_id::int as "ticketId", c.number, m.from_me as "fromMe", m.wa_id as "waId", m.body, m.state,
      m.ack::int, f.state as media
    from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    left join media f on f.company_id = m.company_id and f.id = m.media_id
    where m.company_id = ${companyId} and m.state <> 'local' order by m.created_at, m.id`;
  const tickets = await admin<StoredTicket[]>`
    select t.id::int, t.status, t.user_id::int as "userId", t.unread_messages as unread,
      t.last_message as "lastMessage", (select count(*)::int from messages m where m.company_id = t.company_id
        and m.ticket_id = t.id and not m.from_me and not m.read) as "unreadRows"
    from tickets t where t.company_id = ${companyId} order by t.id`;
  const refused = await admin<{ body: string }[]>`
    select body from campaign_recipients where company_id = ${companyId} and state = 'failed'`;
  const [{ journal } = { journal: 0 }] = await admin<{ journal: number }[]>`
    select count(*)::int as journal from inbound_journal where company_id = ${companyId}`;
  return {
    company,
    network: network
      .filter((entry) => isMessage(entry) && isKnown(entry))
      .toSorted((a, b) => a.order - b.order),
    stored,
    tickets,
    consoles: agents.flatMap((user) => {
      const cached = readCache(consoleDir(world, user));
      return cached ? { user, cached } : [];
    }),
    refused: refused.map(({ body }) => body),
    journal,
  };
}

/** A refused message was never classified, so it has no kind. */
const isKnown = ({ kind, server }: LedgerView) => !(kind === 'unsupported' && server === 'refused');

/** The folder of the only account on this console; null before the first sign-in. */
export function accountDir(dir: string): string | null {
  try {
    const [account] = readdirSync(join(dir, 'accounts'));
    return account === undefined ? null : join(dir, 'accounts', account);
  } catch {
    return null;
  }
}

function readCache(dir: string): Cached | null {
  const account = accountDir(dir);
  if (!account) return null;
  return {
    // Notes and events are no messages, and in no other ledger.
    messages: rows<MessageRow>(account, 'cache', 'select row from message order by created_at, id').filter(
      ({ mediaType }) => mediaType !== 'note' && mediaType !== 'event',
    ),
    tickets: rows<TicketRow>(account, 'cache', 'select row from ticket order by id'),
    refused: rows<{ body: string }>(
      account,
      'pending',
      "select args from outbox where state = 'rejected' and name = 'message.send'",
    ).map(({ body }) => body),
  };
}

function rows<Row>(account: string, file: 'cache' | 'pending', query: string): Row[] {
  const db = openFile(join(account, `${file}.db`));
  try {
    return db
      .prepare<[], string>(query)
      .pluck()
      .all()
      .map((row) => JSON.parse(row) as Row);
  } finally {
    db.close();
  }
}
