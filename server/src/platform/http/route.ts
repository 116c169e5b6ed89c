import { Readable } from 'node:stream';
import {
  isTokenClass,
  type RouteContract,
  type RouteInput,
  type RouteOutput,
  type RouteToken,
  TOKEN_CLASSES,
  type TokenClass,
} from '@balcao/shared/contract/call.ts';
import type { KeyScopes } from '@balcao/shared/contract/key-areas.ts';
import type { Actor, PlanFlag } from '@balcao/shared/contract/roles.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { isCompanyKey } from '@balcao/shared/features/api-keys/rules.ts';
import type { IsProgramCall } from '@balcao/shared/program-calls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { Tx } from '../db/client.ts';
import { assertInPlan, assertKeyOpens, assertOpen, type Caller } from './admission.ts';
import { bytesOf } from './body.ts';
import { codeOf, InputError } from './errors.ts';
import { type Form, type FormFile, type FormFiles, formOf } from './form.ts';
import type { Call } from './idempotency.ts';
import {
  type Finish,
  type Perform,
  performWithoutRows,
  type ReachesRows,
  type WorksInside,
} from './perform.ts';
import { answerSchema } from './serialise.ts';
import type { NoteCall } from './token-calls.ts';
import { type Rate, rateHeaders } from './token-rate.ts';
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
  /** Why the company's programs may do nothing now. */
  closed?: AppError | null;
  /** The parts of the product that the company's plan includes; absent: it opens no part that a plan must include. */
  planFlags?: readonly PlanFlag[];
  /** How this call found the token's allowance; absent: it may call as fast as it likes. */
  rate?: Rate;
  /** Of a company's key, which has no connection or ticket of its own. */
  key?: { name: string; scopes: KeyScopes };
}

/** What a company's key opens: a name for the program, and areas. */
export interface KeyGrant extends Grant {
  key: { name: string; scopes: KeyScopes };
}

/** Finds what a token of a class opens. @throws AppError with the class's refusal for one that opens nothing */
export type ProveGrant = Record<RouteToken, (token: string) => Promise<Grant>> & {
  companyKey(token: string): Promise<KeyGrant>;
};

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
    formFiles: FormFiles;
    noteCall: NoteCall;
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
  (C['access'] extends 'public'
    ? unknown
    : C['access'] extends TokenClass
      ? { grant: Grant }
      : IsProgramCall<C> extends true
        ? Caller<Actor>
        : Caller) &
  (C extends { form: object } ? { files: FormFile[] } : unknown) &
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

const opensNothing = (tokenClass: TokenClass) => () =>
  Promise.reject<never>(new AppError(TOKEN_CLASSES[tokenClass].refusal));
const GRANTS_NOTHING: ProveGrant = {
  ticketToken: opensNothing('ticketToken'),
  connectionToken: opensNothing('connectionToken'),
  companyKey: opensNothing('companyKey'),
};

const NO_FORMS: FormFiles = {
  keep: () => Promise.reject(new AppError('ERR_UNSUPPORTED_MEDIA_TYPE')),
  forget: async () => {},
};

