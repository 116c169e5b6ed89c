import { createHash, createHmac } from 'node:crypto';

/** What a request says as the hash of a body that is signed piece by piece, as others than the AWS SDK do without TLS. */
export const SIGNED_CHUNKS = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';

interface Chunked {
  /** Derived for the day. */
  signing: Buffer;
  at: string;
  scope: string;
  /** Of the request itself; each piece signs the one before it. */
  signature: string;
}

/** @returns the body that was meant; null: a piece is not what was signed, or the last one is missing */
export function openChunks(body: Buffer, { signing, at, scope, signature }: Chunked): Buffer | null {
  const pieces: Buffer[] = [];
  let before = signature;
  for (let start = 0; ; ) {
    const end = body.indexOf('\r\n', start);
    const [, size = '', said] =
      /^([\da-f]+);chunk-signature=(\w{64})$/.exec(body.toString('latin1', start, end)) ?? [];
    const piece = body.subarray(end + 2, end + 2 + Number.parseInt(size, 16));
    const text = ['AWS4-HMAC-SHA256-PAYLOAD', at, scope, before, hex(''), hex(piece)].join('\n');
    if (said !== createHmac('sha256', signing).update(text).digest('hex')) return null;
    if (piece.length === 0) return Buffer.concat(pieces);
    pieces.push(piece);
    before = said;
    start = end + 2 + piece.length + 2;
  }
}

const hex = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
