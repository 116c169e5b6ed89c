import { type LookupAddress, type LookupAllOptions, lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, buildConnector, errors, type FormData, request } from 'undici';
import type { AddressRule } from './address-rule.ts';
import { OutsideError } from './outside-error.ts';

/** What is asked of a service outside. */
export interface OutsideRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Typed by a company, or answered by a service: it may lead anywhere. */
  url: string;
  headers?: Record<string, string>;
  /** What is iterated leaves while it is read. */
  body?: string | Uint8Array | FormData | AsyncIterable<Uint8Array>;
  /** The time from the first byte sent to the last one received, in milliseconds. */
  timeoutMs: number;
  /** Bytes of the answer; default 1 MiB. */
  maxBytes?: number;
  /** A longer answer ends there, and its rest is not received; else it is an error. */
  cuts?: boolean;
  /** Ends the call early. */
  signal?: AbortSignal | undefined;
  /** Who we are to a service that asks for a certificate: such a call has a connection of its own. */
  identity?: ClientIdentity | undefined;
}

/** A certificate and its key, in PEM. */
export interface ClientIdentity {
  key: string;
  certificate: string;
  /** Whose certificates are believed instead of those that the system believes. */
  authority?: string | undefined;
}

export interface OutsideAnswer {
  status: number;
  /** Headers by their names in lower case. */
  headers: Record<string, string>;
  bytes: Buffer;
}

/** An answer whose bytes come while they are read: at most as many as were allowed. Ended early, the line is closed. */
interface OpenAnswer extends Omit<OutsideAnswer, 'bytes'> {
  bytes: AsyncGenerator<Uint8Array, void>;
}

/**
 * The only way from this server to addresses that it was told: where it leads is checked at the moment of connecting,
 * redirects are answers, size and time are bounded.
 */
export interface HttpClient {
  /** Any answer, whatever its status. Throws OutsideError. */
  send(request: OutsideRequest): Promise<OutsideAnswer>;
  /** The same for a file, which need not fit into memory; reading it throws OutsideError too. */
  open(request: Omit<OutsideRequest, 'identity'>): Promise<OpenAnswer>;
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
/** Connections that are kept for the next call to the same service. */
const KEEP_ALIVE_MS = 4_000;

/** Asks the system which addresses a name has; tests ask somebody else. */
type Lookup = (hostname: string, options: LookupAllOptions, callback: LookupCallback) => void;
type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

export function createHttpClient(
  isAllowed: AddressRule,
  { lookup = lookUp }: { lookup?: Lookup } = {},
): HttpClient {
  const openAgent = (identity?: ClientIdentity) =>
    new Agent({
      keepAliveTimeout: KEEP_ALIVE_MS,
      // One request on a line: it is known whose line was lost.
      allowH2: false,
      connect: (options, callback) => {
        const connect = buildConnector({
          timeout: CONNECT_MS,
          allowH2: false,
          lookup: guardedLookup(lookup, isAllowed, portOf(options)),
          ...(identity && tlsOf(identity)),
        });
        connect(options, (error, socket) =>
          error ? callback(unreachable(error), null) : callback(null, socket),
        );
      },
    });
  const shared = openAgent();

  async function ask(asked: Omit<OutsideRequest, 'identity'>, dispatcher: Agent): Promise<OpenAnswer> {
    const { method, url, headers = {}, body, timeoutMs, maxBytes = MAX_BYTES, cuts = false, signal } = asked;
    const target = targetOf(url, isAllowed);
    const ends = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    try {
      const answer = await request(target, {
        method,
        dispatcher,
        headers: { 'user-agent': 'Balcao', ...headers },
        body: streamOf(body),
        signal: AbortSignal.any(ends),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      const bytes = atMost(answer.body, maxBytes, cuts);
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), bytes };
    } catch (error) {
      throw problemOf(error);
    }
  }

  return {
    open: (asked) => ask(asked, shared),
    async send({ identity, ...asked }) {
      const agent = identity ? openAgent(identity) : shared;
      try {
        const { status, headers, bytes } = await ask(asked, agent);
        const chunks: Uint8Array[] = [];
        for await (const chunk of bytes) chunks.push(chunk);
        return { status, headers, bytes: Buffer.concat(chunks) };
      } finally {
        if (identity) await agent.destroy();
      }
    },
    close: () => shared.destroy(),
  };
}

const tlsOf = ({ key, certificate, authority }: ClientIdentity) => ({
  key,
  cert: certificate,
  ...(authority === undefined ? {} : { ca: authority }),
});

const streamOf = (body: OutsideRequest['body']) =>
  body && typeof body === 'object' && Symbol.asyncIterator in body ? Readable.from(body) : (body ?? null);

/** An address without a name is never looked up, so it is checked here; a name where its addresses are known. */
function targetOf(url: string, isAllowed: AddressRule): URL {
  if (!URL.canParse(url)) throw new OutsideError('forbidden', 'no address');
  const target = new URL(url);
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    throw new OutsideError('forbidden', 'neither http nor https');
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host, portOf(target)))
    throw new OutsideError('forbidden', `${host} is not allowed`);
  return target;
}

const portOf = ({ port, protocol }: { port: string; protocol: string }): number =>
  Number(port || (protocol === 'https:' ? 443 : 80));

/** The addresses that a name has at this moment are those that are connected to: no second answer can differ. */
const guardedLookup =
  (lookup: Lookup, isAllowed: AddressRule, port: number): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => isAllowed(address, port));
      const [first] = allowed;
      if (!first)
        return callback(new OutsideError('forbidden', `${hostname} leads to no allowed address`), []);
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };

/** Without a connection, and without a certificate that is believed, not a byte of the request has left. */
const unreachable = (error: Error): OutsideError =>
  error instanceof OutsideError ? error : new OutsideError('unreachable', wordsOf(error), { cause: error });

async function* atMost(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  cuts: boolean,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes && cuts) return yield chunk.subarray(0, chunk.length - (size - maxBytes));
      if (size > maxBytes) throw new OutsideError('nonsense', `more than ${maxBytes} bytes`);
      yield chunk;
    }
  } catch (error) {
    throw problemOf(error);
  }
}

const plainHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

function problemOf(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  // For example a key with a line break in it, which no header can carry.
  const neverSent = error instanceof errors.InvalidArgumentError;
  const isRefusal = neverSent || isTlsAlert(error);
  return new OutsideError(isRefusal ? 'refused' : 'unknown', wordsOf(error), { cause: error });
}

/** How a service says that it does not know our certificate, which may come after the first byte was sent. */
const isTlsAlert = (error: unknown): boolean =>
  /^ERR_SSL_.*ALERT/.test((error as { code?: string }).code ?? '');

/** What the system says of several addresses has a code, and no words. */
function wordsOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'the call failed';
}
