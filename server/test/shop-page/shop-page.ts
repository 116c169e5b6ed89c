import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop's own site, of another origin and with a policy as strict as they come, on which the chat stands. */

interface ShopPage {
  url: string;
  close(): Promise<void>;
}

interface Shop {
  port?: number;
  /** Where the chat's script comes from, and whom it talks to. */
  serverUrl: string;
  key: string;
  /** With which the shop's server proves who is signed in; none: nobody ever is. */
  userSecret?: string;
}

const STYLE = readFileSync(new URL('shop.css', import.meta.url), 'utf8');
const PAGE = readFileSync(new URL('index.html', import.meta.url), 'utf8');
/** Each with the same goods; one of them is dark, on one somebody is signed in. */
const PATHS = ['/', '/clube', '/noite', '/conta'];

export async function openShopPage({ port = 0, serverUrl, key, userSecret }: Shop): Promise<ShopPage> {
  const page = PAGE.replace('{{script}}', `${serverUrl}/chat.js`).replace('{{key}}', key);
  const night = page.replace('<body>', '<body class="night-page">');
  const account = userSecret
    ? page.replace('data-key', `data-user='${signedIn(userSecret)}' data-key`)
    : page;
  const policy = policyFor(serverUrl);
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://shop');
    response.setHeader('content-security-policy', policy);
    if (pathname === '/shop.css') response.setHeader('content-type', 'text/css').end(STYLE);
    else if (!PATHS.includes(pathname)) response.writeHead(404).end();
    else
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(pathname === '/noite' ? night : pathname === '/conta' ? account : page);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As the guide of the chat says it: who it is, and the proof that the shop's server says so. */
function signedIn(userSecret: string): string {
  const id = 'cliente-7';
  return JSON.stringify({
    id,
    name: 'Rui Prado',
    hash: createHmac('sha256', userSecret).update(id).digest('hex'),
  });
}

/** What the chat needs of a page that allows nothing by itself: as the guide of the chat says. */
const policyFor = (serverUrl: string): string =>
  [
    "default-src 'none'",
    `script-src ${serverUrl}`,
    `connect-src ${serverUrl} ${serverUrl.replace(/^http/, 'ws')}`,
    `img-src ${serverUrl}`,
    `media-src ${serverUrl}`,
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
