import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { openSigned } from './signature.ts';

/**
 * As much of S3 as the server uses, with the rules that real stores have: signatures, clocks, checksums, pages, the least
 * size of parts, objects that are there whole or not at all, and conditional writes. The small S3 servers of npm know
 * neither the last nor checksums.
 */
export interface BucketServer {
  url: string;
  /** What the configuration needs. */
  env: Record<string, string>;
  /** Bytes by their keys; what a test puts in or takes away is seen at once. */
  readonly objects: ReadonlyMap<string, { bytes: Buffer }>;
  /** Removes one, as nobody who asks it does. */
  take(key: string): void;
  /** Large objects under way, by their keys. */
  uploads(): string[];
  /** Requests so far, like `PUT /bucket/key`. */
  readonly asked: string[];
  /** Answers so many requests with 503 from now on. */
  refuse(times: number): void;
  /** The answer after so many others is lost when its work is done. */
  loseAnswer(after: number): void;
  /** Takes no heed of `If-None-Match`, like older stores. */
  writesOver: boolean;
  /** Keeps what is removed or written over, as it says. */
  keepsVersions: boolean;
  /** Sets the store's clock by so much, in milliseconds. */
  shiftClock(ms: number): void;
  clear(): void;
  stop(): Promise<void>;
}

interface StoredObject {
  bytes: Buffer;
  modified: Date;
  etag: string;
  /** Headers `x-amz-meta-…`. */
  meta: Record<string, string>;
}
interface Upload {
  key: string;
  parts: Map<number, { bytes: Buffer; etag: string }>;
}
interface Call {
  method: string;
  key: string;
  query: URLSearchParams;
  header(name: string): string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}
interface Answer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

const BUCKET = 'balcao-test';
const MIN_PART_BYTES = 5 * 1024 * 1024;

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

/**
 * @param pageSize keys of one page of a list
 * @param host where it listens
 */
