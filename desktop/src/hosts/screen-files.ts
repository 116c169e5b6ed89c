import { randomBytes } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

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

/** A host's answer for an address of the screen. */
type ScreenFile =
  | { kind: 'page'; html: string; headers: Record<string, string> }
  | { kind: 'file'; path: string; size: number; headers: Record<string, string> };

export interface ScreenFiles {
  /** A file of the built screen, its page for every address that names no file, or null. `path` is decoded. */
  find(path: string): Promise<ScreenFile | null>;
}

/**
 * Reads the page once: a console whose screen was not built must not start.
 *
 * @param mediaSource where pictures and sounds may come from besides the screen's own origin, as the policy writes it
 */
export async function openScreenFiles(dir: string, mediaSource = ''): Promise<ScreenFiles> {
  const root = await realpath(dir);
  // Addresses in the page are relative; the page is also served at deeper paths.
  const page = (await readFile(join(root, 'index.html'), 'utf8')).replaceAll(/(src|href)="\.\//g, '$1="/');

  async function findFile(path: string): Promise<ScreenFile | null> {
    try {
      const file = await realpath(join(root, path));
      const type = TYPES[extname(file)];
      if (!file.startsWith(root + sep) || !type) return null;
      // The build puts a hash of the content into the names under assets.
      const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      const { size } = await stat(file);
      return { kind: 'file', path: file, size, headers: { 'content-type': type, 'cache-control': caching } };
    } catch {
      return null;
    }
  }

  return {
    async find(path) {
      if (LEADS_OUT.test(path)) return null;
      if (extname(path) !== '' && path !== '/index.html') return findFile(path);
      const nonce = randomBytes(16).toString('base64');
      return {
        kind: 'page',
        html: page.replaceAll('__CSP_NONCE__', nonce),
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': contentPolicy(nonce, mediaSource),
        },
      };
    },
  };
}

/** Scripts and styles of the build only; the nonce is for the style tags that Mantine makes at run time. */
function contentPolicy(nonce: string, mediaSource: string): string {
  const files = mediaSource && ` ${mediaSource}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data:${files}`,
    `media-src 'self' blob:${files}`,
    "font-src 'self'",
    "connect-src 'self'",
    // The player of help videos, the only page of others.
    'frame-src https://www.youtube-nocookie.com',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
