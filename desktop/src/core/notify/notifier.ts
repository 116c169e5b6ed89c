import type { EventData } from '@balcao/shared/bridge/events.ts';
import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { MentionItem } from '@balcao/shared/features/mentions/bridge.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import { silenceOf } from '@balcao/shared/features/preferences/silence.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { createChatNotices } from '../../features/chats/chat-notices.ts';
import { createMentionNotices } from '../../features/mentions/mention-notices.ts';
import {
  BURST_MS,
  BURST_TICKETS,
  floods,
  isAbout,
  mayDisturb,
} from '../../features/tickets/ticket-policy.ts';
import type { Host, Notice } from '../../hosts/host.ts';
import { type Clock, createTimer } from '../sync/clock.ts';
import { notificationTexts } from './texts.ts';

/**
 * Notifies the agent of messages that came in out of view: one notification per ticket, each only for a while. And of
 * notes that name the agent, and of what colleagues say in chats.
 */
export interface Notifier {
  /** `missed`: it came while this console was not connected. */
  incoming(news: { ticket: TicketRow; message: MessageRow; missed: boolean }): void;
  /** A bot has left a ticket to people, who are now waited for. */
  handedOver(news: { ticket: TicketRow; missed: boolean }): void;
  /** A ticket that was put off is back because its time has come. */
  returned(ticket: TicketRow): void;
  /** A colleague has named this person. */
  mentioned(news: { id: string; missed: boolean }): void;
  /** A colleague has said something in a chat. */
  said(news: { id: string; missed: boolean }): void;
  /** A bootstrap has ended, and these tickets have unread messages that were not notified. */
  resynced(ticketIds: readonly number[]): void;
  /** All that was missed has come. */
  caughtUp(): void;
  /** Something was read, taken over or looked at: what is settled is taken away. */
  review(): void;
  stop(): void;
}

interface Deps {
  host: Pick<Host, 'notify' | 'withdraw' | 'can' | 'accounts'>;
  userId: number;
  /** The ticket as the agent sees it now. */
  ticket(id: number): TicketItem | null;
  mention(id: string): MentionItem | null;
  chat(id: number): ChatItem | null;
  chatMessage(id: string): ChatMessageRow | null;
  /** Chats that the person looks at. */
  seenChats(): ReadonlySet<number>;
  /** Tickets on a screen that the person looks at. */
  seen(): ReadonlySet<number>;
  settings(): Pick<Settings, 'language' | 'notifications'>;
  emit: {
    shown(notice: EventData<'notification.shown'>): void;
    closed(notice: EventData<'notification.closed'>): void;
  };
  /** The time of day, for quiet hours. */
  today(): Date;
  /** Goes on evenly, for everything else. */
  clock: Clock;
}

/** A chatty customer rings once, not at every line. */
const SOUND_EVERY_MS = 2_000;
/** The key of the one notification of several tickets that came back. */
const BACK = 'back';
/** The key of the one notification that sums up many tickets. */
export const MANY = 'many';

/** Pending news of one ticket: the newest message, and the number of messages. Null: none since a bot handed it over. */
interface PendingNotice {
  message: MessageRow | null;
  count: number;
}

/** Keyed by ticket; null: the messages are unknown. */
type WithheldNotices = Map<number, PendingNotice | null>;

