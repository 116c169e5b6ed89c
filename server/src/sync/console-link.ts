import { CLOSE, type ClientFrame, type HelloFrame } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import { overdue } from '../platform/http/admission.ts';
import { type Arrival, readArrival, registerClient, saveAcknowledged } from './clients.ts';
import type { Greeting } from './handshake.ts';
import { runMutation, runTogether } from './mutations.ts';
import type { Peer } from './peer.ts';
import { createPushes } from './pushes.ts';
import { type Reader, startReader } from './reader.ts';
import type { ConsoleIdentity } from './snapshot.ts';
import type { Watcher } from './ticket-news.ts';

/** Bytes that a console has not taken yet, above which it hears nothing that may be lost. */
const EPHEMERAL_BACKLOG = 64 * 1024;

/** Answers the greeting of a console. @returns undefined for one that is refused, or gone */
export async function greetConsole(greeting: Greeting, hello: HelloFrame): Promise<Peer | undefined> {
  const { deps, link, socket, end, expiry } = greeting;
  const access = await deps.verifyAccess(hello.token);
  if (access.sessionClass === 'billing') throw overdue(access.standing);
  const { companyId, userId } = access.actor;
  const identity = { companyId, userId, clientId: hello.clientId, sessionId: access.sessionId };
  if (!socket.open) return undefined;
  if (!deps.admit(link, identity)) {
    end.refuse('ERR_TOO_MANY_REQUESTS', CLOSE.tooManyConnections);
    return undefined;
  }
  const known = await registerClient(deps.db, identity, hello);
  if (!known) {
    end.malformed();
    return undefined;
  }
  const arrival = await readArrival(deps, identity, hello, known.schema);
  if (!socket.open) return undefined;

  const { epoch, head, floor, viewVersion, lastMutationSeq } = arrival.snapshot;
  const serverTime = deps.clock().toISOString();
  const numbers = { epoch, head, floor, viewVersion, serverTime, lastMutationSeq };
  socket.send({ type: 'welcome', protocol: PROTOCOL, ...numbers });
  if (arrival.start && arrival.start !== 'first') socket.send({ type: 'resync', reason: arrival.start });
  expiry.at(access.expiresAt);
  return startConsole(greeting, identity, hello, arrival);
}

function startConsole(
  greeting: Greeting,
  identity: ConsoleIdentity,
  hello: HelloFrame,
  arrival: Arrival,
): Peer {
  const { deps, socket, end } = greeting;
  const cursor = arrival.start ? null : (hello.cursor?.seq ?? null);
  const standing = { cursor, interest: hello.interest };
  const reader = startReader(deps, identity, arrival, standing, socket, {
    onSessionEnded: (by) => end.sessionEnded(identity, by),
    onTooSlow: end.tooSlow,
    onLost: end.lost,
    onFailed: (error) => end.fail(error, 'reading'),
  });
  const watcher: Watcher = {
    identity,
    // Rows come first: who is behind with those needs no news of who types.
    tell: (news) => void (socket.backlog < EPHEMERAL_BACKLOG && socket.send({ type: 'eph', ...news })),
  };
  const pushes = pushesOf(greeting, identity, reader);
  const dispatch = createDispatch(greeting, { identity, reader, pushes, watcher });
  return {
    dispatch: (frame) => dispatch(frame as ClientFrame),
    confirms: (frame) => frame.type === 'ack' && reader.acknowledge(frame.seq),
    drained: () => reader.drained(),
    lastWords: () => null,
    async stop() {
      deps.tickets.leave(watcher);
      deps.chats.leave(watcher);
      await Promise.all([reader.stop(), pushes.stop()]);
      if (reader.acknowledged !== null)
        await saveAcknowledged(deps.db, identity, reader.acknowledged).catch(ignoreLost);
    },
  };
}

/** The position is a hint for people: losing one is no error. */
function ignoreLost(): void {}

type Pushes = ReturnType<typeof createPushes>;

function pushesOf({ deps, socket, end }: Greeting, identity: ConsoleIdentity, reader: Reader): Pushes {
  const onReject = (error: unknown) => deps.onError(error, 'command');
  return createPushes({
    run: (mutation) => runMutation({ db: deps.db, commands: deps.commands, onReject }, identity, mutation),
    runTogether: (mutations) => runTogether(deps, identity, mutations),
    onOutcome(mutation, outcome) {
      if (outcome.kind === 'settled') return reader.settled();
      if (outcome.kind === 'out_of_order')
        return end.refuse('ERR_MUTATION_OUT_OF_ORDER', CLOSE.protocolError, { expected: outcome.expected });
      deps.onError(outcome.cause, 'command, to be repeated');
      const { code, params, retryAfterMs } = outcome;
      socket.send({ type: 'error', code, params, retryable: true, retryAfterMs, mutationSeq: mutation.seq });
    },
    onFailed: (error) => end.fail(error, 'command'),
  });
}

interface Console {
  identity: ConsoleIdentity;
  reader: Reader;
  pushes: Pushes;
  watcher: Watcher;
}

/** Answers what a console says once it is known. */
function createDispatch(
  { deps, socket, end, expiry }: Greeting,
  { identity, reader, pushes, watcher }: Console,
): (frame: ClientFrame) => void {
  return (frame) => {
    switch (frame.type) {
      case 'hello':
        return end.malformed();
      case 'interest':
        return reader.setInterest(frame);
      case 'ack':
        return;
      case 'presence':
        deps.tickets.hear(watcher, frame);
        return deps.chats.hear(watcher, frame.chat);
      case 'push':
        if (!pushes.add(frame.mutations)) end.malformed();
        return;
      case 'fetch':
        if (!reader.fetch(frame))
          socket.send({
            type: 'page',
            reqId: frame.reqId,
            sets: [],
            hasMore: false,
            code: 'ERR_TOO_MANY_REQUESTS',
          });
        return;
      case 'auth':
        return expiry.renew(identity, frame.token);
      case 'ping':
        return socket.send({ type: 'pong', t: frame.t });
    }
  };
}
