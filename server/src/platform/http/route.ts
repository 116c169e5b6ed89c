import { Readable } from 'node:stream';
import {
  isTokenClass,
  type RouteContract,
  type RouteInput,
  type RouteOutput,
  type TokenClass,
} from '@balcao/shared/api/contract.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { Tx } from '../db/client.ts';
import { assertOpen, type Caller } from './admission.ts';
import { bytesOf } from './body.ts';
import { InputError } from './errors.ts';
import type { Call } from './idempotency.ts';
import {
  type Finish,
  type Perform,
  performWithoutRows,
  type ReachesRows,
  type WorksInside,
} from './perform.ts';
import { answerSchema } from './serialise.ts';
import { createUnderWay, type Hold, type Party } from './under-way.ts';

/** Proves a token by itself, without a database. @throws AppError of the catalogue's session codes */
export type ProveToken = (token: string) => Promise<Bearer>;

/** Whose token it is. */
interface Bearer {
  companyId: number;
  /** As the database knows them. @throws AppError of the catalogue's session codes */
  caller(): Promise<Caller>;
}

/** What a token opens to a program. */
export interface Grant {
  companyId: number;
  /** Among the tokens of its class. */
  id: number;
}

/** Finds what a token of a class opens. @throws AppError ERR_SESSION_EXPIRED for one that opens nothing */
export type ProveGrant = Record<TokenClass, (token: string) => Promise<Grant>>;

/**
 * Why a route needs no contract. `firstFrame`: a websocket whose first frame carries the token. `page`: the same page
 * for everybody, which knows nothing. Everything else is bound by `register`.
 */
type WithoutContract = 'firstFrame' | 'page';

declare module 'fastify' {
  interface FastifyContextConfig {
    contract?: RouteContract;
    access?: WithoutContract;
  }
  interface FastifyInstance {
    proveToken: ProveToken;
    proveGrant: ProveGrant;
    perform: Perform;
    /** Every contract that is bound, for whoever describes or probes the API. */
    contracts: RouteContract[];
    hold: Hold;
  }
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The body of a contract with `rawBody`. */
  bytes: Readable;
}

/** `tx` is there for as long as the handler works, or not at all. */
type HandlerContext<C extends RouteContract> = Exchange &
  (C['access'] extends 'public' ? unknown : C['access'] extends TokenClass ? { grant: Grant } : Caller) &
  (WorksInside<C> extends true ? { tx: Tx } : unknown);

/** What a handler answers: the contract's output. Without one it answers nothing, or the reply of a stream. */
type Answer<C extends RouteContract> = C['response'] extends z.ZodType ? RouteOutput<C> : unknown;

/** A handler that has waited outside may leave something to be done in a transaction. */
type Result<C extends RouteContract> = C extends { waitsFor: 'outside' }
  ? Answer<C> | (ReachesRows<C> extends true ? Finish<Answer<C>> : never)
  : Answer<C>;

export type Handler<C extends RouteContract> = (
  input: RouteInput<C>,
  context: HandlerContext<C>,
) => Promise<Result<C>>;

const GRANTS_NOTHING: ProveGrant = {
  ticketToken: () => Promise.reject(new AppError('ERR_SESSION_EXPIRED')),
};

/** Before the first `register`. A route that declares no access class then fails the start. */
export function installRoutes(
  app: FastifyInstance,
  {
    proveToken,
    proveGrant = GRANTS_NOTHING,
    perform = performWithoutRows,
  }: { proveToken: ProveToken; proveGrant?: ProveGrant; perform?: Perform },
): void {
  app.decorate('proveToken', proveToken);
  app.decorate('proveGrant', proveGrant);
  app.decorate('perform', perform);
  app.decorate('contracts', []);
  app.decorate('hold', createUnderWay());
  app.addHook('onRoute', (route) => {
    const { contract, access } = route.config ?? {};
    if (!contract && !access) throw new Error(`${route.method} ${route.url} declares no access class`);
  });
}

/**
 * Answers a contract: checks who calls and what they may do, parses the input, runs the handler in its transaction, and
 * writes the output's fields and nothing else.
 */
