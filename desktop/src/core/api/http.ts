import type { RouteContract, RouteOutput } from '@balcao/shared/contract/call.ts';
import { CONSOLE_VERSION_HEADER, FILE_LINK_HEADER } from '@balcao/shared/contract/limits.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { z } from 'zod';
import { readError, readJson, unreachable } from './server-error.ts';

type FieldInput<C extends RouteContract, K extends 'params' | 'query'> = C[K] extends z.ZodType
  ? Record<K, Partial<z.output<C[K]>>>
  : unknown;

/** Where a contract takes a form as well. */
type FormInput<C extends RouteContract> = C extends { form: object } ? { form: FormData } : never;

/** The input of a call of this contract: parameters as the handler reads them (numbers stay numbers). */
export type CallInput<C extends RouteContract> = FieldInput<C, 'params'> &
  FieldInput<C, 'query'> &
  (C['body'] extends z.ZodType ? { body: z.input<C['body']> } | FormInput<C> : unknown) &
  (C extends { rawBody: true } ? { raw: Blob; headers: Record<string, string> } : unknown);

export interface CallOptions {
  /** Milliseconds until the call counts as failed, headers and body together. */
  deadlineMs?: number;
  /** A write that comes again under the same key happens once. */
  idempotencyKey?: string;
}

/** Sends one request to the server: no second try, no token. */
export interface Http {
  call<C extends RouteContract>(
    contract: C,
    input: CallInput<C>,
    token: string | null,
    options?: CallOptions,
  ): Promise<RouteOutput<C>>;
  /** Calls a route that answers with bytes. The caller reads the body under the same `signal`. */
  open<C extends RouteContract>(
    contract: C,
    input: CallInput<C>,
    token: string | null,
    signal: AbortSignal,
  ): Promise<Response>;
}

/** Our calls answer within a second; this is for a slow network, and no call may hang for ever. */
export const CALL_DEADLINE_MS = 15_000;

interface HttpOptions {
  /** The version of this program. */
  version?: string;
  /** The server has refused a call of this version. */
  onTooOld?(): void;
}

/**
 * Makes calls from their contracts.
 * @throws AppError with the server's code; ERR_SERVER_UNREACHABLE without an answer of our server; ERR_PROTOCOL
 * when the answer does not match the contract.
 */
export function createHttp(serverUrl: string, { version, onTooOld = () => {} }: HttpOptions = {}): Http {
  async function send(
    contract: RouteContract,
    input: LooseInput,
    token: string | null,
    signal: AbortSignal,
  ): Promise<Response> {
    const response = await fetch(serverUrl + target(contract, input), {
      method: contract.method,
      headers: {
        ...headersOf(contract, input, token),
        ...(version ? { [CONSOLE_VERSION_HEADER]: version } : {}),
      },
      signal,
      // A login page somewhere must not receive our token.
      redirect: 'manual',
      ...bodyOf(contract, input),
    }).catch((cause: unknown) => {
      throw unreachable(`${contract.method} ${contract.path} failed`, cause);
    });
    if (response.ok) return response;
    if (response.headers.has(FILE_LINK_HEADER))
      return fetchFile(response.headers.get('location') ?? '', signal);
    const error = await readError(response).catch(unreadable);
    if (error.code === 'ERR_PROTOCOL_TOO_OLD') onTooOld();
    throw error;
  }

  return {
    open: (contract, input, token, signal) => send(contract, loose(input), token, signal),

    async call<C extends RouteContract>(
      contract: C,
      input: CallInput<C>,
      token: string | null,
      { deadlineMs = CALL_DEADLINE_MS, idempotencyKey }: CallOptions = {},
    ): Promise<RouteOutput<C>> {
      const headers = {
        ...loose(input).headers,
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      };
      const response = await send(
        contract,
        { ...loose(input), headers },
        token,
        AbortSignal.timeout(deadlineMs),
      );
      const json = await readJson(response).catch(unreadable);
      if (!contract.response) return undefined as RouteOutput<C>;
      if (json === undefined) throw unreachable('the answer is not JSON');
      const parsed = contract.response.safeParse(json);
      if (parsed.success) return parsed.data as RouteOutput<C>;
      throw new AppError('ERR_PROTOCOL', {}, { cause: parsed.error, message: `answer of ${contract.path}` });
    },
  };
}

function unreadable(cause: unknown): never {
  throw unreachable('the answer broke off', cause);
}

/** Any contract's input, once its type has been checked at the call. */
interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  raw?: Blob;
  form?: FormData;
  headers?: Record<string, string>;
}

const loose = (input: unknown) => input as LooseInput;

function target(contract: RouteContract, { params = {}, query = {} }: LooseInput): string {
  const path = contract.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(text(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, text(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Lists, numbers and flags travel as JSON in an address. */
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function headersOf(contract: RouteContract, input: LooseInput, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    ...(contract.body && !input.form ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...input.headers,
  };
}

function bodyOf(contract: RouteContract, input: LooseInput): { body?: string | Blob | FormData } {
  if (input.raw) return { body: input.raw };
  if (input.form) return { body: input.form };
  return contract.body ? { body: JSON.stringify(input.body) } : {};
}

/** Fetches a file at the place to which the server has sent us, which gets no token. */
async function fetchFile(link: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(link, { signal, redirect: 'error' }).catch((cause: unknown) => {
    throw unreachable('the store of files cannot be reached', cause);
  });
  if (response.ok) return response;
  throw unreachable(`the store of files answered ${response.status}`, undefined);
}
