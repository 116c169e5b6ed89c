import { VIEWING_REPEAT_MS } from '@balcao/shared/sync/ephemeral.ts';
import type { PresenceFrame } from '@balcao/shared/sync/frames.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/db/database.ts';
import { CUSTOMER_TYPING, type TicketTyping } from '../platform/realtime/typing-topics.ts';
import {
  AGENT_ELSEWHERE,
  type Conversation,
  createTicketNews,
  newConversation,
  type TypingWire,
  viewersHere,
  type Watcher,
} from './ticket-news.ts';

export interface TicketPresence {
  /** What the agent of this console does now. */
  hear(watcher: Watcher, frame: PresenceFrame): void;
  leave(watcher: Watcher): void;
  close(): void;
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

/**
 * Who looks at a conversation and who writes in it, told to those who look at it too. An agent who may not see the
 * ticket any more hears nothing: each time the database is asked who may.
 */
export function createTicketPresence({ db, bus }: { db: Database; bus: Bus }): TicketPresence {
  const self = crypto.randomUUID();
  const news = createTicketNews({ db, bus, self });
  const watching = new Map<Watcher, { ticketId: number; until: number }>();
  const conversations = createConversations();

  function exit(watcher: Watcher): void {
    const before = watching.get(watcher);
    if (!before || !watching.delete(watcher)) return;
    const { companyId, userId } = watcher.identity;
    const conversation = conversations.find({ companyId, ticketId: before.ticketId });
    if (!conversation?.watchers.delete(watcher)) return;
    conversation.typing.delete(userId);
    announce(conversation);
    if (conversation.watchers.size === 0) conversations.close(conversation);
  }

  /** Tells the own consoles and the other processes who looks at it. */
  function announce(conversation: Conversation): void {
    const { companyId, ticketId } = conversation;
    const userIds = viewersHere(conversation);
    conversation.announcedAt = performance.now();
    bus.send(VIEWING_TOPIC, { from: self, companyId, ticketId, userIds } satisfies ViewingWire);
    news.tellViewers(conversation);
  }

  /** The agents who look at a ticket in another process. */
  function hearViewing({ from, userIds, ...ticket }: ViewingWire): void {
    const conversation = from === self ? undefined : conversations.find(ticket);
    if (!conversation) return;
    const isNew = !conversation.elsewhere.has(from);
    if (userIds.length === 0) conversation.elsewhere.delete(from);
    else conversation.elsewhere.set(from, { userIds, until: performance.now() + GONE_MS });
    // An agent has come there who does not know who is here.
    if (isNew && userIds.length > 0) announce(conversation);
    else news.tellViewers(conversation);
  }

  /** @param userId an agent of another process, or 0 for the customer */
  function hearTyping(ticket: TicketTyping, userId: number): void {
    const conversation = conversations.find(ticket);
    if (conversation) news.tellTyping(conversation, userId, ticket.state);
  }

  const off = [
    bus.on(CUSTOMER_TYPING, (data) => hearTyping(data as TicketTyping, 0)),
    bus.on(AGENT_ELSEWHERE, (data) => {
      const wire = data as TypingWire;
      if (wire.from !== self) hearTyping(wire, wire.userId);
    }),
    bus.on(VIEWING_TOPIC, (data) => hearViewing(data as ViewingWire)),
  ];
  const sweeping = setInterval(() => {
    for (const [watcher, { until }] of watching) if (until < performance.now()) exit(watcher);
  }, VIEWING_REPEAT_MS);
  sweeping.unref();

  return {
    hear(watcher, { viewing, typing }) {
      const before = watching.get(watcher);
      if (before?.ticketId !== viewing) exit(watcher);
      if (viewing === null) return;
      const conversation = conversations.open(watcher.identity.companyId, viewing);
      conversation.watchers.add(watcher);
      const now = performance.now();
      watching.set(watcher, { ticketId: viewing, until: now + GONE_MS });
      // Again from time to time: what was dropped heals.
      if (before?.ticketId !== viewing || now - conversation.announcedAt > VIEWING_REPEAT_MS)
        announce(conversation);
      news.tellTyping(conversation, watcher.identity.userId, typing ?? 'paused', true);
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

type Ticket = Pick<Conversation, 'companyId' | 'ticketId'>;

/** The tickets that somebody looks at in this process. */
function createConversations() {
  const known = new Map<string, Conversation>();
  const keyOf = ({ companyId, ticketId }: Ticket) => `${companyId}/${ticketId}`;
  return {
    find: (ticket: Ticket): Conversation | undefined => known.get(keyOf(ticket)),
    open(companyId: number, ticketId: number): Conversation {
      const key = keyOf({ companyId, ticketId });
      const conversation = known.get(key) ?? newConversation(companyId, ticketId);
      known.set(key, conversation);
      return conversation;
    },
    close: (ticket: Ticket): void => void known.delete(keyOf(ticket)),
    clear: () => known.clear(),
  };
}