export function register<C extends RouteContract>(
  app: FastifyInstance,
  contract: C,
  handler: Handler<C>,
): void {
  app.contracts.push(contract);
  const bind = (scope: FastifyInstance) =>
    scope.route({
      method: contract.method as HTTPMethods,
      url: contract.path,
      config: { contract },
      handlerTimeout: isTransfer(contract) ? TRANSFER_MS : WORK_MS,
      ...(contract.response
        ? { schema: { response: { [contract.status ?? 200]: answerSchema(contract.response) } } }
        : {}),
      // Before the body is read: strangers cannot make us read megabytes.
      onRequest: async (request) => {
        if (contract.access === 'public') return;
        const token = bearerTokenOf(request);
        if (isTokenClass(contract.access))
          grants.set(request, await grantOf(app, contract.access, request, token));
        else callers.set(request, await authorise(app, contract, request, token));
      },
      handler: async (request, reply) => {
        const input = parseInput(contract, request) as RouteInput<C>;
        const exchange: Exchange = { request, reply, bytes: bodyOf(request) };
        const caller = callers.get(request);
        const grant = grants.get(request);
        const call = {
          contract,
          owner: ownerOf(contract, caller, grant),
          key: request.headers['idempotency-key'],
          input,
        };
        const party = caller?.actor ?? grant ?? { address: request.ip };
        const { status, answer } = await bounded(app, contract, party, () =>
          app.perform(call, (tx) =>
            handler(input, { ...exchange, ...caller, grant, tx } as HandlerContext<C>),
          ),
        );
        if (reply.sent || answer === reply) return reply;
        return reply.code(status).send(contract.response ? answer : undefined);
      },
    });

  if (contract.rawBody) void app.register(async (scope) => bind(acceptBytes(scope)));
  else bind(app);
}

/** Shorter than a console's patience (15 s): it hears ERR_UNAVAILABLE instead of nothing from a frozen database. */
const WORK_MS = 12_000;
/** The largest files come over slow lines too. */
const TRANSFER_MS = 15 * 60_000;

/** Health is answered also under a flood, then above all; a transfer over a slow line holds nothing but itself. */
const bounded = <T>(app: FastifyInstance, contract: RouteContract, party: Party, work: () => Promise<T>) =>
  contract.path.startsWith('/health/') || isTransfer(contract) ? work() : app.hold(party, work);

const isTransfer = (contract: RouteContract) =>
  contract.rawBody === true || (contract.method === 'GET' && !contract.response);

const callers = new WeakMap<FastifyRequest, Caller>();
const grants = new WeakMap<FastifyRequest, Grant>();

/** Whose keys of idempotency it may use: a person's, or a token's own. */
function ownerOf(
  { access }: RouteContract,
  caller: Caller | undefined,
  grant: Grant | undefined,
): Call['owner'] {
  if (caller) return { companyId: caller.actor.companyId, name: `user:${caller.actor.userId}` };
  return grant && { companyId: grant.companyId, name: `${access}:${grant.id}` };
}

function bearerTokenOf(request: FastifyRequest): string {
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw new AppError('ERR_SESSION_EXPIRED');
  return token;
}

/** A stranger until the token is known. */
const grantOf = (app: FastifyInstance, access: TokenClass, { ip }: FastifyRequest, token: string) =>
  app.hold({ address: ip }, () => app.proveGrant[access](token));

async function authorise(
  app: FastifyInstance,
  contract: RouteContract,
  { params }: FastifyRequest,
  token: string,
): Promise<Caller> {
  const bearer = await app.proveToken(token);
  const caller = await bounded(app, contract, bearer, bearer.caller);
  assertOpen(contract, caller, params);
  return caller;
}

function parseInput(contract: RouteContract, request: FastifyRequest) {
  const problems: InputError['problems'] = [];
  const parse = (place: string, schema: z.ZodType | undefined, value: unknown): unknown => {
    const parsed = schema?.safeParse(value);
    if (!parsed || parsed.success) return parsed?.data;
    for (const issue of parsed.error.issues)
      problems.push({ location: [place, ...issue.path.map(String)].join('.'), code: issue.code });
    return undefined;
  };
  const input = {
    params: parse('params', contract.params, request.params),
    query: parse('query', contract.query, request.query),
    body: parse('body', contract.body, request.body),
  };
  if (problems.length > 0) throw new InputError(problems);
  return input;
}

/** A request without a body is a file of no bytes. */
const bodyOf = (request: FastifyRequest): Readable =>
  request.body instanceof Readable ? request.body : Readable.from([]);

/** Hands the body to the handler unread, whatever its type says. */
function acceptBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, bytesOf(payload)));
  return scope;
}
