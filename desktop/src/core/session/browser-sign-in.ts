import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PASSKEY_MINUTES } from '@balcao/shared/features/auth/limits.ts';
import en from '@balcao/shared/features/auth/passkey/en.json' with { type: 'json' };
import es from '@balcao/shared/features/auth/passkey/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/auth/passkey/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Log } from '../log.ts';

/**
 * Signing in on a page of the server in the person's own browser (RFC 8252): the console listens on a port of this computer
 * until the page sends a code there, which is worth nothing without a word that never leaves the console.
 */
export interface BrowserSignIn {
  /** Forgets an attempt before. @param page the address to open, which tells its server of the console that waits */
  begin(page: (waiting: Waiting) => string | Promise<string>): Promise<string>;
  stop(): void;
}

/** What a page may know of the console that waits for its answer. */
export interface Waiting {
  /** The hash of the word that the console keeps. */
  challenge: string;
  /** Where it listens, on this computer. */
  port: number;
  /** Which it knows its answer by. */
  state: string;
}

interface Deps {
  /** Fetches the session of whoever has come back. */
  enter(code: string, verifier: string): Promise<void>;
  language(): Language;
  log: Log;
}

const TEXTS = { pt, en, es };
const WORD_BYTES = 32;
const STATE_BYTES = 16;
const hashOf = (word: string) => createHash('sha256').update(word).digest('base64url');

export function createBrowserSignIn({ enter, language, log }: Deps): BrowserSignIn {
  let waiting: { server: Server; timer: NodeJS.Timeout } | null = null;

  function stop(): void {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting.server.close();
    waiting.server.closeIdleConnections();
    waiting = null;
  }

  /** The first request that knows the state is the page's; whatever else comes is nobody's. */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { verifier, state }: { verifier: string; state: string },
  ): Promise<void> {
    const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
    const code = query.get('code');
    if (request.method !== 'GET' || !code || query.get('state') !== state) {
      response.writeHead(404).end();
      return;
    }
    stop();
    const { title, done, failed } = TEXTS[language()].back;
    const said = await enter(code, verifier).then(
      () => done,
      (error: unknown) => {
        log.warn({ err: error }, 'the sign-in in the browser did not work');
        return failed;
      },
    );
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      connection: 'close',
    });
    response.end(
      `<!doctype html><html lang="${language()}"><head><meta charset="utf-8"><title>${title}</title></head><body><p>${said}</p></body></html>`,
    );
  }

  return {
    stop,
    async begin(page) {
      stop();
      const verifier = randomBytes(WORD_BYTES).toString('base64url');
      const state = randomBytes(STATE_BYTES).toString('base64url');
      const server = createServer((request, response) => {
        answer(request, response, { verifier, state }).catch((err: unknown) => {
          log.warn({ err }, 'the browser was not answered');
          response.destroy();
        });
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      waiting = { server, timer: setTimeout(stop, PASSKEY_MINUTES * 60_000) };
      const { port } = server.address() as AddressInfo;
      try {
        return await page({ challenge: hashOf(verifier), port, state });
      } catch (error) {
        stop();
        throw error;
      }
    },
  };
}
