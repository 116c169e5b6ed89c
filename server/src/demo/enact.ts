import { randomBytes, randomUUID } from 'node:crypto';
import { changedLine } from '@balcao/shared/features/messages/preview.ts';
import { referralOfTicket } from '@balcao/shared/features/messages/referral.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { AUTOMATIC_TEXTS, fillVariables } from '@balcao/shared/text/variables.ts';
import { v7 as uuidv7 } from 'uuid';
import { ratingQuestion } from '../modules/ticket-rules/rating-question.ts';
import { PEOPLE, type Person } from './accounts.ts';
import { COMPLETION, QUEUES, type QueueKey, TAGS } from './catalog.ts';
import type { Enacted, MessageRow, Shop } from './enacted.ts';
import { FILES } from './files.ts';
import { contentColumns } from './message-content.ts';
import type { Content, Conversation, Line, Tick } from './script.ts';

const TICKS = {
  failed: ACK.error,
  sent: ACK.server,
  delivered: ACK.delivered,
  read: ACK.read,
  played: ACK.played,
} as const satisfies Record<Tick, number>;

const MINUTE_MS = 60_000;
const RATING_WAIT_MS = 10 * MINUTE_MS;
/** After its end a wait for a mark goes on this long, for what was answered in time. */
const RATING_GRACE_MS = 15_000;

/** A conversation on its way. */
interface Stage {
  shop: Shop;
  conversation: Conversation;
  done: Enacted;
  queue: QueueKey;
  agent: Person | null;
  /** The messages that may be quoted. */
  named: Map<string, string>;
}

/** What happens, step by step, in rows. Customers come to the first queue. */
export function enact(shop: Shop, conversation: Conversation): Enacted {
  const { lines } = conversation;
  const moment = (ago: number) => new Date(shop.now.getTime() - ago * MINUTE_MS);
  const done = begin(shop, moment(lines[0]?.ago ?? 0));
  const stage: Stage = { shop, conversation, done, queue: 'sales', agent: null, named: new Map() };
  const { ticket, messages } = done;
  tell(stage, ticket.createdAt, null, { kind: 'started', by: null });
  for (const line of lines) {
    ticket.updatedAt = moment(line.ago);
    (STEPS[line.kind] as (stage: Stage, line: Line, at: Date) => void)(stage, line, ticket.updatedAt);
  }
  const over = ticket.ratingUntil && new Date(ticket.ratingUntil.getTime() + RATING_GRACE_MS);
  if (over && over <= shop.now) endRating(stage, over);
  ticket.userId = stage.agent && shop.people[stage.agent];
  ticket.queueId = shop.queues[stage.queue];
  ticket.unreadMessages = messages.filter(({ read }) => !read).length;
  done.cycle.userId = ticket.userId;
  done.cycle.queueId = ticket.queueId;
  return done;
}

function begin({ queues }: Shop, at: Date): Enacted {
  return {
    ticket: {
      uuid: randomUUID(),
      status: 'pending',
      queueId: queues.sales,
      userId: null,
      lastMessage: '',
      lastMessageAt: at,
      waitingSince: null,
      answerer: 'nobody',
      botEnded: null,
      unreadMessages: 0,
      createdAt: at,
      updatedAt: at,
      closedAt: null,
      ratingUntil: null,
      snoozedUntil: null,
      referral: null,
      referredAt: null,
    },
    messages: [],
    files: [],
    cycle: {
      userId: null,
      createdAt: at,
      queuedAt: at,
      startedAt: null,
      answeredAt: null,
      askedAt: null,
      finishedAt: null,
      finishedBy: null,
      queueId: null,
      ratedAt: null,
      rate: null,
      ratingScale: 'stars',
      commentedAt: null,
    },
    tagIds: [],
    commentIds: [],
  };
}

