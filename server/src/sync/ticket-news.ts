import { setTimeout as sleep } from 'node:timers/promises';
import { actorScopes } from '@balcao/shared/permissions.ts';
import { type Ephemeral, TYPING_MS, type TypingState } from '@balcao/shared/sync/ephemeral.ts';
import type { Bus } from '../platform/bus.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { AGENT_TYPING, type TicketTyping } from '../platform/realtime/typing-topics.ts';
import { type ActorColumns, actorColumns, actorOf, type ListenerIdentity } from './snapshot.ts';
import { createGate } from './wakeup.ts';

/** A console that is told. Drops the news when it is behind. */
export interface Watcher {
  identity: ListenerIdentity;
  tell(news: Ephemeral): void;
}

/** A ticket that somebody looks at. */
export interface Conversation {
  companyId: number;
  ticketId: number;
  watchers: Set<Watcher>;
  /** Who looks at it in other processes, by the process. */
  elsewhere: Map<string, { userIds: number[]; until: number }>;
  announcedAt: number;
  /** Who writes, by agent; 0 is the customer. */
  typing: Map<number, { state: TypingState; at: number }>;
  due: Due;
  isTelling: boolean;
}

/** What has not been told yet. */
interface Due {
  viewing: boolean;
  /** Who began or ended writing, by agent; `isHere`: this process heard it from him. */
  typing: Map<number, { state: TypingState; isHere: boolean }>;
}

/** An agent of this process writes, told to the other processes. */
export const AGENT_ELSEWHERE = 'agent-typing-elsewhere';
export interface TypingWire extends TicketTyping {
  from: string;
  userId: number;
}

/** The same state again within this time is not told again. */
const AGAIN_MS = TYPING_MS / 4;
/** Questions to the database at a time, and between two about one conversation. */
const MAX_CONCURRENT_QUERIES = 2;
const PAUSE_MS = 100;

export function newConversation(companyId: number, ticketId: number): Conversation {
  return {
    companyId,
    ticketId,
    watchers: new Set(),
    elsewhere: new Map(),
    announcedAt: Number.NEGATIVE_INFINITY,
    typing: new Map(),
    due: { viewing: false, typing: new Map() },
    isTelling: false,
  };
}

/** The agents who look at it in this process. */
export const viewersHere = ({ watchers }: Conversation): number[] => [
  ...new Set([...watchers].map(({ identity }) => identity.userId)),
];

/** Tells those who look at a conversation of each other, and of who writes. */
export interface TicketNews {
  tellViewers(conversation: Conversation): void;
  /** @param who an agent, or 0 for the customer */
  tellTyping(conversation: Conversation, who: number, state: TypingState, isHere?: boolean): void;
}

/** @param self the name of this process among those on the bus */
export function createTicketNews({ db, bus, self }: { db: Database; bus: Bus; self: string }): TicketNews {
  const gate = createGate(MAX_CONCURRENT_QUERIES);

  /** One question for each conversation at a time: what comes meanwhile is told together afterwards. */
  async function tellDue(conversation: Conversation): Promise<void> {
    if (conversation.isTelling) return;
    conversation.isTelling = true;
    while (conversation.watchers.size > 0 && (conversation.due.viewing || conversation.due.typing.size > 0)) {
      const due = conversation.due;
      conversation.due = { viewing: false, typing: new Map() };
      // What could not be told is not missed.
      await gate(() => tell(conversation, due)).catch(() => {});
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    conversation.isTelling = false;
  }

  async function tell(conversation: Conversation, due: Due): Promise<void> {
    const { companyId, ticketId, watchers } = conversation;
    const viewers = viewersEverywhere(conversation);
    const userIds = [...new Set([...viewers, ...due.typing.keys()])];
    const { allowed, agentId } = await db.readCompany(companyId, (tx) =>
      readAccess(tx, companyId, ticketId, userIds),
    );
    const say = (news: Ephemeral, author = 0) => {
      for (const watcher of watchers) {
        const { userId } = watcher.identity;
        if (userId !== author && allowed.has(userId)) watcher.tell(news);
      }
    };
    if (due.viewing)
      say({ topic: 'viewing', data: { ticketId, userIds: viewers.filter((id) => allowed.has(id)) } });
    for (const [who, { state, isHere }] of due.typing) {
      if (who && !allowed.has(who)) continue;
      say({ topic: 'typing', data: { ticketId, userId: who || null, state } }, who);
      if (!isHere) continue;
      const typing: TicketTyping = { companyId, ticketId, state };
      bus.send(AGENT_ELSEWHERE, { ...typing, from: self, userId: who } satisfies TypingWire);
      // The customer is shown only the agent who has accepted him.
      if (agentId === who) bus.send(AGENT_TYPING, typing);
    }
  }

  return {
    tellViewers(conversation) {
      conversation.due.viewing = true;
      void tellDue(conversation);
    },
    tellTyping(conversation, who, state, isHere = false) {
      if (!noteTyping(conversation, who, state)) return;
      conversation.due.typing.set(who, { state, isHere });
      void tellDue(conversation);
    },
  };
}

/** @returns whether that is news */
function noteTyping({ typing }: Conversation, who: number, state: TypingState): boolean {
  const now = performance.now();
  const before = typing.get(who);
  if (before?.state === state && now - before.at < AGAIN_MS) return false;
  if (!before && state === 'paused') return false;
  if (state === 'paused') typing.delete(who);
  else typing.set(who, { state, at: now });
  return true;
}

function viewersEverywhere(conversation: Conversation): number[] {
  const others = [...conversation.elsewhere.values()]
    .filter(({ until }) => until > performance.now())
    .flatMap(({ userIds }) => userIds);
  return [...new Set([...viewersHere(conversation), ...others])];
}

interface TicketAccess {
  allowed: ReadonlySet<number>;
  /** Who serves the ticket. */
  agentId: number | null;
}

/** Which of these agents see the ticket now. */
async function readAccess(
  tx: Tx,
  companyId: number,
  ticketId: number,
  userIds: readonly number[],
): Promise<TicketAccess> {
  const rows = await tx<(ActorColumns & { id: number; scopes: string[]; agentId: number | null })[]>`
    select u.id, t.scopes, case when t.status = 'open' then t.user_id end as agent_id, ${actorColumns(tx)}
    from tickets t join users u on u.company_id = t.company_id and u.id = any (${userIds as number[]}::bigint[])
    where t.company_id = ${companyId} and t.id = ${ticketId}`;
  const sees = rows.filter((row) => {
    const own = actorScopes(actorOf({ companyId, userId: row.id }, row));
    return own.some((scope) => row.scopes.includes(scope));
  });
  return { allowed: new Set(sees.map(({ id }) => id)), agentId: rows[0]?.agentId ?? null };
}
