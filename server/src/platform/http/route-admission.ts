import {
  isTokenClass,
  type RouteContract,
  TOKEN_CLASSES,
  type TokenClass,
} from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { isCompanyKey } from '@balcao/shared/features/api-keys/rules.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertInPlan, assertKeyOpens, assertOpen, type Caller } from './admission.ts';
import { codeOf } from './errors.ts';
import type { Call } from './idempotency.ts';
import { bounded } from './route-time.ts';
import type { Grant, ProveGrant } from './token-proof.ts';
import { rateHeaders } from './token-rate.ts';
import type { Party } from './under-way.ts';

/** Who was admitted to a route. */
interface Admitted {
  /** A person, or a program with a company's key. */
  caller: Caller<Actor> | undefined;
  /** What the token of a program opens. */
  grant: (Grant & { tokenClass: TokenClass }) | undefined;
  /** Whose share of the work under way it is. */
  party: Party;
  /** Whose keys of idempotency it may use: a person's, or a token's own. */
  owner: Call['owner'];
}

/** Whom `admit` has let in with this request. */
export function admitted(request: FastifyRequest): Admitted {
  const caller = callers.get(request);
  const grant = grants.get(request);
  return {
    caller,
    grant,
    party: caller?.actor ?? grant ?? { address: request.ip },
    owner: ownerOf(caller, grant),
  };
}

/** Lets in who may call this route. @throws AppError */
export async function admit(
  app: FastifyInstance,
  contract: RouteContract,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { access } = contract;
  if (access === 'public') return;
  const token = bearerTokenOf(
    request,
    isTokenClass(access) ? TOKEN_CLASSES[access].refusal : 'ERR_SESSION_EXPIRED',
  );
  if (isCompanyKey(token)) return admitKey(app, contract, request, reply, token);
  if (isTokenClass(access)) return void (await admitProgram(app, contract, request, reply, access, token));
  callers.set(request, await authorise(app, contract, request, token));
}

const callers = new WeakMap<FastifyRequest, Caller<Actor>>();
const grants = new WeakMap<FastifyRequest, Grant & { tokenClass: TokenClass }>();

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
export function logging(app: FastifyInstance, { access, method, path }: RouteContract) {
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