export async function startBucketServer({ pageSize = 1000, host = '127.0.0.1' } = {}): Promise<BucketServer> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Upload>();
  const asked: string[] = [];
  const credentials = { accessKeyId: 'AKTEST', secretAccessKey: randomUUID() };
  let skew = 0;
  let refusals = 0;
  let untilLoss = -1;
  const rules = { pageSize, writesOver: false, keepsVersions: false };
  const answer = createAnswers({ objects, uploads, rules, now: () => new Date(Date.now() + skew) });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('date', new Date(Date.now() + skew).toUTCString());
    const url = new URL(request.url ?? '/', 'http://store');
    const [, bucket, ...key] = url.pathname.split('/').map(decodeURIComponent);
    let result: Answer;
    try {
      // A body that breaks off leaves nothing.
      const sent = await buffer(request);
      asked.push(`${request.method} ${url.pathname}`);
      if (refusals-- > 0) throw new Refusal(503, 'SlowDown');
      const body = openSigned(request, sent, { ...credentials, now: Date.now() + skew });
      if (typeof body === 'string') throw new Refusal(403, body);
      if (bucket !== BUCKET) throw new Refusal(404, 'NoSuchBucket');
      const { method = '', headers } = request;
      const header = (name: string) => String(headers[name] ?? '');
      result = answer({ method, key: key.join('/'), query: url.searchParams, header, headers, body });
    } catch (error) {
      if (!(error instanceof Refusal)) return void response.destroy();
      result = { status: error.status, body: `<Error><Code>${error.message}</Code></Error>` };
    }
    if (untilLoss-- === 0) return void response.destroy();
    const bytes = Buffer.from(result.body ?? '');
    response.writeHead(result.status, { 'content-length': bytes.length, ...result.headers });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const bucketUrl = `http://${host}:${port}`;
  return {
    url: bucketUrl,
    env: {
      S3_ENDPOINT: bucketUrl,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    objects,
    asked,
    take: (key) => void objects.delete(key),
    uploads: () => [...uploads.values()].map(({ key }) => key),
    refuse(times) {
      refusals = times;
    },
    loseAnswer(after) {
      untilLoss = after;
    },
    get writesOver() {
      return rules.writesOver;
    },
    set writesOver(is) {
      rules.writesOver = is;
    },
    get keepsVersions() {
      return rules.keepsVersions;
    },
    set keepsVersions(are) {
      rules.keepsVersions = are;
    },
    shiftClock(ms) {
      skew = ms;
    },
    clear() {
      objects.clear();
      uploads.clear();
      asked.length = 0;
      skew = refusals = 0;
      untilLoss = -1;
      rules.writesOver = rules.keepsVersions = false;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createAnswers(store: {
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  rules: { pageSize: number; writesOver: boolean; keepsVersions: boolean };
  now(): Date;
}) {
  const { objects, uploads, rules, now } = store;

  function find(key: string): StoredObject {
    const object = objects.get(key);
    if (!object) throw new Refusal(404, 'NoSuchKey');
    return object;
  }

  function findUpload({ key, query }: Call): Upload {
    const upload = uploads.get(query.get('uploadId') ?? '');
    if (upload?.key !== key) throw new Refusal(404, 'NoSuchUpload');
    return upload;
  }

  function keep(key: string, bytes: Buffer, meta: Record<string, string> = {}): Answer {
    const etag = etagOf(bytes);
    objects.set(key, { bytes, modified: now(), etag, meta });
    return { status: 200, headers: { etag } };
  }

  function put(call: Call): Answer {
    const { key, header, headers, body } = call;
    const checksum = header('x-amz-checksum-sha256');
    if (checksum && checksum !== createHash('sha256').update(body).digest('base64'))
      throw new Refusal(400, 'BadDigest');
    const number = Number(call.query.get('partNumber'));
    if (number > 0) {
      const etag = etagOf(body);
      findUpload(call).parts.set(number, { bytes: body, etag });
      return { status: 200, headers: { etag } };
    }
    if (header('if-none-match') === '*' && objects.has(key) && !rules.writesOver)
      throw new Refusal(412, 'PreconditionFailed');
    const meta = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
    return keep(key, body, Object.fromEntries(meta) as Record<string, string>);
  }

  function get({ key, header, query }: Call): Answer {
    const { bytes, etag, modified, meta } = find(key);
    if (header('if-match') && header('if-match') !== etag) throw new Refusal(412, 'PreconditionFailed');
    const said = (name: string, parameter: string) => {
      const value = query.get(`response-${parameter}`);
      return value === null ? {} : { [name]: value };
    };
    const headers = {
      ...meta,
      etag,
      'last-modified': modified.toUTCString(),
      ...said('content-type', 'content-type'),
      ...said('content-disposition', 'content-disposition'),
      ...said('cache-control', 'cache-control'),
    };
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(header('range')) ?? [];
    if (first === undefined) return { status: 200, body: bytes, headers };
    if (Number(first) >= bytes.length) throw new Refusal(416, 'InvalidRange');
    const body = bytes.subarray(Number(first), Number(last) + 1);
    return { status: 206, body, headers };
  }

  function complete(call: Call): Answer {
    const { parts } = findUpload(call);
    const named = [...call.body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, xml = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(xml)?.[1]),
      etag: (/<ETag>(.*?)</.exec(xml)?.[1] ?? '').replaceAll('&quot;', '"'),
    }));
    const bytes = named.map(({ number, etag }, index) => {
      const part = parts.get(number);
      if (part?.etag !== etag) throw new Refusal(400, 'InvalidPart');
      if (part.bytes.length < MIN_PART_BYTES && index < named.length - 1)
        throw new Refusal(400, 'EntityTooSmall');
      return part.bytes;
    });
    uploads.delete(call.query.get('uploadId') ?? '');
    const { headers } = keep(call.key, Buffer.concat(bytes));
    const etag = headers?.etag ?? '';
    return { status: 200, body: xml('CompleteMultipartUploadResult', `<ETag>${etag}</ETag>`) };
  }

  function begin({ key }: Call): Answer {
    const id = randomUUID();
    uploads.set(id, { key, parts: new Map() });
    return { status: 200, body: xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`) };
  }

  /** ListObjectsV2. The token of the next page is the last name of this one. */
  function list({ query }: Call): Answer {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter');
    const after = query.get('continuation-token') ?? '';
    const nameOf = (key: string) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return end < 0 ? key : key.slice(0, end + 1);
    };
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix));
    const names = [...new Set(keys.map(nameOf))].sort().filter((name) => name > after);
    const page = names.slice(0, delimiter ? names.length : rules.pageSize);
    const entries = page.map((name) => {
      const object = objects.get(name);
      if (!object) return `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`;
      const { bytes, modified } = object;
      return `<Contents><Key>${name}</Key><Size>${bytes.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`;
    });
    const next = page.length < names.length ? page.at(-1) : undefined;
    const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
    return { status: 200, body: xml('ListBucketResult', entries.join('') + more) };
  }

  function listUploads({ query }: Call): Answer {
    const named = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
    const entries = named.map(
      ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    return { status: 200, body: xml('ListMultipartUploadsResult', entries.join('')) };
  }

  return (call: Call): Answer => {
    const { method, key, query } = call;
    if (key === '' && query.has('versioning'))
      return {
        status: 200,
        body: xml('VersioningConfiguration', rules.keepsVersions ? '<Status>Enabled</Status>' : ''),
      };
    if (key === '') return query.has('uploads') ? listUploads(call) : list(call);
    if (method === 'PUT') return put(call);
    if (method === 'GET' || method === 'HEAD') return get(call);
    if (method === 'POST') return query.has('uploads') ? begin(call) : complete(call);
    if (query.has('uploadId')) {
      findUpload(call);
      uploads.delete(query.get('uploadId') ?? '');
    } else objects.delete(key);
    return { status: 204 };
  };
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const xml = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`;
