import { z } from 'zod';
import { instant } from '../contract/fields.ts';
import { messageKey } from '../contract/message-key.ts';
import { mutation } from './commands.ts';
import { ENTITY_NAMES, rowSet } from './entities.ts';
import { typing } from './ephemeral.ts';
import { byKnownEntity, heardCode, ofKnownEntities } from './newer-server.ts';

/**
 * The frames of the sync websocket (server/src/sync/README.md): JSON text, validated on both sides. Unknown fields are
 * ignored, and so are entities that only a newer server knows; unknown frame types are errors. Their version stands in protocol.ts.
 */
export const SYNC_PATH = '/sync';

export const LIMITS = {
  /** Bytes of one frame. */
  maxFrame: 1024 * 1024,
  /** Batches sent and not yet acknowledged. */
  unackedBatches: 4,
  mutationsInFlight: 16,
  interestTickets: 20,
  batchRows: 500,
  /** What so many rows of usual length fill: those that do not fit are read twice. */
  batchBytes: 384 * 1024,
  pageRows: 100,
  helloMs: 5_000,
} as const;

export const CLOSE = {
  tokenInvalid: 4001,
  takenOver: 4002,
  protocolTooOld: 4003,
  companyBlocked: 4004,
  tooSlow: 4008,
  tooManyConnections: 4029,
  protocolError: 1002,
  goingAway: 1012,
} as const;

const seq = z.int().nonnegative();
const rowId = z.string().min(1).max(64);
const entity = z.enum(ENTITY_NAMES);
const params = z.record(z.string(), z.union([z.string(), z.number()]));
/** `proof`: the server's word, in a batch or a bootstrap's end, that its log has been there. */
const proof = z.string().max(64).optional();
export const cursor = z.object({ epoch: z.guid(), seq, proof });
export type Cursor = z.output<typeof cursor>;

const ids = z.object({ entity, ids: z.array(rowId) });

export const mutationResult = z.object({
  seq: z.int().positive(),
  status: z.enum(['applied', 'rejected']),
  code: heardCode.optional(),
  params: params.optional(),
});
export type MutationResult = z.output<typeof mutationResult>;

/** The tickets and contacts that screens show. A contact's messages come live while it is named here. */
const shown = {
  tickets: z.array(z.int().positive()).max(LIMITS.interestTickets),
  contacts: z.array(z.int().positive()).max(LIMITS.interestTickets),
};

const hello = z.object({
  type: z.literal('hello'),
  protocol: z.int(),
  clientId: z.guid(),
  schema: z.int(),
  appVersion: z.string().max(40),
  cursor: cursor.nullable(),
  viewVersion: z.int().nullable(),
  token: z.string().max(4096),
  /** Already the first batch takes it into account. */
  interest: z.object(shown).default({ tickets: [], contacts: [] }),
});

const interest = z.object({ type: z.literal('interest'), ...shown });

const ack = z.object({ type: z.literal('ack'), seq });

/**
 * The agent's current activity in this console, complete each time (ephemeral.ts): the open conversation and the open
 * chat, and whether he writes in them. Repeated while it lasts; it may be dropped.
 */
const presence = z.object({
  type: z.literal('presence'),
  viewing: z.int().positive().nullable(),
  typing,
  chat: z.object({ id: z.int().positive(), typing }).nullable(),
});
export type PresenceFrame = z.output<typeof presence>;

const push = z.object({
  type: z.literal('push'),
  mutations: z.array(mutation).min(1).max(LIMITS.mutationsInFlight),
});

const fetch = z.discriminatedUnion('what', [
  /** Newest messages of a ticket's contact, of all tickets that the agent sees, or those before a key. */
  z.object({
    type: z.literal('fetch'),
    reqId: z.int(),
    what: z.literal('messages'),
    ticketId: z.int().positive(),
    before: messageKey.nullable(),
    limit: z.int().min(1).max(LIMITS.pageRows),
  }),
  /** The closed tickets of the actor's list by last message, newest first; `before` is the last row of the page before. */
  z.object({
    type: z.literal('fetch'),
    reqId: z.int(),
    what: z.literal('closedTickets'),
    before: z.object({ lastMessageAt: instant, id: z.int() }).nullable(),
    limit: z.int().min(1).max(LIMITS.pageRows),
  }),
  /** The newest messages of a chat, or those before a number. */
  z.object({
    type: z.literal('fetch'),
    reqId: z.int(),
    what: z.literal('chatMessages'),
    chatId: z.int().positive(),
    before: z.int().positive().nullable(),
    limit: z.int().min(1).max(LIMITS.pageRows),
  }),
  /** One ticket by its public id, for links to tickets that are not cached. */
  z.object({ type: z.literal('fetch'), reqId: z.int(), what: z.literal('ticket'), uuid: z.guid() }),
]);

