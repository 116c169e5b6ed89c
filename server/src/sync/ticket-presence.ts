import { setTimeout as sleep } from 'node:timers/promises';
import { actorScopes } from '@balcao/shared/permissions.ts';
import {
  type Ephemeral,
  TYPING_MS,
  type TypingState,
  VIEWING_REPEAT_MS,
} from '@balcao/shared/sync/ephemeral.ts';
import type { PresenceFrame } from '@balcao/shared/sync/frames.ts';
import type { Bus } from '../platform/bus.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { AGENT_TYPING, CUSTOMER_TYPING, type TicketTyping } from '../platform/realtime/typing-topics.ts';
import { type ActorColumns, actorColumns, actorOf, type ListenerIdentity } from './snapshot.ts';
import { createGate } from './wakeup.ts';

/** A console that is told. Drops the news when it is behind. */
export interface Watcher {
  identity: ListenerIdentity;
  tell(news: Ephemeral): void;
}

export interface TicketPresence {
  /** What the agent of this console does now. */
  hear(watcher: Watcher, frame: PresenceFrame): void;
  leave(watcher: Watcher): void;
  close(): void;
}

interface Watching {
  ticketId: number;
  until: number;
}

interface Conversation {
  companyId: number;
  ticketId: number;
  watchers: Set<Watcher>;
  /** In other processes, by the process. */
  elsewhere: Map<string, { userIds: number[]; until: number }>;
  announcedAt: number;
  /** By agent; 0 is the customer. */
  typing: Map<number, { state: TypingState; at: number }>;
  due: Due;
  isTelling: boolean;
}

/** What has not been told yet. */
interface Due {
  viewing: boolean;
  /** By agent; `isHere`: this process heard it from him. */
  typing: Map<number, { state: TypingState; isHere: boolean }>;
}

const VIEWING_TOPIC = 'ticket-viewing';
interface ViewingWire {
  from: string;
  companyId: number;
  ticketId: number;
  userIds: number[];
}

/** Silence after which an agent counts as gone. */
const GONE_MS = 3 * VIEWING_REPEAT_MS;
/** The same state again within this time is not told again. */
const AGAIN_MS = TYPING_MS / 4;
/** Questions to the database at a time, and between two about one conversation. */
const MAX_CONCURRENT_QUERIES = 2;
const PAUSE_MS = 100;

/**
 * Who looks at a conversation and who writes in it, told to those who look at it too. An agent who may not see the
 * ticket any more hears nothing: each time the database is asked who may.
 */
