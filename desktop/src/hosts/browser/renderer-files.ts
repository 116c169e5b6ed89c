import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** NUL, backslash or a step upwards: none of our own addresses has one, however it was encoded. */
const LEADS_OUT = /\0|\\|(^|\/)\.\.(\/|$)/;

export interface RendererFiles {
  /** Answers with a file of the built screen, or with its page for every address that names no file. */
  serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>;
}

/** Reads the page once: a console whose screen was not built must not start. */
export async function openRendererFiles(dir: string): Promise<RendererFiles> {
  const root = await realpath(dir);
  // Addresses in the page are relative; the page is also served at deeper paths.
  const page = (await readFile(join(root, 'index.html'), 'utf8')).replaceAll(/(src|href)="\.\//g, '$1="/');

  async function find(path: string): Promise<{ file: string; size: number } | null> {
    try {
      const file = await realpath(join(root, path));
      const { size } = await stat(file);
      return file.startsWith(root + sep) && TYPES[extname(file)] ? { file, size } : null;
    } catch {
      return null;
    }
  }

  return {
    async serve(request, response, path) {
      if (LEADS_OUT.test(path)) {
        response.writeHead(404).end();
        return;
      }
      if (extname(path) === '' || path === '/index.html') {
        sendPage(response, page);
        return;
      }
      const found = await find(path);
      if (!found) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, {
        'content-type': TYPES[extname(found.file)],
        'content-length': found.size,
        // The build puts a hash of the content into these names.
        'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
      if (request.method === 'HEAD') response.end();
      else await pipeline(createReadStream(found.file), response);
    },
  };
}

function sendPage(response: ServerResponse, page: string): void {
  const nonce = randomBytes(16).toString('base64');
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentPolicy(nonce),
  });
  response.end(page.replaceAll('__CSP_NONCE__', nonce));
}

/** Scripts and styles of the build only; the nonce is for the style tags that Mantine makes at run time. */
const contentPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
