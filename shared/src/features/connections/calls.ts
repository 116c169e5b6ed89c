import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, pageNumber } from '../../contract/fields.ts';
import { messageTemplate } from '../message-templates/row.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import { CONNECTION_KINDS } from './channel.ts';
import { CREDENTIALS, givenCredentials, HUB_CHANNELS } from './credentials.ts';
import { CONNECTION_REASONS, connection, QUALITIES } from './row.ts';

/**
 * Connections and their sessions. The public API calls them "whatsapp" in paths and fields, whatever their channel.
 */

/** An automatic message of the company, with message variables. Empty: nothing is sent. */
const text = z.string().max(MESSAGE_MAX_CHARS);
/** The minutes of thirty days at most. 0: never. */
const minutes = z.int().min(0).max(43_200);

/** What becomes of a customer who falls silent with the bot: waits for people, or the ticket ends. */
export const BOT_SILENCE_ACTIONS = ['wait', 'close'] as const;

/** How a connection behaves: the fields of its dialog. */
export const connectionRules = z.object({
  /** Queues whose customers write here. Several need a greeting that offers them: ERR_WAPP_GREETING_REQUIRED. */
  queueIds: z.array(id).max(100),
  greetingMessage: text,
  completionMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  /** A waiting ticket without a queue moves here after so many minutes. */
  redirectQueueId: id.nullable(),
  redirectMinutes: minutes,
  /** What answers while no agent has the ticket, before what its queue has. With both the integration does. */
  promptId: id.nullable(),
  integrationId: id.nullable(),
  /** Menus in one service cycle, and minutes between two. */
  botSends: z.int().min(1).max(20),
  botIntervalMinutes: minutes,
  /** A customer who says nothing to the bot for so many minutes waits for people, or is told goodbye. 0: never. */
  botSilenceMinutes: minutes,
  botSilenceAction: z.enum(BOT_SILENCE_ACTIONS),
  /** An open ticket whose last message is ours is closed after so many minutes, with the inactivity message. */
  closeAfterMinutes: minutes,
  inactivityMessage: text,
  /** The start of the phone's history to import at the next linking; null: none. */
  importSince: z.iso.date().nullable(),
});
export type ConnectionRules = z.output<typeof connectionRules>;

export const connectionDetails = connection.extend({
  ...connectionRules.shape,
  /** Whether programs may send through it. The token itself is never shown again. */
  hasToken: z.boolean(),
  /** What it is linked with is stored. It is never shown again. */
  hasCredentials: z.boolean(),
  /** What its owner enters at the messenger, so that it tells us of customers; null: nothing. */
  webhook: z
    .object({
      /** Null while this server has no address that others reach. */
      address: z.string().nullable(),
      verifyToken: z.string(),
    })
    .nullable(),
});
export type ConnectionDetails = z.output<typeof connectionDetails>;

export const CONNECTION_EVENTS = [
  'connected',
  'dropped',
  'recovered',
  'imported',
  'ended',
  'quality',
] as const;

/** A line of the health history. */
export const connectionEvent = z.object({
  id,
  kind: z.enum(CONNECTION_EVENTS),
  reason: z.enum(CONNECTION_REASONS).nullable(),
  /** Recovered or imported ones. */
  messages: z.int().nullable(),
  /** When a ban ends. */
  until: instant.nullable(),
  /** What the messenger thinks of the number from then on. */
  quality: z.enum(QUALITIES).nullable(),
  at: instant,
});
export type ConnectionEvent = z.output<typeof connectionEvent>;

const params = z.object({ whatsappId: idText });
const fields = connectionRules.partial().extend({
  name: z.string().trim().min(2).max(50),
  isDefault: z.boolean().optional(),
  /** The token of the public API, unique over all companies; null removes it. */
  token: z.string().trim().min(20).max(200).nullable().optional(),
  /** What it is linked with, for kinds that are linked so; a change links it anew. */
  credentials: givenCredentials.optional(),
});

/** What a connection is does not change. */
const newConnection = fields.extend({ kind: z.enum(CONNECTION_KINDS).optional() });
export type ConnectionFields = z.output<typeof fields>;
export type NewConnection = z.output<typeof newConnection>;

const fieldErrors = [
  'ERR_WAPP_NAME_TAKEN',
  'ERR_WAPP_TOKEN_TAKEN',
  'ERR_WAPP_GREETING_REQUIRED',
  'ERR_CONNECTION_CREDENTIALS',
  'ERR_HUB_TOKEN_MISSING',
  'ERR_DEFAULT_CHANNEL_NOT_WPP',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_PROMPT_FOUND',
  'ERR_NO_QUEUE_INTEGRATION_FOUND',
] as const;

export const listConnections = route({
  method: 'GET',
  path: '/whatsapp',
  access: 'session',
  query: z.object({ session: z.string().max(10).optional() }),
  response: z.array(connection),
});