export function createTicketPresence({ db, bus }: { db: Database; bus: Bus }): TicketPresence {
  const self = crypto.randomUUID();
  const watching = new Map<Watcher, Watching>();
  const conversations = new Map<string, Conversation>();
  const gate = createGate(MAX_CONCURRENT_QUERIES);

  const keyOf = (companyId: number, ticketId: number) => `${companyId}/${ticketId}`;
  const now = () => performance.now();

  function enter(watcher: Watcher, ticketId: number): Conversation {
    const { companyId } = watcher.identity;
    const key = keyOf(companyId, ticketId);
    const known = conversations.get(key);
    const made = known ?? {
      companyId,
      ticketId,
      watchers: new Set(),
      elsewhere: new Map(),
      announcedAt: Number.NEGATIVE_INFINITY,
      typing: new Map(),
      due: { viewing: false, typing: new Map() },
      isTelling: false,
    };
    conversations.set(key, made);
    made.watchers.add(watcher);
    return made;
  }

  function exit(watcher: Watcher): void {
    const before = watching.get(watcher);
    if (!before || !watching.delete(watcher)) return;
    const conversation = conversations.get(keyOf(watcher.identity.companyId, before.ticketId));
    if (!conversation?.watchers.delete(watcher)) return;
    conversation.typing.delete(watcher.identity.userId);
    announce(conversation);
    if (conversation.watchers.size === 0)
      conversations.delete(keyOf(conversation.companyId, conversation.ticketId));
  }

  const here = ({ watchers }: Conversation) => [
    ...new Set([...watchers].map(({ identity }) => identity.userId)),
  ];

  /** To the own consoles and to the other processes. */
  function announce(conversation: Conversation): void {
    const { companyId, ticketId } = conversation;
    const userIds = here(conversation);
    conversation.announcedAt = now();
    bus.send(VIEWING_TOPIC, { from: self, companyId, ticketId, userIds } satisfies ViewingWire);
    tellViewers(conversation);
  }

  function tellViewers(conversation: Conversation): void {
    conversation.due.viewing = true;
    void tellDue(conversation);
  }

  /** @param who an agent, or 0 for the customer */
  function tellTyping(conversation: Conversation, who: number, state: TypingState, isHere = false): void {
    const before = conversation.typing.get(who);
    if (before?.state === state && now() - before.at < AGAIN_MS) return;
    if (!before && state === 'paused') return;
    if (state === 'paused') conversation.typing.delete(who);
    else conversation.typing.set(who, { state, at: now() });
    conversation.due.typing.set(who, { state, isHere });
    void tellDue(conversation);
  }

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
    const { companyId, ticketId, watchers, elsewhere } = conversation;
    const others = [...elsewhere.values()]
      .filter(({ until }) => until > now())
      .flatMap(({ userIds }) => userIds);
    const viewers = [...new Set([...here(conversation), ...others])];
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
      if (isHere)
        bus.send(AGENT_ELSEWHERE, {
          from: self,
          companyId,
          ticketId,
          userId: who,
          state,
        } satisfies TypingWire);
      // The customer is shown only the agent who has accepted him.
      if (isHere && agentId === who)
        bus.send(AGENT_TYPING, { companyId, ticketId, state } satisfies TicketTyping);
    }
  }

  const off = [
    bus.on(CUSTOMER_TYPING, (data) => {
      const { companyId, ticketId, state } = data as TicketTyping;
      const conversation = conversations.get(keyOf(companyId, ticketId));
      if (conversation) tellTyping(conversation, 0, state);
    }),
    bus.on(AGENT_ELSEWHERE, (data) => {
      const { from, companyId, ticketId, userId, state } = data as TypingWire;
      const conversation = from === self ? undefined : conversations.get(keyOf(companyId, ticketId));
      if (conversation) tellTyping(conversation, userId, state);
    }),
    bus.on(VIEWING_TOPIC, (data) => {
      const { from, companyId, ticketId, userIds } = data as ViewingWire;
      const conversation = from === self ? undefined : conversations.get(keyOf(companyId, ticketId));
      if (!conversation) return;
      const isNew = !conversation.elsewhere.has(from);
      if (userIds.length === 0) conversation.elsewhere.delete(from);
      else conversation.elsewhere.set(from, { userIds, until: now() + GONE_MS });
      // An agent has come there who does not know who is here.
      if (isNew && userIds.length > 0) announce(conversation);
      else tellViewers(conversation);
    }),
  ];
  const sweeping = setInterval(() => {
    for (const [watcher, { until }] of watching) if (until < now()) exit(watcher);
  }, VIEWING_REPEAT_MS);
  sweeping.unref();

  return {
    hear(watcher, { viewing, typing }) {
      const before = watching.get(watcher);
      if (before?.ticketId !== viewing) exit(watcher);
      if (viewing === null) return;
      const conversation = enter(watcher, viewing);
      watching.set(watcher, { ticketId: viewing, until: now() + GONE_MS });
      // Again from time to time: what was dropped heals.
      if (before?.ticketId !== viewing || now() - conversation.announcedAt > VIEWING_REPEAT_MS)
        announce(conversation);
      tellTyping(conversation, watcher.identity.userId, typing ?? 'paused', true);
    },
    leave: exit,
    close() {
      clearInterval(sweeping);
      for (const stop of off) stop();
      conversations.clear();
      watching.clear();
    },
  };
}

const AGENT_ELSEWHERE = 'agent-typing-elsewhere';
interface TypingWire extends TicketTyping {
  from: string;
  userId: number;
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