const STEPS: { [K in Line['kind']]: (stage: Stage, line: Line & { kind: K }, at: Date) => void } = {
  says(stage, line, at) {
    const { ticket } = stage.done;
    const told = { ...toldOf(stage, line), state: 'received' } as const;
    const row = say(stage, at, false, line.content, told);
    if (line.id) stage.named.set(line.id, row.id);
    ticket.waitingSince ??= row.createdAt;
    if (line.referral && !ticket.referral)
      Object.assign(ticket, { referral: referralOfTicket(line.referral), referredAt: row.createdAt });
  },
  answers(stage, line, at) {
    const { ticket, cycle } = stage.done;
    readAll(stage);
    const tick = line.tick ?? usualTick(stage, line.ago);
    const row = say(stage, at, true, line.content, {
      ...toldOf(stage, line),
      userId: stage.shop.people[line.by],
      state: tick === 'failed' ? 'failed' : 'sent',
      errorCode: tick === 'failed' ? 'ERR_SENDING_WAPP_MSG' : null,
      read: true,
      ...ticksOf(at, tick),
    });
    if (line.id) stage.named.set(line.id, row.id);
    if (ticket.waitingSince && !cycle.answeredAt)
      Object.assign(cycle, { answeredAt: row.createdAt, askedAt: ticket.waitingSince });
    ticket.waitingSince = null;
  },
  followsCampaign(stage, { campaign }, at) {
    tell(stage, at, null, { kind: 'campaign', name: campaign });
  },
  botSays(stage, { text }, at) {
    sayByItself(stage, at, text, 'bot');
    Object.assign(stage.done.ticket, { answerer: 'optionTree', waitingSince: null });
  },
  chooses(stage, { queue, option }, at) {
    stage.queue = queue;
    const chosen = option
      ? ({ what: 'option', name: option } as const)
      : ({ what: 'queue', name: QUEUES[queue].name } as const);
    tell(stage, at, null, { kind: 'chose', ...chosen });
  },
  handsOver(stage, { queue, wanted, tried, data }, at) {
    const { note } = AUTOMATIC_TEXTS.pt.ai;
    const body = [`${note.wanted}: ${wanted}`, `${note.tried}: ${tried}`, `${note.data}: ${data}`].join('\n');
    write(stage, at, { ...LOCAL, saidBy: 'bot', body, mediaType: 'note' });
    stage.queue = queue;
    leaveToPeople(stage, at, 'done', { kind: 'handedOver', by: null, cause: 'wanted' });
  },
  fails(stage, { code }, at) {
    leaveToPeople(stage, at, 'failed', { kind: 'failed', code });
  },
  notes(stage, { by, text, names }, at) {
    const { people } = stage.shop;
    const mentions = names.map((person) => ({ userId: people[person], name: PEOPLE[person].name }));
    write(stage, at, { ...LOCAL, userId: people[by], body: text, mediaType: 'note', mentions });
  },
  snoozes(stage, { by, hours }, at) {
    const until = new Date(at.getTime() + hours * 60 * MINUTE_MS);
    stage.done.ticket.snoozedUntil = until;
    tell(stage, at, by, { kind: 'snoozed', by: PEOPLE[by].name, until: until.toISOString() });
  },
  accepts(stage, { by }, at) {
    stage.agent = by;
    stage.done.ticket.status = 'open';
    stage.done.cycle.startedAt = at;
    tell(stage, at, by, { kind: 'accepted', by: PEOPLE[by].name });
  },
  transfers(stage, { by, queue, to = null }, at) {
    const { ticket, cycle } = stage.done;
    tell(stage, at, by, {
      kind: 'transferred',
      by: PEOPLE[by].name,
      fromUser: stage.agent && PEOPLE[stage.agent].name,
      toUser: to && PEOPLE[to].name,
      fromQueue: QUEUES[stage.queue].name,
      toQueue: QUEUES[queue].name,
    });
    if (to) cycle.startedAt ??= at;
    else if (ticket.status === 'open') Object.assign(cycle, { queuedAt: at, startedAt: null });
    if (!to) ticket.waitingSince ??= at;
    ticket.status = to ? 'open' : 'pending';
    Object.assign(stage, { queue, agent: to });
  },
  tags(stage, { by, tags }, at) {
    stage.done.tagIds.push(...tags.map((tag) => stage.shop.tags[tag]));
    const added = tags.map((tag) => TAGS[tag].name);
    tell(stage, at, by, { kind: 'tagged', by: PEOPLE[by].name, added, removed: [] });
  },
  closes(stage, { by }, at) {
    const { ticket, cycle } = stage.done;
    const wasOpen = ticket.status === 'open';
    readAll(stage);
    stage.agent ??= by;
    Object.assign(ticket, { status: 'closed', closedAt: at, waitingSince: null });
    Object.assign(cycle, {
      finishedAt: at,
      finishedBy: stage.shop.people[by],
    });
    tell(stage, at, by, { kind: 'closed', by: PEOPLE[by].name });
    if (!wasOpen) return sayByItself(stage, at, COMPLETION);
    sayByItself(stage, at, ratingQuestion('pt', 'stars', '').body);
    ticket.ratingUntil = new Date(at.getTime() + RATING_WAIT_MS);
  },
  rates(stage, { stars, comment }, at) {
    const { cycle, commentIds } = stage.done;
    const { rated, ratingComment, commented } = AUTOMATIC_TEXTS.pt;
    say(stage, at, false, '⭐'.repeat(stars), { state: 'received', read: true });
    Object.assign(cycle, { rate: stars, ratedAt: at });
    const toUser = stage.agent && PEOPLE[stage.agent].name;
    tell(stage, at, null, { kind: 'rated', scale: 'stars', rate: stars, toUser });
    sayByItself(stage, at, `${rated}\n\n${ratingComment}`);
    endRating(stage, at);
    if (comment === null) return;
    const { id, createdAt } = say(stage, at, false, comment, { state: 'received', read: true });
    commentIds.push(id);
    cycle.commentedAt = createdAt;
    tell(stage, at, null, { kind: 'commented' });
    sayByItself(stage, at, commented);
  },
};

