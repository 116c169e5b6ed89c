import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { openChunks, SIGNED_CHUNKS } from './chunks.ts';

/** How far the clocks of a client and a store may be apart. */
const MAX_SKEW_MS = 15 * 60_000;

interface Keeper {
  accessKeyId: string;
  secretAccessKey: string;
  /** By the store's clock. */
  now: number;
}

/** What a request says of its signature. */
interface Said {
  credential: string;
  at: string;
  names: string;
  signature: string;
  /** Hash of the body, or a word that stands for it. */
  body: string;
  /** How long it holds, in seconds; null: as far as clocks are apart. */
  expires: number | null;
}

/**
 * Holds a request against its signature (AWS Signature Version 4), in the header `authorization` or, as signed links have
 * it, in the address.
 *
 * @returns the body that it means, or what is wrong with it, by S3's codes
 */
export function openSigned(request: IncomingMessage, body: Buffer, keeper: Keeper): Buffer | string {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const parameters = query.split('&').map((one) => (one === '' || one.includes('=') ? one : `${one}=`));
  const said = saidInAddress(new URLSearchParams(query)) ?? saidInHeader(request);
  const [, key, scope = '', day = '', region = ''] =
    /^([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request)$/.exec(said?.credential ?? '') ?? [];
  if (!said || !key) return 'AccessDenied';
  if (key !== keeper.accessKeyId) return 'InvalidAccessKeyId';
  const age =
    keeper.now -
    Date.parse(said.at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (said.expires !== null && age > said.expires * 1_000) return 'AccessDenied';
  if (said.expires === null && Math.abs(age) > MAX_SKEW_MS) return 'RequestTimeTooSkewed';
  const isChunked = said.body === SIGNED_CHUNKS;
  if (said.expires === null && !isChunked && said.body !== hex(body)) return 'XAmzContentSHA256Mismatch';

  const header = (name: string) =>
    String(request.headers[name] ?? '')
      .trim()
      .replace(/ +/g, ' ');
  const headers = said.names.split(';').map((name) => `${name}:${header(name)}\n`);
  const signed = parameters
    .filter((one) => !one.startsWith('X-Amz-Signature='))
    .sort()
    .join('&');
  const canonical = [request.method, path, signed, headers.join(''), said.names, said.body].join('\n');
  const text = ['AWS4-HMAC-SHA256', said.at, scope, hex(canonical)].join('\n');
  const signing = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${keeper.secretAccessKey}`),
  );
  const expected = createHmac('sha256', signing).update(text).digest('hex');
  if (expected !== said.signature) return 'SignatureDoesNotMatch';
  if (!isChunked) return body;
  return openChunks(body, { signing, at: said.at, scope, signature: expected }) ?? 'SignatureDoesNotMatch';
}

function saidInHeader({ headers }: IncomingMessage): Said | null {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const at = String(headers['x-amz-date'] ?? '');
  const body = String(headers['x-amz-content-sha256'] ?? '');
  return signature ? { credential, at, names, signature, body, expires: null } : null;
}

function saidInAddress(query: URLSearchParams): Said | null {
  const said = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  if (!query.has('X-Amz-Signature')) return null;
  return {
    credential: said('Credential'),
    at: said('Date'),
    names: said('SignedHeaders'),
    signature: said('Signature'),
    body: 'UNSIGNED-PAYLOAD',
    expires: Number(said('Expires')),
  };
}

const hex = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