export function createNotifier(deps: Deps): Notifier {
  const { host, userId, clock, emit } = deps;
  /** Tickets notified one by one. */
  const shown = new Map<number, { key: string; count: number }>();
  /** Tickets in the last summary. */
  const together = new Set<number>();
  /** Handed over by a bot: news until somebody takes them, also when all in them is read. */
  const handedOver = new Set<number>();
  /** Tickets for the next summary. */
  const missed: WithheldNotices = new Map();
  const burst: WithheldNotices = new Map();
  let shownAt: number[] = [];
  let lastSound = Number.NEGATIVE_INFINITY;
  const burstEnds = createTimer(clock);
  /** Tickets that came back, to be notified together, and those that were. */
  const back = new Set<number>();
  const backEnds = createTimer(clock);
  const shownBack = new Map<number, string>();

  const may = (ticket: TicketRow): boolean =>
    mayDisturb(ticket, {
      userId,
      settings: deps.settings().notifications,
      seen: deps.seen(),
      now: deps.today(),
    });
  const words = () => {
    const { language, notifications } = deps.settings();
    return notificationTexts(language, notifications.preview);
  };

  function show(notice: Notice): void {
    const { shown: visible } = deps.settings().notifications;
    const sound = clock.now() - lastSound >= SOUND_EVERY_MS;
    if (sound) lastSound = clock.now();
    const account = host.accounts.ownName();
    const named = account === null ? notice : { ...notice, title: `${notice.title} · ${account}` };
    const { key, path, title, body } = named;
    emit.shown({ key, path, title, body, sound, visible });
    if (visible) host.notify(named);
  }

  function tell(ticket: TicketItem, { message, count }: PendingNotice): void {
    const before = shown.get(ticket.id);
    if (!before) shownAt = [...shownAt.filter((at) => clock.now() - at < BURST_MS), clock.now()];
    const all = (before?.count ?? 0) + count;
    shown.set(ticket.id, { key: ticket.uuid, count: all });
    const text = words();
    const answer = {
      ticketUuid: ticket.uuid,
      accept: ticket.status === 'pending' ? text.accept : null,
      reply: text.reply,
    };
    show({
      key: ticket.uuid,
      path: pathOf(ticket),
      ...(message ? text.ofTicket(ticket.contact.name, message, all) : text.ofHandOver(ticket.contact.name)),
      answer: host.can.notificationActions ? answer : null,
    });
  }

  /** A few are notified one by one. Tickets that were read or accepted meanwhile are no longer notified. */
  function tellTogether(held: WithheldNotices): void {
    const left = [...held].flatMap(([id, news]) => {
      const ticket = deps.ticket(id);
      return ticket && !isSettled(id) && may(ticket) ? [{ ticket, news }] : [];
    });
    held.clear();
    if (left.length === 0) return;
    const known = left.flatMap(({ ticket, news }) => (news ? [{ ticket, news }] : []));
    if (left.length <= BURST_TICKETS && known.length === left.length) {
      for (const { ticket, news } of known) tell(ticket, news);
      return;
    }
    for (const { ticket } of left) together.add(ticket.id);
    const names = left.map(({ ticket }) => ticket.contact.name);
    show({ key: MANY, path: '/tickets', ...words().ofMany(names), answer: null });
  }

  /** Many are put off until the same hour. */
  function tellBack(): void {
    const left = [...back].flatMap((id) => {
      const ticket = deps.ticket(id);
      return ticket && may(ticket) ? [ticket] : [];
    });
    back.clear();
    const [only, ...others] = left;
    if (!only) return;
    const text = words().ofReturn(left.map(({ contact }) => contact.name));
    const key = others.length === 0 ? only.uuid : BACK;
    for (const { id } of left) shownBack.set(id, key);
    show({ key, path: others.length === 0 ? pathOf(only) : '/tickets', ...text, answer: null });
  }

  function withdraw(key: string): void {
    host.withdraw(key);
    emit.closed({ key });
  }

  const isSilent = () => silenceOf(deps.settings().notifications, deps.today()) !== null;
  const mentions = createMentionNotices({
    mention: deps.mention,
    seen: deps.seen,
    isSilent,
    words,
    show,
    withdraw,
  });
  const chats = createChatNotices({
    chat: deps.chat,
    chatMessage: deps.chatMessage,
    seen: deps.seenChats,
    isSilent,
    words,
    show,
    withdraw,
  });

  /** Somebody has it before their eyes, or it is another's matter now. */
  function isDealtWith(id: number): boolean {
    const ticket = deps.ticket(id);
    return !ticket || ticket.snoozedUntil !== null || !isAbout(ticket, userId) || deps.seen().has(id);
  }

  function isSettled(id: number): boolean {
    return (deps.ticket(id)?.unreadMessages === 0 && !handedOver.has(id)) || isDealtWith(id);
  }

  function came(ticket: TicketRow, notice: PendingNotice, wasMissed: boolean): void {
    const isNew = !shown.has(ticket.id);
    if (wasMissed) {
      hold(missed, ticket.id, notice);
    } else if (isNew && (burst.size > 0 || floods(shownAt, clock.now()))) {
      if (burst.size === 0) burstEnds.set(BURST_MS, () => tellTogether(burst));
      hold(burst, ticket.id, notice);
    } else {
      const item = deps.ticket(ticket.id);
      if (item) tell(item, notice);
    }
  }

  return {
    incoming({ ticket, message, missed: wasMissed }) {
      if (may(ticket)) came(ticket, { message, count: 1 }, wasMissed);
    },
    handedOver({ ticket, missed: wasMissed }) {
      if (!may(ticket)) return;
      handedOver.add(ticket.id);
      came(ticket, { message: null, count: 0 }, wasMissed);
    },
    returned(ticket) {
      if (!may(ticket)) return;
      if (back.size === 0) backEnds.set(BURST_MS, tellBack);
      back.add(ticket.id);
    },
    mentioned: ({ id, missed: wasMissed }) => mentions.came(id, wasMissed),
    said: ({ id, missed: wasMissed }) => chats.came(id, wasMissed),
    resynced(ticketIds) {
      for (const id of ticketIds) if (!missed.has(id)) missed.set(id, null);
    },
    caughtUp() {
      if (missed.size > 0) tellTogether(missed);
      mentions.caughtUp();
      chats.caughtUp();
    },
    review() {
      for (const id of handedOver)
        if (deps.ticket(id)?.status !== 'pending' || isDealtWith(id)) handedOver.delete(id);
      for (const [id, { key }] of shown) {
        if (!isSettled(id)) continue;
        shown.delete(id);
        withdraw(key);
      }
      for (const [id, key] of shownBack) {
        if (!isDealtWith(id)) continue;
        shownBack.delete(id);
        if (![...shownBack.values()].includes(key)) withdraw(key);
      }
      if (together.size > 0 && [...together].every(isSettled)) {
        together.clear();
        withdraw(MANY);
      }
      mentions.review();
      chats.review();
    },
    stop() {
      burstEnds.clear();
      backEnds.clear();
      for (const key of new Set(shownBack.values())) withdraw(key);
      mentions.stop();
      chats.stop();
      if (together.size > 0) withdraw(MANY);
      for (const { key } of shown.values()) withdraw(key);
    },
  };
}

function hold(held: WithheldNotices, ticketId: number, { message, count }: PendingNotice): void {
  const before = held.get(ticketId);
  held.set(ticketId, { message: message ?? before?.message ?? null, count: (before?.count ?? 0) + count });
}

const pathOf = ({ uuid }: Pick<TicketRow, 'uuid'>): string => `/tickets/${uuid}`;
