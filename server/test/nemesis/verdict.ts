import type { Progress } from '../../sandbox/ledger.ts';
import type { LedgerView } from '../../sandbox/script/api.ts';
import type { World } from '../world.ts';
import type { Console } from './console.ts';
import { type Ledgers, readLedgers, type Said, type Stored } from './ledgers.ts';
import { tickRegressions } from './ticks.ts';

/** Everything that is wrong, in words; all empty when nothing is. */
export interface Verdict {
  lost: string[];
  doubled: string[];
  disordered: string[];
  /** Ticks that went back. */
  regressed: string[];
  /** Ticks that are behind what the customer's phone has confirmed. */
  behind: string[];
  /** Rows that a console shows and the server does not have, or the other way round. */
  diverged: string[];
  /** Data of another company in a console. */
  leaked: string[];
  /** Tickets whose count of unread messages is not the number of unread messages. */
  miscounted: string[];
}

const ACK_OF: Record<Progress, number> = { queued: 1, refused: 0, sent: 2, delivered: 3, read: 4, played: 5 };

/** Compares the sandbox's ledger, PostgreSQL and each console's SQLite with each other and with the sent messages. */
export async function compareLedgers(world: World, consoles: Console[], said: Said): Promise<Verdict> {
  const companies = await readLedgers(world);
  const each = (judge: (ledgers: Ledgers) => string[]) => companies.flatMap(judge);
  return {
    lost: each((ledgers) => lost(ledgers, said)),
    doubled: each(doubled),
    disordered: each((ledgers) => disordered(ledgers, said)),
    regressed: [
      ...(await Promise.all(world.databases.map(({ admin }) => tickRegressions(admin)))).flat(),
      ...consoles.flatMap(({ regressed }) => regressed),
    ],
    behind: each(behind),
    diverged: each(diverged),
    leaked: each((ledgers) => leaked(ledgers, companies)),
    miscounted: each(({ tickets }) =>
      tickets.flatMap(({ id, unread, unreadRows }) =>
        unread === unreadRows ? [] : `ticket ${id}: ${unread} counted, ${unreadRows} unread`,
      ),
    ),
  };
}

function lost({ company, network, stored, consoles, refused: shownAsFailed }: Ledgers, said: Said): string[] {
  const { phone, customers, agents } = company;
  const heard = said.heard.filter(({ number }) => customers.includes(number));
  const written = said.written.filter(({ user }) => agents.some(({ id }) => id === user));
  const inbound = new Set(stored.flatMap((row) => (row.fromMe ? [] : place(row.number, row.body))));
  const outbound = new Map(
    stored.flatMap((row) => (row.fromMe ? [[place(row.number, row.body), row] as const] : [])),
  );
  const carried = new Set(
    network.flatMap(({ from, to, text }) => (from === phone ? place(to, text ?? '') : [])),
  );
  const refused = new Set(consoles.flatMap(({ cached }) => cached.refused));
  return [
    ...heard.flatMap(({ number, text }) => (inbound.has(place(number, text)) ? [] : `in: ${text}`)),
    ...written.flatMap(({ number, text }) => {
      const row = outbound.get(place(number, text));
      if (!row) return refused.has(text) ? [] : `not stored: ${text}`;
      // Refused and shown as failed.
      if (row.state === 'failed') return [];
      if (!carried.has(place(number, text))) return `not sent: ${text}`;
      return row.ack >= ACK_OF.sent ? [] : `never known as sent: ${text}`;
    }),
    ...(said.planned ?? []).flatMap(({ number, text }) =>
      !customers.includes(number) || carried.has(place(number, text)) || shownAsFailed.includes(text)
        ? []
        : `not sent at its time: ${text}`,
    ),
    ...stored.flatMap(({ body, media }) => (media === null || media === 'stored' ? [] : `file of: ${body}`)),
  ];
}

const place = (number: string, text: string) => `${number} ${text}`;

function doubled({ network, stored }: Ledgers): string[] {
  return [
    ...repeated(stored.map(({ body, fromMe }) => `${fromMe ? 'out' : 'in'}: ${body}`)),
    // A refused message could not be read.
    ...repeated(network.flatMap(({ from, text }) => (text ? `on the network: ${from} ${text}` : []))),
  ];
}

function repeated(texts: string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(text).size);
}

/**
 * In each chat, the messages of one side are in the order in which that side sent them. What was planned has no place in it:
 * it may leave while an agent's words, which are older, are on their way from the console.
 */