const MESSAGE = {
  userId: null,
  saidBy: null,
  mediaId: null,
  quotedId: null,
  viewOnce: false,
  forwarded: false,
  reactions: [],
  poll: null,
  card: null,
  referral: null,
  mentions: [],
  earlierBodies: [],
  isEdited: false,
  isDeleted: false,
  waId: null,
  ack: ACK.pending,
  errorCode: null,
  read: false,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  playedAt: null,
} as const satisfies Partial<MessageRow>;
/** What stays between the agents. */
const LOCAL = { fromMe: true, state: 'local', read: true } as const;

/** One behind the other, also when several things happen at once. */
function write(
  { done: { messages } }: Stage,
  at: Date,
  given: Pick<MessageRow, 'fromMe' | 'state' | 'body' | 'mediaType'> & Partial<MessageRow>,
): MessageRow {
  const before = messages.at(-1)?.createdAt.getTime() ?? 0;
  const createdAt = new Date(Math.max(at.getTime(), before + 1));
  const row = { ...MESSAGE, id: uuidv7({ msecs: createdAt.getTime() }), createdAt, ...given };
  messages.push(row);
  return row;
}

function tell(stage: Stage, at: Date, by: Person | null, event: TicketEvent): MessageRow {
  const userId = by && stage.shop.people[by];
  const saidBy = by === null ? 'automatic' : null;
  return write(stage, at, { ...LOCAL, userId, saidBy, body: JSON.stringify(event), mediaType: 'event' });
}

function say(
  stage: Stage,
  at: Date,
  fromMe: boolean,
  content: Content,
  more: Pick<MessageRow, 'state'> & Partial<MessageRow>,
): MessageRow {
  const { ticket, files } = stage.done;
  const file = typeof content === 'object' && 'file' in content ? content.file : null;
  const mediaId = file && uuidv7({ msecs: at.getTime() });
  const waId = `${fromMe ? '3EB0' : '3A'}${randomBytes(9).toString('hex').toUpperCase()}`;
  const row = write(stage, at, { fromMe, ...contentColumns(content, fromMe), mediaId, waId, ...more });
  if (file && mediaId) files.push({ mediaId, key: file, by: row.userId, at: row.createdAt });
  const cardKind = row.card?.kind ?? null;
  ticket.lastMessage = changedLine({ ...row, cardKind, name: file && FILES[file].name });
  ticket.lastMessageAt = row.createdAt;
  return row;
}

function sayByItself(stage: Stage, at: Date, text: string, saidBy: 'bot' | 'automatic' = 'automatic'): void {
  const { conversation, shop } = stage;
  const { name } = conversation.customer;
  const body = fillVariables(text, { name, at, timezone: shop.timezone, language: 'pt' });
  say(stage, at, true, body, { saidBy, state: 'sent', read: true, ...ticksOf(at, 'read') });
}

function endRating(stage: Stage, at: Date): void {
  stage.done.ticket.ratingUntil = null;
  sayByItself(stage, at, COMPLETION);
}

/** Whom the bot had waits from then on. */
function leaveToPeople(stage: Stage, at: Date, botEnded: 'done' | 'failed', event: TicketEvent): void {
  const { ticket, cycle } = stage.done;
  const { createdAt } = tell(stage, at, null, event);
  Object.assign(ticket, { answerer: 'nobody', botEnded, waitingSince: createdAt });
  cycle.queuedAt = createdAt;
}

function readAll({ done }: Stage): void {
  for (const row of done.messages) row.read = true;
}

function toldOf({ agent, named }: Stage, line: Line & { kind: 'says' | 'answers' }): Partial<MessageRow> {
  const reactor =
    line.kind === 'says'
      ? { by: 'me', fromMe: true, name: agent ? PEOPLE[agent].name : '' }
      : { by: '', fromMe: false, name: '' };
  return {
    quotedId: (line.quotes && named.get(line.quotes)) ?? null,
    forwarded: line.forwarded ?? false,
    referral: line.referral ?? null,
    earlierBodies: line.before ? [line.before] : [],
    isEdited: line.before !== undefined,
    isDeleted: line.deleted ?? false,
    reactions: line.reaction ? [{ ...reactor, emoji: line.reaction }] : [],
  };
}

/** Whoever writes again has read what came before. */
function usualTick({ conversation }: Stage, ago: number): Tick {
  const goesOn = conversation.lines.some(
    (line) => line.kind === 'closes' || (line.kind === 'says' && line.ago < ago),
  );
  return goesOn ? 'read' : 'delivered';
}

function ticksOf(at: Date, tick: Tick) {
  const ack = TICKS[tick];
  const reached = (least: number, afterMs: number) =>
    ack >= least ? new Date(at.getTime() + afterMs) : null;
  return {
    ack,
    sentAt: reached(ACK.server, 0),
    deliveredAt: reached(ACK.delivered, 1_000),
    readAt: reached(ACK.read, 20_000),
    playedAt: reached(ACK.played, 30_000),
  };
}
