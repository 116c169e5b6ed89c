import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** How far the clocks of a client and a store may be apart. */
const MAX_SKEW_MS = 15 * 60_000;

/**
 * Holds a request against its signature (AWS Signature Version 4, in the header `authorization`).
 *
 * @returns what is wrong with it, by S3's codes; null: nothing
 */
export function problemOfSignature(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey, now }: { accessKeyId: string; secretAccessKey: string; now: number },
): string | null {
  const header = (name: string) => String(request.headers[name] ?? '');
  const said =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      header('authorization'),
    );
  if (!said) return 'AccessDenied';
  const [, key, scope = '', day = '', region = '', names = '', signature] = said;
  if (key !== accessKeyId) return 'InvalidAccessKeyId';
  const at = header('x-amz-date');
  const instant = at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  if (Math.abs(Date.parse(instant) - now) > MAX_SKEW_MS) return 'RequestTimeTooSkewed';
  if (header('x-amz-content-sha256') !== hex(body)) return 'XAmzContentSHA256Mismatch';

  const [path, query = ''] = (request.url ?? '').split('?');
  const parameters = query.split('&').map((one) => (one === '' || one.includes('=') ? one : `${one}=`));
  const headers = names.split(';').map((name) => `${name}:${header(name).trim().replace(/ +/g, ' ')}\n`);
  const canonical = [request.method, path, parameters.sort().join('&'), headers.join(''), names, hex(body)];
  const text = ['AWS4-HMAC-SHA256', at, scope, hex(canonical.join('\n'))].join('\n');
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const expected = createHmac('sha256', signing).update(text).digest('hex');
  return expected === signature ? null : 'SignatureDoesNotMatch';
}

const hex = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