function disordered({ company, network, stored }: Ledgers, said: Said): string[] {
  const { phone, customers, agents } = company;
  const planned = new Set(said.planned?.map(({ text }) => text));
  return customers.flatMap((number) => {
    const incoming = said.heard.flatMap((word) => (word.number === number ? word.text : []));
    const mine = stored.filter((row) => row.number === number);
    const [outgoing = [], answers = []] = [mine.filter(sentByUs), mine.filter((row) => !row.fromMe)];
    const sent = network.flatMap(({ from, to, text }) =>
      from === phone && to === number ? (text ?? '') : [],
    );
    return [
      ...firstOutOfOrder(`in ${number}`, incoming, answers.map(bodyOf)),
      ...firstOutOfOrder(
        `stored out ${number}`,
        sent.filter((text) => !planned.has(text)),
        outgoing.map(bodyOf),
      ),
      ...agents.flatMap(({ id }) =>
        firstOutOfOrder(
          `sent to ${number} by ${id}`,
          said.written.flatMap((word) => (word.number === number && word.user === id ? word.text : [])),
          sent,
        ),
      ),
    ];
  });
}

const sentByUs = ({ fromMe, state }: Stored) => fromMe && state === 'sent';
const bodyOf = ({ body }: Stored) => body;

/** Compares the order of the texts that both have. */
function firstOutOfOrder(what: string, expected: string[], found: string[]): string[] {
  const present = new Set(found);
  const common = expected.filter((text) => present.has(text));
  const known = new Set(common);
  const order = found.filter((text) => known.has(text));
  const first = common.findIndex((text, index) => text !== order[index]);
  return first < 0 ? [] : [`${what}: ${order[first]} where ${common[first]} belongs`];
}

export function behind({ network, stored }: { network: LedgerView[]; stored: Stored[] }): string[] {
  const acks = new Map(stored.flatMap((row) => (row.fromMe ? [[row.waId, row.ack] as const] : [])));
  return network.flatMap(({ id, text, progress }) => {
    const ack = acks.get(id);
    return ack !== undefined && ack < ACK_OF[progress] ? `${text}: ${ack}, though ${progress}` : [];
  });
}

/** The messages a screen shows first; older ones may have a hole that the console knows, and are fetched by scrolling. */
const PAGE = 20;

/**
 * The newest page of a conversation that waits or is the agent's own is the server's, with the same ticks; others are
 * fetched when an agent opens them. A console lists every conversation that is not closed.
 */
export function diverged({ stored, tickets, consoles }: Ledgers): string[] {
  const byTicket = Map.groupBy(stored, ({ ticketId }) => ticketId);
  const open = tickets.filter(({ status }) => status !== 'closed').map(wordsOfTicket);
  return consoles.flatMap(({ user, cached }) => {
    const followed = new Set(
      tickets.flatMap((ticket) =>
        ticket.status === 'pending' || (ticket.status === 'open' && ticket.userId === user.id)
          ? ticket.id
          : [],
      ),
    );
    const conversations = [...Map.groupBy(cached.messages, ({ ticketId }) => ticketId)]
      .filter(([id]) => followed.has(id))
      .map(([id, rows]) => {
        const page = rows.slice(-PAGE);
        const theirs = (byTicket.get(id) ?? []).slice(-page.length);
        return firstDifference(page.map(wordsOfMessage), theirs.map(wordsOfMessage));
      });
    const list = cached.tickets
      .filter(({ status }) => status !== 'closed')
      .map((ticket) => wordsOfTicket({ ...ticket, unread: ticket.unreadMessages }));
    const problems = [...conversations, firstDifference(list.toSorted(), open.toSorted())];
    return problems.flatMap((problem) => (problem ? `${user.email}: ${problem}` : []));
  });
}

const wordsOfMessage = (row: { id: string; ack: number; body: string }) => `${row.id} ${row.ack} ${row.body}`;

const wordsOfTicket = (row: {
  id: number;
  status: string;
  userId: number | null;
  unread: number;
  lastMessage: string;
}) => `ticket ${row.id} ${row.status} ${row.userId} ${row.unread} ${row.lastMessage}`;

function firstDifference(ours: string[], theirs: string[]): string | null {
  const index = Array.from({ length: Math.max(ours.length, theirs.length) }).findIndex(
    (_, place) => ours[place] !== theirs[place],
  );
  return index < 0 ? null : `${ours[index]} where ${theirs[index]} belongs`;
}

function leaked({ company, consoles }: Ledgers, companies: Ledgers[]): string[] {
  const foreign = new Set(
    companies.flatMap((other) => (other.company === company ? [] : other.stored.map(({ id }) => id))),
  );
  return consoles.flatMap(({ user, cached }) =>
    cached.messages.flatMap(({ id, body }) => (foreign.has(id) ? `${user.email} has ${body}` : [])),
  );
}