/** Before the first `register`. A route that declares no access class then fails the start. */
export function installRoutes(
  app: FastifyInstance,
  {
    proveToken,
    proveGrant = GRANTS_NOTHING,
    perform = performWithoutRows,
    formFiles = NO_FORMS,
    noteCall = () => {},
  }: {
    proveToken: ProveToken;
    proveGrant?: ProveGrant;
    perform?: Perform;
    formFiles?: FormFiles;
    noteCall?: NoteCall;
  },
): void {
  app.decorate('proveToken', proveToken);
  app.decorate('proveGrant', proveGrant);
  app.decorate('perform', perform);
  app.decorate('contracts', []);
  app.decorate('hold', createUnderWay());
  app.decorate('formFiles', formFiles);
  app.decorate('noteCall', noteCall);
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
      handlerTimeout: isTransfer(contract) || contract.form ? TRANSFER_MS : WORK_MS,
      ...(contract.response
        ? { schema: { response: { [contract.status ?? 200]: answerSchema(contract.response) } } }
        : {}),
      // Before the body is read: strangers cannot make us read megabytes.
      onRequest: async (request, reply) => {
        const { access } = contract;
        if (access === 'public') return;
        const token = bearerTokenOf(
          request,
          isTokenClass(access) ? TOKEN_CLASSES[access].refusal : 'ERR_SESSION_EXPIRED',
        );
        if (isCompanyKey(token)) return admitKey(app, contract, request, reply, token);
        if (isTokenClass(access)) return admitProgram(app, contract, request, reply, access, token);
        callers.set(request, await authorise(app, contract, request, token));
      },
      ...logging(app, contract),
      handler: async (request, reply) => {
        const caller = callers.get(request);
        const grant = grants.get(request);
        const party = caller?.actor ?? grant ?? { address: request.ip };
        const { status, answer } = await withForm(app, contract, request, party, (form) => {
          const input = parseInput(contract, request, form) as RouteInput<C>;
          const call = {
            contract,
            owner: ownerOf(caller, grant),
            key: request.headers['idempotency-key'],
            input: form ? { ...input, files: form.files.map(({ name, sha256 }) => [name, sha256]) } : input,
          };
          const exchange: Exchange = { request, reply, bytes: bodyOf(request) };
          const files = form?.files ?? [];
          return bounded(app, contract, party, () =>
            app.perform(call, (tx) =>
              handler(input, { ...exchange, ...caller, grant, files, tx } as unknown as HandlerContext<C>),
            ),
          );
        });
        if (reply.sent || answer === reply) return reply;
        return reply.code(status).send(contract.response ? answer : undefined);
      },
    });

  if (contract.rawBody) void app.register(async (scope) => bind(acceptBytes(scope)));
  else if (contract.form) void app.register(async (scope) => bind(acceptForms(scope)));
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

const callers = new WeakMap<FastifyRequest, Caller<Actor>>();
const grants = new WeakMap<FastifyRequest, Grant & { tokenClass: TokenClass }>();

/** Whose keys of idempotency it may use: a person's, or a token's own. */
function ownerOf(
  caller: Caller<Actor> | undefined,
  grant: (Grant & { tokenClass: TokenClass }) | undefined,
): Call['owner'] {
  if (grant) return { companyId: grant.companyId, name: `${grant.tokenClass}:${grant.id}` };
  return caller && { companyId: caller.actor.companyId, name: `user:${caller.actor.userId}` };
}

function bearerTokenOf(request: FastifyRequest, refusal: ErrorCode): string {
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!token) throw new AppError(refusal);
  return token;
}

/** First whether its company may do anything, then whether this is a part of its plan, then whether it calls too often. */
async function admitProgram<T extends TokenClass>(
  app: FastifyInstance,
  contract: Pick<RouteContract, 'plan'>,
  request: FastifyRequest,
  reply: FastifyReply,
  tokenClass: T,
  token: string,
): Promise<Awaited<ReturnType<ProveGrant[T]>>> {
  // A stranger until the token is known.
  const grant = await app.hold({ address: request.ip }, () => app.proveGrant[tokenClass](token));
  grants.set(request, { ...grant, tokenClass });
  const { closed, planFlags = [], rate } = grant;
  if (rate) reply.headers(rateHeaders(rate));
  if (closed) throw closed;
  assertInPlan(contract, planFlags);
  if (rate && rate.waitSeconds > 0)
    throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: rate.waitSeconds });
  return grant as Awaited<ReturnType<ProveGrant[T]>>;
}

/** With a key a program calls in nobody's name: what its areas open of what an admin may. */
async function admitKey(
  app: FastifyInstance,
  contract: RouteContract,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const grant = await admitProgram(app, KEYS_PLAN, request, reply, 'companyKey', token);
  const { companyId, planFlags = [], key } = grant;
  assertKeyOpens(contract, key.scopes);
  const program: Caller<Actor> = {
    actor: {
      companyId,
      userId: null,
      program: key.name,
      profile: 'admin',
      super: false,
      allTicket: true,
      queueIds: [],
    },
    sessionId: '',
    standing: { overdueSince: null, mustSetUpSecondFactor: false, planFlags },
  };
  assertOpen(contract, program);
  if (!isTokenClass(contract.access)) callers.set(request, program);
}

