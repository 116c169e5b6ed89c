import { z } from 'zod';
import { MAX_TAGS, MESSAGE_MAX_CHARS } from '../constants.ts';
import { errorCode, id, instant, uuid } from '../contract/fields.ts';
import { ACCOUNT_METHODS } from '../features/accounts/bridge.ts';
import { ANNOUNCEMENT_METHODS } from '../features/announcements/bridge.ts';
import { sessionUser } from '../features/auth/calls.ts';
import { CHAT_METHODS } from '../features/chats/bridge.ts';
import { COMPOSER_METHODS } from '../features/composer/bridge.ts';
import { CHANNELS } from '../features/connections/channel.ts';
import { connection } from '../features/connections/row.ts';
import { CONTACT_METHODS } from '../features/contacts/bridge.ts';
import { KANBAN_METHODS } from '../features/kanban/bridge.ts';
import { MENTION_METHODS } from '../features/mentions/bridge.ts';
import { templateChoice } from '../features/message-templates/row.ts';
import { messageMutations } from '../features/messages/commands.ts';
import { message } from '../features/messages/row.ts';
import { MESSAGES_API_METHODS } from '../features/messages-api/bridge.ts';
import { OUTBOX_METHODS } from '../features/outbox/bridge.ts';
import { desktopSettings } from '../features/preferences/desktop-settings.ts';
import { notificationSettings } from '../features/preferences/notification-settings.ts';
import { SCHEDULE_METHODS } from '../features/schedules/bridge.ts';
import { SEARCH_METHODS } from '../features/search/bridge.ts';
import { STORAGE_METHODS, storageSettings } from '../features/storage/bridge.ts';
import {
  AFTER_FINISH,
  LIST_DENSITIES,
  ticketListView,
  ticketPlace,
  ticketSort,
} from '../features/ticket-list/bridge.ts';
import { ticketFilter } from '../features/ticket-list/filter.ts';
import { ticketItem } from '../features/ticket-list/ticket-item.ts';
import { TICKET_STATUSES } from '../features/tickets/row.ts';
import { TODO_METHODS } from '../features/todolist/bridge.ts';
import { UPDATE_METHODS } from '../features/updates/bridge.ts';
import { typing } from '../sync/ephemeral.ts';
import { messageKey } from '../sync/frames.ts';
import { hostCapabilities } from './host.ts';
import { ROW_METHODS } from './rows.ts';

/**
 * The calls that the screen may make to the console's core. Every call is validated on arrival; the answer is
 * `{ok: true, value}` or `{ok: false, error}`. Three transports carry it: Electron's IPC, a websocket, memory.
 */
const method = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({ input, output });

const nothing = z.null();
const forward = z.object({ id: uuid, ofId: uuid });

export const SYNC_PHASES = [
  'signedOut',
  'offline',
  'connecting',
  'bootstrapping',
  'catchingUp',
  'live',
  'backingOff',
  'stopped',
] as const;

/**
 * `layer` names what is down when the phase is not `live`: the network, the server, or the session. The server was
 * last heard `since`, by this computer's clock. `unanswered`: the server keeps a command waiting for its answer.
 * `retryAt` is when the next attempt starts; `queued` counts commands that the server has not confirmed.
 */
export const syncStatus = z.object({
  phase: z.enum(SYNC_PHASES),
  layer: z.enum(['network', 'server', 'session']).nullable(),
  since: instant.nullable(),
  retryAt: instant.nullable(),
  unanswered: z.boolean(),
  queued: z.int(),
  /** Commands that were refused and wait for a person. */
  failed: z.int(),
  /** Rows are cached: there is something to read even before the first connection. */
  hasData: z.boolean(),
  /** Minutes by which the server's clock is ahead of this computer's, which may be wrong. */
  aheadMinutes: z.int(),
  /**
   * Files of this computer that were damaged: the rows, which come again, or the agent's words, of which some may be
   * lost.
   */
  setAside: z.enum(['cache', 'words']).nullable(),
  /** Why the server stopped serving us, for example ERR_SESSION_TAKEN_OVER. */
  reason: errorCode.nullable(),
});
export type SyncStatus = z.output<typeof syncStatus>;

export const sessionState = z.object({
  /** Empty until one was chosen. */
  serverUrl: z.string(),
  user: sessionUser.nullable(),
  /** The reason why the last session ended, shown once on the sign-in screen. */
  endedBy: errorCode.nullable(),
});
export type SessionState = z.output<typeof sessionState>;

export type TicketItem = z.output<typeof ticketItem>;

