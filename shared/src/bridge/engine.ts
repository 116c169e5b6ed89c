import { z } from 'zod';
import { id, instant } from '../contract/fields.ts';
import { method, nothing } from '../contract/method.ts';
import { catalogueCode } from '../errors.ts';
import { typing } from '../sync/ephemeral.ts';
import { hostCapabilities } from './host.ts';

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
   * lost. `away`: the rows were let go of, because the server was not reached for longer than the company allows.
   */
  setAside: z.enum(['cache', 'words', 'away']).nullable(),
  /** Why the server stopped serving us, for example ERR_SESSION_TAKEN_OVER. */
  reason: catalogueCode.nullable(),
});
export type SyncStatus = z.output<typeof syncStatus>;

const route = z.string().max(100);
const address = {
  params: z.record(z.string(), z.unknown()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
};

/** What the core itself offers, whatever the features are. */
export const ENGINE_METHODS = {
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

  /**
   * A contract with `screen`, named by `routeKey`; the answer is that of its contract. ERR_OFFLINE without a network.
   * A write is repeated under one Idempotency-Key when its answer was lost, so it happens once.
   */
  'api.call': method(
    z.object({ route, input: z.object({ ...address, body: z.unknown().optional() }) }),
    z.unknown(),
  ),

  /**
   * The same of a contract that is `kept`. While the server cannot be reached it is answered what this computer was
   * shown last, `keptAt` its time: to the same query, or else to the last one about the same.
   */
  'api.kept': method(
    z.object({ route, input: z.object(address) }),
    z.object({ answer: z.unknown(), keptAt: instant.nullable() }),
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

  /** Unhandled errors of the screen, for the log. */
  'log.report': method(z.object({ message: z.string().max(2_000), stack: z.string().max(8_000) }), nothing),
} as const;
