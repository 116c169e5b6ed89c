import { AppError } from '@balcao/shared/errors.ts';
import { LIMITS, SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { hearItems } from '../modules/contact-lists/list-item-news.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/db/database.ts';
import { liveClassOf } from '../platform/http/admission.ts';
import { assertOwnPage } from '../platform/http/origin.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createChangeHints } from './change-hints.ts';
import { createChatTyping } from './chat-typing.ts';
import type { Commands } from './commands.ts';
import { createCursorProofs } from './cursor-proof.ts';
import { acceptLink } from './link.ts';
import type { Link, LinkAccess, LinkDeps } from './peer.ts';
import { createPresence } from './presence.ts';
import { type Refusals, watchSessions } from './session-watch.ts';
import { createSharedReads } from './shared-reads.ts';
import type { ListenerIdentity } from './snapshot.ts';
import type { LiveLinks } from './synced-entity.ts';
import { createTicketPresence } from './ticket-presence.ts';
import { createGate } from './wakeup.ts';

export interface SyncDeps {
  db: Database;
  bus: Bus;
  clock(): Date;
  /** @throws AppError of the catalogue's session codes */
  verifyAccess(token: string): Promise<Omit<LinkAccess, 'sessionClass'>>;
  refusals: Refusals;
  links: LiveLinks;
  secrets: Pick<Secrets, 'derive'>;
  commands: Commands;
  /** The oldest console that is served; null: every one that speaks the protocol. */
  minConsole: string | null;
  /** How others reach the server; no other web pages than its own may connect. */
  publicUrl: string | null;
  /** Takes a new line away, to bring it to `acceptLink` of whichever application is its own. */
  takeLine?: ((socket: WebSocket) => void) | undefined;
  /** Websockets of others, which are opened in the same way. */
  lines: readonly ((scope: FastifyInstance) => void)[];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Speaks with a console or a program from its first frame on. */
    acceptLink(socket: WebSocket): void;
    /** How many consoles, and programs that listen, this process is connected with. */
    listeners(): { consoles: number; programs: number };
  }
}

const MAX_LINKS_PER_USER = 5;
/** Read transactions of all consoles together; the rest of the pool stays free for requests. */
const CONCURRENT_READS = 4;
/** Consoles come back within this time after a restart, not all at once; many take longer. */
const RECONNECT_SPREAD_MS = 3_000;
const RECONNECT_SPREAD_EACH_MS = 10;
const SHUTDOWN_GRACE_MS = 3_000;

/** Offers the sync protocol at `SYNC_PATH`. Authentication is in the first frame, so the route itself is public. */
export async function registerSync(app: FastifyInstance, deps: SyncDeps): Promise<void> {
  const hub = createHub(deps, (error, context) => app.log.error({ err: error }, `sync: ${context}`));
  app.decorate('listeners', hub.listeners);
  app.decorate('acceptLink', hub.accept);
  app.addHook('onReady', () => hub.start());
  let ending = false;
  app.addHook('preClose', () => {
    ending = true;
    return hub.shutDown();
  });
  // The router refuses it then, and leaves its line half open, on whose end the server would wait for ever.
  app.server.on('upgrade', (_request, socket) => {
    if (ending) socket.end();
  });
  await app.register(async (scope) => {
    await scope.register(websocket, { options: { maxPayload: LIMITS.maxFrame } });
    // What was made to refuse the line would stay with it, and the whole request with that.
    scope.addHook('preHandler', (request, { raw }, done) => {
      if (request.ws && raw.socket) raw.detachSocket(raw.socket);
      done();
    });
    scope.route({
      method: 'GET',
      url: SYNC_PATH,
      config: { access: 'firstFrame' },
      preValidation: async (request) => assertOwnPage(request, deps.publicUrl),
      handler: () => {
        throw new AppError('ERR_NOT_FOUND');
      },
      // Handlers are attached before anything is awaited: the greeting may be in the first packet.
      wsHandler: (socket) => (deps.takeLine ?? hub.accept)(socket),
    });
    for (const open of deps.lines) open(scope);
  });
}

function createHub(deps: SyncDeps, onError: (error: unknown, context: string) => void) {
  const { db, bus, clock, commands } = deps;
  const links = new Set<Link>();
  const consoles = new Map<Link, ListenerIdentity>();
  const hints = createChangeHints(bus);
  const presence = createPresence({ db, onError: (error) => onError(error, 'presence') });
  const tickets = createTicketPresence({ db, bus });
  const chats = createChatTyping({ db, bus });
  const watch = watchSessions({
    bus,
    consoles: () => consoles.values(),
    refusals: deps.refusals,
    onRefused(listener, reason) {
      for (const [link, identity] of consoles) if (identity === listener) link.end(reason);
    },
    onError: (error) => onError(error, 'sessions'),
  });

  const gate = createGate(CONCURRENT_READS);
  const proofs = createCursorProofs(deps.secrets);
  const onReadError = (error: unknown) => onError(error, 'reading');
  const linkDeps: LinkDeps = {
    db,
    hints,
    proofs,
    sharedReads: createSharedReads({ db, gate, links: deps.links, proofs, hints, onError: onReadError }),
    clock,
    async verifyAccess(token) {
      const access = await deps.verifyAccess(token);
      return { ...access, sessionClass: liveClassOf(access) };
    },
    minConsole: deps.minConsole,
    refusalOf: async (identity) => (await deps.refusals([identity])).get(identity) ?? null,
    commands,
    links: deps.links,
    tickets,
    chats,
    hearItems: (companyId, hear) => hearItems(bus, companyId, hear),
    onError,
    gate,
    admit(link, identity) {
      const own = [...consoles].filter(([, other]) => other.userId === identity.userId);
      const before = own.filter(
        ([, other]) => other.clientId !== null && other.clientId === identity.clientId,
      );
      if (own.length - before.length >= MAX_LINKS_PER_USER) return false;
      for (const [old] of before) old.replace();
      consoles.set(link, identity);
      presence.arrive(identity.companyId, identity.userId);
      return true;
    },
    beat: ({ userId }) => presence.beat(userId),
    onClosed(link) {
      links.delete(link);
      const identity = consoles.get(link);
      if (!identity) return;
      consoles.delete(link);
      presence.leave(identity.companyId, identity.userId);
    },
  };

  return {
    listeners() {
      const known = [...consoles.values()].filter(({ clientId }) => clientId !== null).length;
      return { consoles: known, programs: consoles.size - known };
    },
    start: () => presence.start(),
    accept(socket: Parameters<typeof acceptLink>[0]): void {
      links.add(acceptLink(socket, linkDeps));
    },
    async shutDown(): Promise<void> {
      hints.close();
      tickets.close();
      chats.close();
      const spreadMs = Math.max(RECONNECT_SPREAD_MS, links.size * RECONNECT_SPREAD_EACH_MS);
      for (const link of links) link.goAway(Math.ceil(Math.random() * spreadMs));
      const finished = Promise.all([...links].map((link) => link.finished));
      await Promise.race([
        finished,
        new Promise((resolve) => setTimeout(resolve, SHUTDOWN_GRACE_MS).unref()),
      ]);
      await Promise.all([watch.stop(), presence.stop()]);
    },
  };
}
