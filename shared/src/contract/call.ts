import type { z } from 'zod';
import type { ErrorName } from './error-entry.ts';
import type { PermissionName } from './feature.ts';
import type { PlanFlag } from './roles.ts';

/**
 * Tokens that open something of a company to a program, and no person:
 * - `ticketToken`: one ticket, to the integration that was told of it, for one answer;
 * - `connectionToken`: sending through one connection, for as long as people leave it its token;
 * - `companyKey`: the calls of the areas that it names (`program-calls.ts`), whatever class they have.
 *
 * `refusal` is the answer to a token that opens nothing, in the same words whether it is missing, made up, revoked or of
 * something that is gone. Calls with a token that is `logged` are shown to the people of its company.
 */
export const TOKEN_CLASSES = {
  ticketToken: { refusal: 'ERR_SESSION_EXPIRED', logged: false },
  connectionToken: { refusal: 'ERR_API_TOKEN', logged: true },
  companyKey: { refusal: 'ERR_API_TOKEN', logged: true },
} as const satisfies Record<string, { refusal: ErrorName; logged: boolean }>;
export type TokenClass = keyof typeof TOKEN_CLASSES;

/**
 * The access class of a route:
 * - `public`: anybody, without a token;
 * - `session`: every signed-in user of the company;
 * - a class of tokens: whoever has one of those;
 * - a permission: the roles that its feature lists for it.
 */
export type AccessClass = 'public' | 'session' | RouteToken | PermissionName;
/** A key opens routes of other classes; none is for keys alone. */
export type RouteToken = Exclude<TokenClass, 'companyKey'>;

/** What a module of contracts exports is a contract, or something that one needs. */
export const isRoute = (value: unknown): value is RouteContract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

export const isTokenClass = (access: AccessClass): access is RouteToken =>
  Object.hasOwn(TOKEN_CLASSES, access);

/**
 * What a session may reach: `session` is all that its person may. It becomes `billing` while the company is overdue: the
 * calls that are open then (`openWhileOverdue`), and no others.
 */
export type SessionClass = 'session' | 'billing';

/** The declaration of a REST call, shared by the server that answers it and the console that makes it. */
export interface RouteContract {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify's notation, for example `/tickets/:ticketId`. */
  path: string;
  access: AccessClass;
  /**
   * A screen may make this call through the core (`api.call`): never queued. What an agent needs without a
   * network is a method of the bridge instead. Never a call that answers tokens: they stay in the core.
   */
  screen?: true;
  /** Assistants that work with a company's key are offered it as a tool. */
  tool?: true;
  /** The console keeps its last answer, and shows it with its time while the server cannot be reached (`api.kept`). */
  kept?: true;
  /** Stays open for people of an overdue company, who need it to pay or to leave. */
  openWhileOverdue?: true;
  /**
   * Closed to programs although its feature is open to a company's keys, because it is about the person who calls, or
   * because it makes people, who would outlive the key.
   */
  closedToPrograms?: 'ofPerson' | 'makesPeople';
  /** Stays open for a person whose company demands a second factor that they have not set up yet. */
  openWithoutSecondFactor?: true;
  /**
   * What its answer waits for. `database` (the default): its handler works in one transaction, which
   * begins once the input is there. `outside`: for bytes of the caller's or of a disk, for WhatsApp, for the hash of a
   * password. No transaction is open meanwhile.
   */
  waitsFor?: 'database' | 'outside';
  /**
   * What it waits for may happen twice without harm, for example a question: its key is claimed with its rows, in one
   * transaction, instead of before. A transaction that finds that it must ask is undone and done again.
   */
  onlyAsks?: true;
  /** It works across companies. Else it works for the caller's company, and a public one reaches no rows. */
  rows?: 'system';
  /** The part of the product that the company's plan must include. */
  plan?: PlanFlag;
  /** It changes nothing but what it remembers of its own answers, like every GET, although its input is a body. */
  reads?: true;
  /** It reads much: a replica of the database may answer it, which has all that the caller may have seen. */
  heavy?: true;
  /**
   * The audit log learns who has read. `inside`: the handler's transaction notes it. Else it is noted before the answer: a
   * `list` that is taken along as a file, by its name among its feature's; the `document` that `searchParam` is, if it is one;
   * the `conversation` of `ticketId`, `messageId` or `mediaId`, if it is not the person's own. `hits`: as `document`, and the
   * conversations whose words were found, by the `ticketUuid` of each.
   */
  noted?: 'inside' | 'document' | 'conversation' | 'hits' | { list: string };
  /** Its bytes are made while they are taken, and may be gigabytes: it ends when the caller has them, or is gone. */
  grows?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a stream of bytes that the handler reads itself. */
  rawBody?: true;
  /** That stream may also be a form (multipart/form-data), with what is uploaded in this field. */
  uploadField?: 'file' | 'files';
  /** The body may also come as a form: its fields are those of `body`, and up to `most` files stand in the field `files`. */
  form?: { files: string; most: number };
  /** Absent: the handler answers `lines`, a stream of bytes, or nothing. */
  response?: z.ZodType;
  /** The answer comes bit by bit: each line is JSON of this kind, and the last one says how it ended. */
  lines?: z.ZodType;
  status?: 200 | 201 | 202 | 204 | 303;
  /** Codes that a caller should expect besides those every route may answer. */
  errors?: readonly ErrorName[];
}

/** Keeps the literal types of a contract, so that handlers and callers are typed by it. */
export const route = <const C extends RouteContract>(contract: C): C => contract;

/** Whether a call may change anything: what does not is made again without a thought, and no one keeps its answer. */
export const isWrite = ({ method, reads }: Pick<RouteContract, 'method' | 'reads'>): boolean =>
  method !== 'GET' && !reads;

/** The name of a contract on the bridge: `PUT /users/:userId`. */
export const routeKey = ({ method, path }: Pick<RouteContract, 'method' | 'path'>) => `${method} ${path}`;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteInput<C extends RouteContract> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
}

export type RouteOutput<C extends RouteContract> = C['response'] extends z.ZodType
  ? z.output<C['response']>
  : undefined;