/** What a company must have for any call with a key. */
const KEYS_PLAN = { plan: 'useExternalApi' } as const;

/** Notes the calls of programs whose class says so, once they are answered. */
function logging(app: FastifyInstance, { access, method, path }: RouteContract) {
  if (access === 'public') return {};
  const failures = new WeakMap<FastifyRequest, ErrorCode>();
  return {
    onError: async (request: FastifyRequest, _reply: FastifyReply, error: unknown) =>
      void failures.set(request, codeOf(error)),
    onResponse: async (request: FastifyRequest, reply: FastifyReply) => {
      const grant = grants.get(request);
      if (!grant || !TOKEN_CLASSES[grant.tokenClass].logged) return;
      app.noteCall({
        companyId: grant.companyId,
        tokenClass: grant.tokenClass,
        id: grant.id,
        method,
        path,
        status: reply.statusCode,
        errorCode: failures.get(request) ?? null,
        durationMs: Math.round(reply.elapsedTime),
        at: new Date(),
      });
    },
  };
}

/**
 * Does the work of a call that may come as a form. Its files are stored by then, apart from the work: whatever becomes
 * of it, those that nothing carries afterwards are taken away again.
 */
async function withForm<T>(
  app: FastifyInstance,
  contract: RouteContract,
  request: FastifyRequest,
  party: Party,
  work: (form: Form | undefined) => Promise<T>,
): Promise<T> {
  if (!contract.form || !('companyId' in party)) return work(undefined);
  const { companyId } = party;
  const kept: string[] = [];
  try {
    const form = await formOf(contract, request, app.formFiles, companyId, kept);
    return await inTime(work(form));
  } finally {
    if (kept.length > 0)
      await app.formFiles
        .forget(companyId, kept)
        .catch((err: unknown) => request.log.warn({ err }, 'files of a form not taken away'));
  }
}

/** The patience of the route is that of a transfer; once the bytes are there, it is that of any call. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('ERR_UNAVAILABLE')), WORK_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

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

function parseInput(contract: RouteContract, request: FastifyRequest, form: Form | undefined) {
  const problems: InputError['problems'] = [];
  const parse = (place: string, schema: z.ZodType | undefined, value: unknown): unknown => {
    const parsed = schema?.safeParse(value);
    if (!parsed || parsed.success) return parsed?.data;
    for (const issue of parsed.error.issues)
      for (const path of pathsOf(issue))
        problems.push({ location: [place, ...path.map(String)].join('.'), code: issue.code });
    return undefined;
  };
  const input = {
    params: parse('params', contract.params, request.params),
    query: parse('query', contract.query, request.query),
    body: parse('body', contract.body, form ? form.fields : request.body),
  };
  if (problems.length > 0) throw new InputError(problems.slice(0, MAX_PROBLEMS));
  return input;
}

/** What is sent by the thousand is not said back by the thousand. */
const MAX_PROBLEMS = 20;

/** Of fields that there are none of, each by its name. */
const pathsOf = (issue: z.core.$ZodIssue): PropertyKey[][] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];

/** A request without a body is a file of no bytes. */
const bodyOf = (request: FastifyRequest): Readable =>
  request.body instanceof Readable ? request.body : Readable.from([]);

/** Hands the body to the handler unread, whatever its type says. */
function acceptBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, bytesOf(payload)));
  return scope;
}

/** Hands a form to the handler unread; anything else is parsed as everywhere. */
function acceptForms(scope: FastifyInstance): FastifyInstance {
  scope.addContentTypeParser('multipart/form-data', (_request, payload, done) =>
    done(null, bytesOf(payload)),
  );
  return scope;
}
