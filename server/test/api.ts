import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteContract, RouteOutput } from '@balcao/shared/contract/call.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { login, logout, refreshToken } from '@balcao/shared/features/auth/calls.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { buildApp } from '../src/app.ts';
import { type Config, loadConfig } from '../src/config.ts';
import type { AppDeps } from '../src/parts.ts';
import { type Bus, createBus } from '../src/platform/bus.ts';
import { addressKey } from '../src/platform/db/address-key.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { takeDue } from '../src/platform/jobs/take-due.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import { openStorage } from '../src/platform/storage/open.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type CompanyFixture, createCompany, PASSWORD_COST, type UserFixture } from './fixtures.ts';

interface Call {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | undefined;
}

/** A signed-in user, with the tokens of their session. */
export interface Session {
  token: string;
  refreshToken: string;
  companyId: number;
  userId: number;
}

/** The parts that the processes of one installation share. */
interface Installation {
  database: TestDatabase;
  config: Config;
}

/** The whole API on a fresh database, called over injected HTTP. */
export interface TestApi extends Installation {
  app: FastifyInstance;
  /** Sees every company. */
  admin: TestDatabase['admin'];
  db: Database;
  bus: Bus;
  deps: AppDeps;
  company(name: string): Promise<CompanyFixture>;
  /** The log so far, as text. */
  logged(): string;
  /** The lines of it that are errors. */
  errors(): string[];
  /** Moves the server's clock. */
  advance(ms: number): void;
  /** Takes what is due of a job now, or would be at another time. Nothing may fail. */
  run(job: string, at?: Date): Promise<void>;
  /** What was answered so far that the description of the REST interface does not tell of; kept with `documented`. */
  undocumented: Set<string>;
  /** Any call, with any answer. */
  send(contract: RouteContract, call?: Call): Promise<LightMyRequestResponse>;
  /** A call that must succeed, with an answer that keeps its contract. */
  call<C extends RouteContract>(contract: C, call?: Call): Promise<RouteOutput<C>>;
  /** A call that must fail with this code, in the one shape that errors have. */
  refused(code: ErrorCode, contract: RouteContract, call?: Call): Promise<ErrorBody>;
  /** A fresh session of this person, which ends the one before. @returns its access token */
  signIn(user: UserFixture): Promise<string>;
  /** The same, with all that a program keeps of it. */
  openSession(user: UserFixture): Promise<Session>;
  /** The same session with other tokens. */
  renew(session: Session): Promise<Session>;
  endSession(session: Session): Promise<void>;
  stop(): Promise<void>;
}

export interface ErrorBody {
  error: ErrorCode;
  message: string;
  requestId: string;
  details?: { location: string; code: string }[];
  params?: Record<string, string | number>;
}

interface ApiOptions {
  env?: Record<string, string>;
  /** Adds routes of the test's own. */
  extend?: (app: FastifyInstance) => void;
  /** Holds every answer against the description of the REST interface. */
  documented?: boolean;
  /** Another way to the same database. */
  route?: (url: string) => Promise<string>;
  /** Another process of the same installation, with its database, its files and its secrets; that one ends last. */
  beside?: Installation;
}

export async function startApi(options: ApiOptions = {}): Promise<TestApi> {
  const database = options.beside?.database ?? (await createTestDatabase());
  const url = options.route ? await options.route(database.url) : database.url;
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-api-'));
  const config = loadConfig({
    DATA_DIR: options.beside?.config.dataDir ?? dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
    ...options.env,
  });
  const secrets = createSecrets({ keyFile: config.secretKeyFile });
  const { bus, connect } = createBus(
    () => db,
    () => {},
  );
  const db: Database = openDatabase({
    url,
    replicaUrl: config.replicas[0]?.url,
    name: 'test',
    poolSize: 8,
    addressKey: addressKey(secrets),
    onCommit: bus.dirty,
  });
  await connect();
  let shift = 0;
  const lines: string[] = [];
  const log = createLog(config, { write: (line: string) => void lines.push(line) });
  const deps: AppDeps = {
    config,
    db,
    bus,
    log,
    secrets,
    storage: await openStorage(config, log),
    clock: () => new Date(Date.now() + shift),
    passwordCost: PASSWORD_COST,
  };
  const app = await buildApp(deps);
  options.extend?.(app);
  await app.ready();

  const problemOf = options.documented ? (await import('./documented.ts')).undocumented : () => null;
  const calls = createCalls(app, problemOf);

  return {
    app,
    database,
    config,
    admin: database.admin,
    db,
    bus,
    deps,
    company: (name) => createCompany(database.admin, name),
    logged: () => lines.join(''),
    errors: () =>
      lines
        .join('')
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    advance(ms) {
      shift += ms;
    },
    async run(name, at) {
      const job = app.jobs.all.find((one) => one.name === name);
      if (!job) throw new Error(`no job is called ${name}`);
      const { clock } = deps;
      expect(await takeDue({ ...deps, clock: at ? () => at : clock }, job)).toBeNull();
    },
    ...calls,
    ...createSignIns(calls.call),
    async stop() {
      await app.close();
      bus.close();
      await db.close();
      if (!options.beside) await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** How tests call the routes. */
function createCalls(
  app: FastifyInstance,
  problemOf: (contract: RouteContract, response: LightMyRequestResponse) => string | null,
): Pick<TestApi, 'send' | 'call' | 'refused' | 'undocumented'> {
  const undocumented = new Set<string>();
  const send: TestApi['send'] = async (contract, { params, query, body, headers, token } = {}) => {
    const response = await app.inject({
      method: contract.method,
      url: address(contract.path, params),
      ...(query ? { query } : {}),
      ...(body === undefined ? {} : { payload: body as string }),
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    });
    const problem = problemOf(contract, response);
    if (problem) undocumented.add(problem);
    return response;
  };
  return {
    undocumented,
    send,
    async call(contract, input) {
      const response = await send(contract, input);
      expect(response.statusCode, response.body).toBe(contract.status ?? 200);
      return contract.response ? (contract.response.parse(response.json()) as never) : (undefined as never);
    },
    refused: async (code, contract, input) => expectError(await send(contract, input), code),
  };
}

/** How people of tests come to their sessions. */
function createSignIns(
  call: TestApi['call'],
): Pick<TestApi, 'signIn' | 'openSession' | 'renew' | 'endSession'> {
  const openSession = async ({ email, password }: UserFixture): Promise<Session> => {
    const { user, ...tokens } = await call(login, { body: { email, password } });
    return { ...tokens, companyId: user.companyId, userId: user.id };
  };
  return {
    openSession,
    signIn: async (user) => (await openSession(user)).token,
    async renew(session) {
      const { user: _user, ...tokens } = await call(refreshToken, {
        body: { refreshToken: session.refreshToken },
      });
      return { ...session, ...tokens };
    },
    endSession: ({ token }) => call(logout, { token }),
  };
}

export function expectError(response: LightMyRequestResponse, code: ErrorCode): ErrorBody {
  const body = response.json<ErrorBody>();
  expect(body, response.body).toEqual({
    error: code,
    message: expect.stringMatching(/\w/),
    requestId: response.headers['x-request-id'],
    ...(body.details ? { details: body.details } : {}),
    ...(body.params ? { params: body.params } : {}),
  });
  expect(response.body).not.toMatch(/\.ts:\d|node_modules|select |insert /);
  return body;
}

function address(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '0')));
}
