import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { createStubSync, type StubSync } from './stub-sync.ts';

/** A server as the console meets it, with tokens and feed under the test's control. */
export interface StubServer {
  readonly url: string;
  /** The calls, for example `POST /auth/login`. */
  readonly calls: string[];
  /** Codes that were answered. */
  readonly refused: ErrorCode[];
  readonly uploads: Map<string, { bytes: Buffer; headers: IncomingMessage['headers'] }>;
  readonly downloads: Map<string, { bytes: Buffer; mime: string; name: string }>;
  readonly sync: StubSync;
  /** Access tokens given out so far are past their time. */
  expireTokens(): void;
  /** Ends every session; requests for another token get this error. */
  revoke(reason?: ErrorCode): void;
  /** The user of the next logins. */
  answerAs(user: SessionUser): void;
  /** Something else answers from now on: a captive portal, a proxy, a server that fails. */
  answerWith(handler: ((request: IncomingMessage, response: ServerResponse) => void) | null): void;
  close(): Promise<void>;
}

export const stubUser: SessionUser = {
  id: 7,
  name: 'Ana',
  email: 'ana@example.com',
  profile: 'user',
  super: false,
  allTicket: 'disable',
  companyId: 1,
  whatsappId: null,
  secondFactor: false,
  mustSetUpSecondFactor: false,
  overdueSince: null,
  cshow: false,
  queues: [{ id: 1, name: 'Suporte', color: '#112233' }],
  company: {
    id: 1,
    name: 'Padaria',
    dueDate: null,
    trialExpiration: null,
    timezone: 'America/Sao_Paulo',
    language: 'pt',
    settings: [],
    plan: null,
  },
};
export const PASSWORD = 'correct horse';

export async function startStubServer(port = 0): Promise<StubServer> {
  const valid = new Set<string>();
  const expired = new Set<string>();
  const refreshTokens = new Set<string>();
  /** Used refresh tokens, with the word sent along, and their successors. */
  const used = new Map<string, { word: string | undefined; successor: string }>();
  let refreshRefusal: ErrorCode = 'ERR_SESSION_EXPIRED';
  const calls: string[] = [];
  const refused: ErrorCode[] = [];
  let user = stubUser;
  const uploads: StubServer['uploads'] = new Map();
  const downloads: StubServer['downloads'] = new Map();
  let other: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;

  function issue(refreshToken: string = randomUUID()) {
    const token = randomUUID();
    valid.add(token);
    refreshTokens.add(refreshToken);
    return { token, refreshToken, user };
  }

  /** Each token works once; the same word gets the same answer again, until the successor is used itself. */
  function rotate({ refreshToken, word }: { refreshToken: string; word?: string }) {
    const before = used.get(refreshToken);
    if (before && before.word === word && refreshTokens.has(before.successor)) return issue(before.successor);
    if (!refreshTokens.delete(refreshToken)) return null;
    const pair = issue();
    used.set(refreshToken, { word, successor: pair.refreshToken });
    return pair;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { method = '', url = '' } = request;
    calls.push(`${method} ${url}`);
    if (other) return other(request, response);
    const body = await buffer(request);
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const fail = (error: ErrorCode) => {
      refused.push(error);
      return json(ERRORS[error].status, { error, message: error, requestId: 'r-1' });
    };

    if (url === '/setup') return json(200, { open: false });
    if (url === '/auth/login') {
      return JSON.parse(body.toString()).password === PASSWORD
        ? json(200, issue())
        : fail('ERR_INVALID_CREDENTIALS');
    }
    if (url === '/auth/refresh_token') {
      const pair = rotate(JSON.parse(body.toString()));
      return pair ? json(200, pair) : fail(refreshRefusal);
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (expired.has(token)) return fail('ERR_TOKEN_EXPIRED');
    if (!valid.has(token)) return fail('ERR_SESSION_EXPIRED');
    if (url === '/auth/me') return json(200, user);
    if (url === '/auth/logout') return response.writeHead(204).end();
    if (method === 'PUT' && url.startsWith('/media/')) {
      const id = url.slice('/media/'.length);
      uploads.set(id, { bytes: body, headers: request.headers });
      const size = { width: null, height: null, seconds: null, voice: false, waveform: null };
      return json(201, { id, state: 'stored', mime: 'image/png', size: body.length, name: 'a.png', ...size });
    }
    const file = method === 'GET' ? downloads.get(url.slice('/media/'.length)) : undefined;
    if (!file) return fail(url.startsWith('/media/') ? 'ERR_NO_MEDIA_FOUND' : 'ERR_NO_WAPP_FOUND');
    response.writeHead(200, {
      'content-type': file.mime,
      'content-length': file.bytes.length,
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    });
    response.end(file.bytes);
  }

  const server = createServer((request, response) => void answer(request, response));
  const sync = createStubSync(server, (token) => valid.has(token));
  await once(server.listen(port, '127.0.0.1'), 'listening');

  return {
    sync,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    refused,
    uploads,
    downloads,
    expireTokens() {
      for (const token of valid) expired.add(token);
      valid.clear();
    },
    revoke(reason = 'ERR_SESSION_EXPIRED') {
      refreshRefusal = reason;
      valid.clear();
      expired.clear();
      refreshTokens.clear();
    },
    answerAs(next) {
      user = next;
    },
    answerWith(handler) {
      other = handler;
    },
    async close() {
      sync.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
