/** The media servers of the sandbox: encrypted blobs by path, with the faults a CDN has. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sha256 } from '../wire/media-crypto.ts';

/** Every blob's path starts with this, as on WhatsApp's media hosts. */
export const MEDIA_PATH = '/v/t62/';

/** Answers the next `times` requests with `status`. */
export interface HttpFault {
  status: number;
  times: number;
}

export class MediaStore {
  readonly blobs = new Map<string, Buffer>();
  private readonly expired = new Map<string, Buffer>();
  /** unencrypted files such as profile pictures */
  readonly plainFiles = new Map<string, { type: string; body: Buffer }>();
  uploads = 0;
  downloads = 0;
  failUploads: HttpFault = { status: 500, times: 0 };
  failDownloads: HttpFault = { status: 410, times: 0 };
  /** fault: the connection breaks in the middle of the next download of these paths */
  readonly cutDownloads = new Set<string>();

  put(blob: Buffer): string {
    const directPath = `${MEDIA_PATH}${sha256(blob).toString('hex').slice(0, 32)}`;
    this.blobs.set(directPath, blob);
    return directPath;
  }

  get(directPath: string): Buffer | undefined {
    return this.blobs.get(directPath.split('?')[0]!);
  }

  /** Ages a blob out of the CDN: downloads answer 410 until the phone uploads it again. */
  expire(directPath: string): void {
    const blob = this.blobs.get(directPath);
    if (blob) this.expired.set(directPath, blob);
    this.blobs.delete(directPath);
  }

  /** The phone uploads an expired blob again; returns its new path. */
  revive(directPath: string): string | undefined {
    const blob = this.expired.get(directPath);
    if (!blob) return undefined;
    const fresh = `${directPath}-again`;
    this.blobs.set(fresh, blob);
    return fresh;
  }

  handle(req: IncomingMessage, res: ServerResponse, baseUrl: string): void {
    const path = (req.url ?? '/').split('?')[0]!;
    if (req.method === 'POST' && path.startsWith('/mms/')) this.upload(req, res, baseUrl);
    else this.download(path, res);
  }

  private upload(req: IncomingMessage, res: ServerResponse, baseUrl: string): void {
    const parts: Buffer[] = [];
    req.on('data', (part) => parts.push(part));
    req.on('end', () => {
      if (trip(this.failUploads)) return void res.writeHead(this.failUploads.status).end();
      this.uploads++;
      const directPath = this.put(Buffer.concat(parts));
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ url: baseUrl + directPath, direct_path: directPath, handle: directPath }));
    });
  }

  private download(path: string, res: ServerResponse): void {
    const plain = this.plainFiles.get(path);
    if (plain) return void res.writeHead(200, { 'content-type': plain.type }).end(plain.body);
    if (trip(this.failDownloads)) return void res.writeHead(this.failDownloads.status).end();
    const blob = this.get(path);
    if (!blob) return void res.writeHead(this.expired.has(path) ? 410 : 404).end();
    this.downloads++;
    res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': blob.length });
    if (this.cutDownloads.delete(path)) res.write(blob.subarray(0, blob.length / 2), () => res.destroy());
    else res.end(blob);
  }
}

function trip(fault: HttpFault): boolean {
  if (fault.times <= 0) return false;
  fault.times--;
  return true;
}
