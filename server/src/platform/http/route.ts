import type { Readable } from 'node:stream';
import type { RouteContract, RouteInput, RouteOutput, TokenClass } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { IsProgramCall } from '@balcao/shared/program-calls.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { Tx } from '../db/client.ts';
import type { Caller } from './admission.ts';
import { type Form, type FormFile, type FormFiles, formOf } from './form.ts';
import { type NoteReading, noteBefore, noteFound } from './note-reading.ts';
import {
  type Finish,
  type Perform,
  performWithoutRows,
  type ReachesRows,
  type WorksInside,
} from './perform.ts';
import { admit, admitted, logging } from './route-admission.ts';
import { acceptBytes, acceptForms, bodyOf, parseInput } from './route-input.ts';
import { bounded, inTime, patienceOf } from './route-time.ts';
import { answerSchema } from './serialise.ts';
import type { NoteCall } from './token-calls.ts';
import { GRANTS_NOTHING, type Grant, type ProveGrant, type ProveToken } from './token-proof.ts';
import { createUnderWay, type Hold, type Party } from './under-way.ts';

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
    noteReading: NoteReading;
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

const NO_FORMS: FormFiles = {
  keep: () => Promise.reject(new AppError('ERR_UNSUPPORTED_MEDIA_TYPE')),
  forget: async () => {},
};

/** Called before the first `register`. A route that declares no access class then fails the start. */
export function installRoutes(
  app: FastifyInstance,
  {
    proveToken,
    proveGrant = GRANTS_NOTHING,
    perform = performWithoutRows,
    formFiles = NO_FORMS,
    noteCall = () => {},
    noteReading = async () => {},
  }: {
    proveToken: ProveToken;
    proveGrant?: ProveGrant;
    perform?: Perform;
    formFiles?: FormFiles;
    noteCall?: NoteCall;
    noteReading?: NoteReading;
  },
): void {
  app.decorate('proveToken', proveToken);
  app.decorate('proveGrant', proveGrant);
  app.decorate('perform', perform);
  app.decorate('contracts', []);
  app.decorate('hold', createUnderWay());
  app.decorate('formFiles', formFiles);
  app.decorate('noteCall', noteCall);
  app.decorate('noteReading', noteReading);
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
      handlerTimeout: patienceOf(contract),
      ...(contract.response
        ? { schema: { response: { [contract.status ?? 200]: answerSchema(contract.response) } } }
        : {}),
      // Before the body is read: strangers cannot make us read megabytes.
      onRequest: (request, reply) => admit(app, contract, request, reply),
      ...logging(app, contract),
      handler: async (request, reply) => {
        const { caller, grant, party, owner } = admitted(request);
        const { status, answer } = await withForm(app, contract, request, party, (form) => {
          const input = parseInput(contract, request, form) as RouteInput<C>;
          const call = {
            contract,
            owner,
            key: request.headers['idempotency-key'],
            input: form ? { ...input, files: form.files.map(({ name, sha256 }) => [name, sha256]) } : input,
          };
          const exchange: Exchange = { request, reply, bytes: bodyOf(request) };
          const files = form?.files ?? [];
          return bounded(app, contract, party, async () => {
            await noteBefore(app.noteReading, contract, caller?.actor, input);
            const done = await app.perform(call, (tx) =>
              handler(input, { ...exchange, ...caller, grant, files, tx } as unknown as HandlerContext<C>),
            );
            await noteFound(app.noteReading, contract, caller?.actor, done.answer);
            return done;
          });
        });
        if (reply.sent || answer === reply) return reply;
        return reply.code(status).send(contract.response ? answer : undefined);
      },
    });

  if (contract.rawBody) void app.register(async (scope) => bind(acceptBytes(scope)));
  else if (contract.form) void app.register(async (scope) => bind(acceptForms(scope)));
  else bind(app);
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
