import type { RouteContract } from '@balcao/shared/contract/call.ts';
import { ERRORS } from '@balcao/shared/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { OPERATOR } from '../modules/subscription/subscription.ts';
import { createHttpServer } from '../platform/http/server.ts';
import type { Log } from '../platform/log.ts';
import { ask, relay } from './ask.ts';
import { createFinder } from './finders.ts';
import { FOR_VISITORS, operatorLists } from './gather.ts';
import type { Query } from './gathering.ts';
import type { Home, Homes } from './home.ts';
import type { Places } from './places.ts';
import { BY_ADDRESS, BY_BODY, companyOfLine, OF_ALL, type RouteDeps } from './routes.ts';
import { createSenders } from './senders.ts';

/**
 * The server that listens for several databases: each request is answered at the home of its company. Most go there as
 * they are, unread. Where only the body says whose they are, or all homes have a part of the answer, they are read here.
 */
export function createFront(deps: { config: Config; log: Log; homes: Homes; places: Places }) {
  const { config, log, homes, places } = deps;
  const find = createFinder(homes);
  const senders = createSenders(find, homes.first.app.proveToken);
  const front = createHttpServer({
    log: silent(log),
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
  });
  const routes: RouteDeps = { homes, find, senders, publicUrl: config.publicUrl };

  for (const { contract, companyOf } of BY_ADDRESS)
    bind(front, contract, { onRequest: handOver((request) => companyOf(request, routes)) });
  for (const { contract, homeOf } of BY_BODY)
    bind(front, contract, {
      handler: async (request, reply) => relay(reply, await ask(await homeOf(request, routes), request)),
    });
  for (const contract of OF_ALL)
    bind(front, contract, { handler: (request, reply) => tellAll(homes.every(), request, reply) });
  for (const { contract, gather } of operatorLists(places, homes))
    bind(front, contract, {
      onRequest: unlessOperators,
      handler: (request, reply) => gatherAll(homes, request, reply, gather),
    });
  for (const { contract, gather } of FOR_VISITORS)
    bind(front, contract, { handler: (request, reply) => gatherAll(homes, request, reply, gather) });
  front.all('/*', { onRequest: handOver(senders.ofRequest), handler: unreached });
  front.server.on('upgrade', (request, socket, head) =>
    homes.of(companyOfLine(request.url)).app.server.emit('upgrade', request, socket, head),
  );
  return { front, senders };

  /** Gives the request away before its body is read. */
  function handOver(companyOf: (request: FastifyRequest) => Promise<number | undefined>) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { app } = homes.of(await companyOf(request));
      reply.hijack();
      app.routing(request.raw, reply.raw);
    };
  }

  /** Anybody else is told by the own home what they may see. */
  async function unlessOperators(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const sender = await senders.ofRequest(request);
    if (sender !== OPERATOR) await handOver(async () => sender)(request, reply);
  }
}

async function tellAll(
  homes: readonly Home[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answers = await Promise.all(homes.map((home) => ask(home, request)));
  const [first] = answers;
  return relay(reply, answers.find(isRefusal) ?? (first as Answer));
}

async function gatherAll(
  homes: Homes,
  request: FastifyRequest,
  reply: FastifyReply,
  gather: ReturnType<typeof operatorLists>[number]['gather'],
): Promise<FastifyReply> {
  const answers = (query: Query) => answersOf(homes, request, query);
  try {
    return reply.send(await gather(answers, request.query as Record<string, string>));
  } catch (error) {
    if (error instanceof Refusal) return relay(reply, error.answer);
    throw error;
  }
}

type Answer = Awaited<ReturnType<typeof ask>>;
const UNAVAILABLE = ERRORS.ERR_UNAVAILABLE.status;
const isRefusal = ({ statusCode }: Answer) => statusCode >= 400;

class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`answered ${answer.statusCode}`);
    this.answer = answer;
  }
}

/** Without those whose database is away, which the operator's page of health names. */
async function answersOf({ first, all }: Homes, request: FastifyRequest, query: Query) {
  const answers = await Promise.all(
    all.map(async (home) => [home, await ask(home, request, query)] as const),
  );
  const there = answers.filter(([home, { statusCode }]) => home === first || statusCode !== UNAVAILABLE);
  const refused = there.find(([, answer]) => isRefusal(answer));
  if (refused) throw new Refusal(refused[1]);
  return there.map(([home, answer]) => [home, answer.json()] as const);
}

function bind(
  front: FastifyInstance,
  { method, path }: RouteContract,
  how: {
    onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
    handler?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  },
): void {
  front.route({ method, url: path, handler: unreached, ...how });
}

function unreached(): never {
  throw new Error('a request that was handed over came back');
}

/** The homes tell of requests. */
function silent(log: Log): Log {
  const quiet = log.child({});
  if (log.isLevelEnabled('info')) quiet.level = 'warn';
  return quiet;
}