export const getConnection = route({
  method: 'GET',
  path: '/whatsapp/:whatsappId',
  access: 'connections:manage',
  screen: true,
  params,
  response: connectionDetails,
  errors: ['ERR_NO_WAPP_FOUND'],
});

/** The health history, newest first: what happened to the connection, and why. */
export const listConnectionEvents = route({
  method: 'GET',
  path: '/whatsapp/:whatsappId/events',
  access: 'connections:manage',
  screen: true,
  params,
  query: z.object({ pageNumber }),
  response: z.object({ events: z.array(connectionEvent), hasMore: z.boolean() }),
  errors: ['ERR_NO_WAPP_FOUND'],
});

/** What befell a connection on a day of the company's calendar. */
const connectionDay = z.object({
  whatsappId: id,
  day: z.iso.date(),
  /** How often it was lost and came back by itself. */
  dropped: z.int(),
  /** Whether it ended, and somebody had to link it anew. */
  ended: z.boolean(),
  /** The worst that the messenger has said of the number. */
  quality: z.enum(QUALITIES).nullable(),
});
export type ConnectionDay = z.output<typeof connectionDay>;

/** How well all connections have held on the last days, today among them; a day on which all was well is missing. */
export const listConnectionDays = route({
  method: 'GET',
  path: '/whatsapp/days',
  access: 'connections:manage',
  screen: true,
  response: z.object({ days: z.array(connectionDay) }),
});

/**
 * The approved texts that may be sent through a connection, by name: at most MAX_TEMPLATES. Nothing where the messenger has
 * none. Starting the session asks the messenger anew.
 */
export const listTemplates = route({
  method: 'GET',
  path: '/whatsapp/:whatsappId/templates',
  access: 'session',
  screen: true,
  params,
  response: z.array(messageTemplate),
  errors: ['ERR_NO_WAPP_FOUND'],
});

export const createConnection = route({
  method: 'POST',
  path: '/whatsapp',
  access: 'connections:manage',
  screen: true,
  body: newConnection,
  response: connectionDetails,
  status: 201,
  errors: [...fieldErrors, 'ERR_PLAN_LIMIT_CONNECTIONS'],
});

/**
 * The channels that an account of NotificaMe Hub leads to, for whoever makes a connection of one. Without a token it is the
 * company's own (`notificameHub`): ERR_HUB_TOKEN_MISSING when there is none. ERR_CONNECTION_CREDENTIALS when the hub does
 * not take it.
 */
export const listHubChannels = route({
  method: 'POST',
  path: '/whatsapp/hub-channels',
  access: 'connections:manage',
  screen: true,
  waitsFor: 'outside',
  reads: true,
  body: CREDENTIALS.hub.pick({ hubToken: true }).partial(),
  response: z.array(z.object({ id: z.string(), name: z.string(), channel: z.enum(HUB_CHANNELS) })),
  errors: [
    'ERR_CONNECTION_CREDENTIALS',
    'ERR_HUB_TOKEN_MISSING',
    'ERR_OUTSIDE_UNREACHABLE',
    'ERR_OUTSIDE_BUSY',
    'ERR_OUTSIDE_REFUSED',
    'ERR_OUTSIDE_NONSENSE',
  ],
});

export const updateConnection = route({
  method: 'PUT',
  path: '/whatsapp/:whatsappId',
  access: 'connections:manage',
  screen: true,
  params,
  body: fields,
  response: connectionDetails,
  errors: ['ERR_NO_WAPP_FOUND', ...fieldErrors, 'ERR_NO_OTHER_WHATSAPP'],
});

export const deleteConnection = route({
  method: 'DELETE',
  path: '/whatsapp/:whatsappId',
  access: 'connections:manage',
  params,
  status: 204,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_OTHER_WHATSAPP'],
});

/** Start (or start again) with the stored session. */
export const startSession = route({
  method: 'POST',
  path: '/whatsappsession/:whatsappId',
  access: 'connections:manage',
  params,
  response: connection,
  status: 202,
  errors: ['ERR_NO_WAPP_FOUND'],
});

/** Forget the stored session and offer a new QR code, or a code to type into the phone with this number. */
export const renewSession = route({
  method: 'PUT',
  path: '/whatsappsession/:whatsappId',
  access: 'connections:manage',
  params,
  body: z
    .object({
      number: z
        .string()
        .regex(/^\d{8,15}$/)
        .optional(),
    })
    .default({}),
  response: connection,
  status: 202,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_CANNOT'],
});

/** Log out: the phone forgets this computer, the history stays. */
export const endSession = route({
  method: 'DELETE',
  path: '/whatsappsession/:whatsappId',
  access: 'connections:manage',
  params,
  response: connection,
  status: 202,
  errors: ['ERR_NO_WAPP_FOUND'],
});
