import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type FormData, request } from 'undici';
import type { AddressRule } from './address-rule.ts';
import { OutsideError, type OutsideProblem } from './outside-error.ts';

/** What is asked of a service outside. */
export interface OutsideRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Typed by a company, or answered by a service: it may lead anywhere. */
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | FormData;
  /** From the first byte sent to the last one received, in milliseconds. */
  timeoutMs: number;
  /** Bytes of the answer; default 1 MiB. */
  maxBytes?: number;
  /** Ends the call early. */
  signal?: AbortSignal | undefined;
}

export interface OutsideAnswer {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  bytes: Buffer;
}

/**
 * The only way from this server to addresses that it was told: where it leads is checked at the moment of connecting,
 * redirects are answers, size and time are bounded.
 */
export interface Door {
  /** Any answer, whatever its status. Throws OutsideError. */
  send(request: OutsideRequest): Promise<OutsideAnswer>;
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
/** Connections that are kept for the next call to the same service. */
const KEEP_ALIVE_MS = 4_000;

/** Failures before a byte of the request can have arrived. */
const NEVER_ARRIVED = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_SSL_WRONG_VERSION_NUMBER',
]);

export function createDoor(isAllowed: AddressRule): Door {
  const agent = new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: (options, callback) => {
      const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
      buildConnector({ timeout: CONNECT_MS, lookup: guardedLookup(isAllowed, port) })(options, callback);
    },
  });

  return {
    async send({ method, url, headers = {}, body, timeoutMs, maxBytes = MAX_BYTES, signal }) {
      const target = targetOf(url, isAllowed);
      const ends = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
      try {
        const answer = await request(target, {
          method,
          dispatcher: agent,
          headers: { 'user-agent': 'Balcao', ...headers },
          body: body ?? null,
          signal: AbortSignal.any(ends),
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        });
        const bytes = await readAtMost(answer.body, maxBytes);
        return { status: answer.statusCode, headers: plainHeaders(answer.headers), bytes };
      } catch (error) {
        throw problemOf(error);
      }
    },
    close: () => agent.destroy(),
  };
}

/** An address without a name is never looked up, so it is checked here; a name where its addresses are known. */
function targetOf(url: string, isAllowed: AddressRule): URL {
  if (!URL.canParse(url)) throw new OutsideError('forbidden', 'no address');
  const target = new URL(url);
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    throw new OutsideError('forbidden', 'neither http nor https');
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
  if (isIP(host) && !isAllowed(host, port)) throw new OutsideError('forbidden', `${host} is not allowed`);
  return target;
}

/** The addresses that a name has at this moment are those that are connected to: no second answer can differ. */
const guardedLookup =
  (isAllowed: AddressRule, port: number): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isAllowed(address, port));
      if (allowed.length === 0)
        return callback(
          new OutsideError('forbidden', `${hostname} leads to an address that is not allowed`),
          [],
        );
      const [first] = allowed;
      return options.all || !first ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };

async function readAtMost(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new OutsideError('nonsense', `more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const plainHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

function problemOf(error: unknown): OutsideError {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutsideError) return cause;
  const { code, message } = error as { code?: string; message?: string };
  const problem: OutsideProblem = code !== undefined && NEVER_ARRIVED.has(code) ? 'unreachable' : 'unknown';
  return new OutsideError(problem, message ?? 'the call failed', { cause: error });
}
