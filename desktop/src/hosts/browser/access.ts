import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Decides who may use this program. Other programs and pages of the same computer can reach the port, so that proves
 * nothing: a token that was printed once is exchanged for a cookie, the Host header stops rebound names, and Origin
 * stops pages of other sites.
 */
export interface BrowserAccess {
  /** The address was meant for us (DNS rebinding). */
  hostAllowed(request: IncomingMessage): boolean;
  /** The request comes from our own page. */
  originAllowed(request: IncomingMessage): boolean;
  hasCookie(request: IncomingMessage): boolean;
  /** Consumes the token: true only for the right one, the first time. */
  redeem(token: string): boolean;
  isRedeemed(): boolean;
  /** Set-Cookie header for the browser that redeemed the token. */
  readonly cookie: string;
  readonly token: string;
}

/** `secret` outlives the program, so that an open tab survives a restart. `port` is the one in use. */
export function createAccess(secret: string, port: () => number): BrowserAccess {
  const token = randomBytes(32).toString('base64url');
  // Cookies are shared by all ports of an address: two consoles in one browser must not overwrite each other's.
  const cookieName = `balcao-${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`;
  const names = () => [`127.0.0.1:${port()}`, `localhost:${port()}`];
  let redeemed = false;

  return {
    token,
    cookie: `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
    hostAllowed: (request) => names().includes(request.headers.host ?? ''),
    originAllowed: (request) => names().some((name) => request.headers.origin === `http://${name}`),
    hasCookie: (request) => same(readCookie(request, cookieName), secret),
    isRedeemed: () => redeemed,
    redeem(given) {
      if (redeemed || !same(given, token)) return false;
      redeemed = true;
      return true;
    },
  };
}

function readCookie(request: IncomingMessage, name: string): string {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Compares in constant time. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