const auth = z.object({ type: z.literal('auth'), token: z.string().max(4096) });
const ping = z.object({ type: z.literal('ping'), t: z.number() });

export const clientFrame = z.union([hello, interest, ack, presence, push, fetch, auth, ping]);
export type ClientFrame = z.output<typeof clientFrame>;
export type FetchFrame = z.output<typeof fetch>;
export type HelloFrame = z.output<typeof hello>;

const welcome = z.object({
  type: z.literal('welcome'),
  protocol: z.int(),
  epoch: z.guid(),
  head: seq,
  floor: seq,
  viewVersion: z.int(),
  serverTime: instant,
  lastMutationSeq: z.int().nonnegative(),
});

const bootstrapBegin = z.object({ type: z.literal('bootstrap.begin'), gen: z.int(), seq });
const bootstrapRows = z.object({ type: z.literal('bootstrap.rows'), gen: z.int(), set: rowSet });
/** The sweep removes what the generation did not mention; the log from `seq` on follows in batches. */
const bootstrapEnd = z.object({
  type: z.literal('bootstrap.end'),
  gen: z.int(),
  epoch: z.guid(),
  seq,
  proof,
  viewVersion: z.int(),
  counts: byKnownEntity(z.partialRecord(entity, z.int())),
});

const batch = z.object({
  type: z.literal('batch'),
  from: seq,
  to: seq,
  /** Proves that the server's log has been at `to`. */
  proof,
  more: z.boolean(),
  puts: ofKnownEntities(rowSet),
  /** No longer visible to this agent; the row still exists (I8). */
  evicts: ofKnownEntities(ids),
  deletes: ofKnownEntities(ids),
  /** Contacts with more news than a batch carries: messages up to `before` must be paged. */
  gaps: z.array(z.object({ contactId: z.int().positive(), before: messageKey })),
  mutations: z.object({ acked: z.int().nonnegative(), results: z.array(mutationResult) }),
});
export type BatchFrame = z.output<typeof batch>;

const page = z.object({
  type: z.literal('page'),
  reqId: z.int(),
  sets: ofKnownEntities(rowSet),
  hasMore: z.boolean(),
  /** Instead of rows, when the request cannot be answered. */
  code: heardCode.optional(),
});
export type PageFrame = z.output<typeof page>;

export const RESYNC_REASONS = ['epoch', 'too_old', 'ahead', 'view_changed', 'schema', 'requested'] as const;
const resync = z.object({ type: z.literal('resync'), reason: z.enum(RESYNC_REASONS) });

/** Short-lived events that may be lost: typing, or a sound to play. */
const eph = z.object({
  type: z.literal('eph'),
  topic: z.string().max(80),
  data: z.record(z.string(), z.unknown()),
});

const authExpiring = z.object({ type: z.literal('auth.expiring'), inMs: z.int() });
/** When it has `mutationSeq`, this command was not applied and must be pushed again after `retryAfterMs`. */
const error = z.object({
  type: z.literal('error'),
  code: heardCode,
  params: params.optional(),
  retryable: z.boolean(),
  retryAfterMs: z.int().optional(),
  mutationSeq: z.int().positive().optional(),
});
const bye = z.object({ type: z.literal('bye'), code: heardCode, reconnectAfterMs: z.int() });
const pong = z.object({ type: z.literal('pong'), t: z.number() });

export const serverFrame = z.discriminatedUnion('type', [
  welcome,
  bootstrapBegin,
  bootstrapRows,
  bootstrapEnd,
  batch,
  page,
  resync,
  eph,
  authExpiring,
  error,
  bye,
  pong,
]);
export type ServerFrame = z.output<typeof serverFrame>;
export type WelcomeFrame = z.output<typeof welcome>;