/**
 * `delivery`: `queued` waits in this console, `failed` was refused and can be repeated, `accepted` is the server's
 * (its progress is `ack`). `mediaUrl` can be used as the source of an element, `thumbnailUrl` too: a small picture of a
 * picture, the picture itself where there is none.
 */
export const messageItem = message.extend({
  delivery: z.enum(['queued', 'accepted', 'failed']),
  /** The messenger that it came or goes by; null while its ticket is not in the cache. */
  channel: z.enum(CHANNELS).nullable(),
  mediaUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  userName: z.string().nullable(),
});
export type MessageItem = z.output<typeof messageItem>;

export const COLOR_SCHEMES = ['light', 'dark', 'auto'] as const;
export const LANGUAGES = ['pt', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const settings = z.object({
  language: z.enum(LANGUAGES),
  colorScheme: z.enum(COLOR_SCHEMES),
  /** 0 to 1 in steps of 0.1. */
  notificationVolume: z.number().min(0).max(1),
  drawerOpen: z.boolean(),
  /** The customer's data, shown beside the conversation. */
  contactPanelOpen: z.boolean(),
  listDensity: z.enum(LIST_DENSITIES),
  afterFinish: z.enum(AFTER_FINISH),
  notifications: notificationSettings,
  desktop: desktopSettings,
  /** The first sign-in on this computer is to be followed by what makes it usable. */
  firstSteps: z.boolean(),
  storage: storageSettings,
});
export type Settings = z.output<typeof settings>;

export const METHODS = {
  'app.info': method(
    nothing,
    z.object({
      version: z.string(),
      host: z.enum(['electron', 'browser', 'fake']),
      can: hostCapabilities,
      /** Before the id of a file: an address at which the screen can load it. */
      mediaBase: z.string(),
    }),
  ),

  /**
   * Asks whether a server of ours answers at this address, and works with it from now on: the screen is connected again.
   * ERR_VALIDATION for an address that cannot be one, ERR_SERVER_UNREACHABLE, ERR_NO_BALCAO_FOUND.
   */
  'server.choose': method(z.object({ address: z.string().max(500) }), nothing),

  'session.get': method(nothing, sessionState),
  'session.login': method(
    z.object({
      email: z.string().trim().min(1).max(254),
      password: z.string().min(1).max(200),
      code: z.string().trim().max(40).optional(),
    }),
    sessionState,
  ),
  'session.logout': method(nothing, sessionState),
  /** Reloads the signed-in user and their rights from the server. */
  'session.refreshUser': method(nothing, sessionState),

  'sync.status': method(nothing, syncStatus),
  /** Try now instead of waiting for the next attempt. */
  'sync.retry': method(nothing, nothing),
  /** The agent returns to this screen, or the system reports a network. Only a hint. */
  'sync.wake': method(nothing, nothing),
  /**
   * The tickets that are open on this screen; their messages arrive live. `focused`: the person looks at it, and need
   * not be told of them.
   */
  'sync.interest': method(
    z.object({ ticketIds: z.array(id).max(20), focused: z.boolean().default(true) }),
    nothing,
  ),
  /** The conversation in front of the agent and whether he writes in it; the core repeats it to the server. */
  'presence.set': method(z.object({ viewing: id.nullable(), typing }), nothing),

  'tickets.list': method(
    z.object({
      /** Null: of every status. */
      status: z.enum(TICKET_STATUSES).nullable(),
      search: z.string().trim().max(200).default(''),
      filter: ticketFilter.prefault({}),
      sort: ticketSort,
      /** Only what is put off, the next to come back first. Without it lists of one status leave that out. */
      snoozed: z.boolean().default(false),
      /** Only those with which a bot talks. Without it the list of those who wait leaves them out. */
      chatbot: z.boolean().default(false),
      /** So many rows come along; the others are read by their ids when they come into view. */
      limit: z.int().min(1).max(100),
      /** Closed tickets are cached in part: so many of them are requested. */
      reach: z.int().min(0).default(0),
    }),
    z.object({
      /** The whole list in its order. */
      ids: z.array(id),
      tickets: z.array(ticketItem),
      /** The server has older ones. */
      hasMore: z.boolean(),
    }),
  ),
  /**
   * The server's hits, page by page, newest first: old tickets, and words of old messages. A page may be empty and
   * others follow, to which `next` leads. ERR_OFFLINE without it.
   */
  'tickets.find': method(
    z.object({
      status: z.enum(TICKET_STATUSES).nullable(),
      search: z.string().trim().max(200),
      filter: ticketFilter,
      after: ticketPlace.nullable(),
    }),
    z.object({ tickets: z.array(ticketItem), next: ticketPlace.nullable() }),
  ),
  /** The tickets that this agent still sees, in any order. */
  'tickets.items': method(z.object({ ids: z.array(id).max(200) }), z.array(ticketItem)),
  /**
   * The newest conversation that one sees with each other contact of the same person, as far as the cache has one:
   * `contacts.linked` brings those that are missing.
   */
  'tickets.elsewhere': method(z.object({ contactId: id }), z.array(ticketItem)),
  /** Those of them with a command that waits for the server, whether or not their rows are here. */
  'tickets.waiting': method(z.object({ ids: z.array(id) }), z.array(id)),
  /**
   * Counts for each tab; `unread` counts tickets under way that the person lists, whatever else the filter leaves out.
   */
  'tickets.counts': method(
    z.object({ filter: ticketFilter.prefault({}) }).nullable(),
    z.object({
      open: z.int(),
      pending: z.int(),
      /** A bot talks with them, and nobody is waited for. */
      chatbot: z.int(),
      /** The number of cached tickets: a lower bound, unless `closedIsAll`. */
      closed: z.int(),
      closedIsAll: z.boolean(),
      /** Put off, and counted nowhere else. */
      snoozed: z.int(),
      unread: z.int(),
    }),
  ),
  'tickets.view': method(nothing, ticketListView),
  'tickets.setView': method(ticketListView, nothing),
  'tickets.get': method(z.object({ uuid }), ticketItem),
  'tickets.accept': method(z.object({ ticketId: id }), nothing),
  /**
   * `silent`: the customer is sent nothing. `undoable`: closed on this computer at once, and at the server, with what
   * it notifies the customer, a few seconds later, unless it is undone or the customer writes meanwhile
   * (ERR_CUSTOMER_WROTE).
   */
  'tickets.close': method(
    z.object({ ticketId: id, silent: z.boolean().optional(), undoable: z.boolean().optional() }),
    nothing,
  ),
  /**
   * The agent finished it, the customer had written first, and nothing was decided since; null: nothing of the kind.
   */
  'tickets.unfinished': method(
    z.object({ ticketId: id }),
    z.object({ position: z.int(), at: instant }).nullable(),
  ),
  /** Takes the ticket's held finishing or transfer back. `undone` false: too late, it has left for the server. */
  'tickets.undo': method(z.object({ ticketId: id }), z.object({ undone: z.boolean() })),
  /**
   * `userId` null: to whichever agent accepts it; `queueId` null: its queue stays. `undoable`: handed over on this
   * computer at once, and at the server, with what it tells the customer, a few seconds later unless it is undone.
   */
  'tickets.transfer': method(
    z.object({
      ticketId: id,
      userId: id.nullable(),
      queueId: id.nullable(),
      undoable: z.boolean().optional(),
    }),
    nothing,
  ),
  /** Returns the ticket to the waiting ones of its queue. */
  'tickets.return': method(z.object({ ticketId: id }), nothing),
  'tickets.reopen': method(z.object({ ticketId: id }), nothing),
  /** Out of the lists until then; null: back now. `undoable` as for closing. */
  'tickets.snooze': method(
    z.object({ ticketId: id, until: instant.nullable(), undoable: z.boolean().optional() }),
    nothing,
  ),
  /** No bot says anything more in it. */
  'tickets.silenceBot': method(z.object({ ticketId: id }), nothing),
  /** Hands it to the bot of this queue; null: of its own queue, or to the menu of queues. */
  'tickets.startBot': method(z.object({ ticketId: id, queueId: id.nullable() }), nothing),
  'tickets.markRead': method(z.object({ ticketId: id }), nothing),
  'tickets.markUnread': method(z.object({ ticketId: id }), nothing),
  /** ERR_TOO_MANY_PINS {limit} */
  'tickets.pin': method(z.object({ ticketId: id, pinned: z.boolean() }), nothing),
  /** All the tags that the ticket is to have; only what differs from those that it had `before` is changed. */
  'tickets.setTags': method(
    z.object({
      ticketId: id,
      tagIds: z.array(id).max(MAX_TAGS),
      before: z.array(id).max(MAX_TAGS),
    }),
    nothing,
  ),

  /**
   * The conversation of the ticket's contact, oldest first. `before` pages upwards, `from` downwards with that message
   * as the first; without both it is the newest page. Loads missing messages from the server when there is a
   * connection.
   */
  'messages.list': method(
    z.object({
      ticketId: id,
      before: messageKey.nullable(),
      from: messageKey.nullable().default(null),
      limit: z.int().min(1).max(500),
    }),
    z.object({
      messages: z.array(messageItem),
      /** Older ones exist. */
      hasMore: z.boolean(),
      hasNewer: z.boolean(),
      /** Older messages exist on the server, but it cannot be reached now. */
      incomplete: z.boolean(),
    }),
  ),
  'messages.send': method(
    z.object({
      ticketId: id,
      body: z.string().max(MESSAGE_MAX_CHARS),
      mediaId: uuid.nullable().default(null),
      quotedMsgId: uuid.nullable().default(null),
    }),
    z.object({ id: uuid }),
  ),
  /** An approved text, where free words are not taken. The body is how it reads. */
  'messages.sendTemplate': method(
    z.object({
      id: uuid,
      ticketId: id,
      userId: id,
      body: z.string().max(MESSAGE_MAX_CHARS),
      template: templateChoice,
    }),
    nothing,
  ),
  /** A private note in the conversation. */
  'notes.add': method(
    z.object({
      id: uuid,
      ticketId: id,
      userId: id,
      body: z.string().trim().min(1).max(MESSAGE_MAX_CHARS),
    }),
    nothing,
  ),
  /** `ticketId` is the conversation in which the agent does it, which may be another one of the same contact. */
  'messages.edit': method(messageMutations['message.edit'].args, nothing),
  'messages.delete': method(messageMutations['message.delete'].args, nothing),
  /** An empty emoji takes the reaction back. */
  'messages.react': method(messageMutations['message.react'].args, nothing),
  /**
   * Sends the content of messages, in this order, as new ones into other conversations and to contacts with whom there
   * may be none.
   */
  'messages.forward': method(
    z.object({
      userId: id,
      messages: z
        .array(z.union([forward.extend({ ticketId: id }), forward.extend({ contactId: id })]))
        .max(2_000),
    }),
    nothing,
  ),
  /** Send a refused message again under its own id. Give one up: only what the server itself has refused. */
  'messages.retry': method(z.object({ id: uuid }), nothing),
  'messages.discard': method(z.object({ id: uuid }), nothing),

  ...ACCOUNT_METHODS,
  ...ANNOUNCEMENT_METHODS,
  ...CHAT_METHODS,
  ...COMPOSER_METHODS,
  ...CONTACT_METHODS,
  ...KANBAN_METHODS,
  ...MENTION_METHODS,
  ...MESSAGES_API_METHODS,
  ...OUTBOX_METHODS,
  ...SCHEDULE_METHODS,
  ...STORAGE_METHODS,
  ...SEARCH_METHODS,
  ...TODO_METHODS,
  ...UPDATE_METHODS,

  ...ROW_METHODS,

  'connections.start': method(z.object({ id }), connection),
  /** `number`: by a code that is typed into the phone, instead of a QR code. */
  'connections.renew': method(z.object({ id, number: z.string().optional() }), connection),
  'connections.end': method(z.object({ id }), connection),
  'connections.remove': method(z.object({ id }), nothing),

  /**
   * A contract with `screen`, named by `routeKey`; the answer is that of its contract. ERR_OFFLINE without a network.
   * A write is repeated under one Idempotency-Key when its answer was lost, so it happens once.
   */
  'api.call': method(
    z.object({
      route: z.string().max(100),
      input: z.object({
        params: z.record(z.string(), z.unknown()).optional(),
        query: z.record(z.string(), z.unknown()).optional(),
        body: z.unknown().optional(),
      }),
    }),
    z.unknown(),
  ),

  /** Shows one, whatever would silence it. */
  'notifications.test': method(nothing, nothing),

  /** The state of this console, for support. */
  'diagnostics.get': method(
    nothing,
    z.object({
      version: z.string(),
      host: z.string(),
      system: z.string(),
      runtime: z.string(),
      serverUrl: z.string(),
      dataDir: z.string(),
      phase: z.enum(SYNC_PHASES),
      layer: syncStatus.shape.layer,
      queued: z.int(),
    }),
  ),
  /** The same with the log, without anything of customers: see core/diagnostics. */
  'diagnostics.log': method(nothing, z.string()),

  'settings.get': method(nothing, settings),
  'settings.set': method(settings.partial(), settings),

  /** Unhandled errors of the screen, for the log. */
  'log.report': method(z.object({ message: z.string().max(2_000), stack: z.string().max(8_000) }), nothing),
} as const;

export type MethodName = keyof typeof METHODS;
/** The input of a caller; defaults may be left out. */
export type MethodInput<M extends MethodName> = z.input<(typeof METHODS)[M]['input']>;
export type MethodArgs<M extends MethodName> = z.output<(typeof METHODS)[M]['input']>;
export type MethodOutput<M extends MethodName> = z.output<(typeof METHODS)[M]['output']>;
