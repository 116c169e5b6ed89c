import { login, refreshToken } from '@balcao/shared/api/auth.ts';
import { uploadMedia } from '@balcao/shared/api/media.ts';
import { buildApp } from '../../../server/src/app.ts';
import { startApi, type TestApi } from '../../../server/test/api.ts';
import { type CompanyFixture, createCompany, type UserFixture } from '../../../server/test/fixtures.ts';
import { createHttp, type Http } from '../../src/core/api/http.ts';

/** An agent who has signed in. */
export interface Seat {
  userId: number;
  companyId: number;
  http: Http;
  /** As a console asks for it: another one when the last was refused. */
  token(refused: string | null): Promise<string>;
  upload(mediaId: string, bytes: Uint8Array): Promise<void>;
}

/** The real server on a port and a database of its own; it can be stopped and started again. */
export interface LiveServer {
  url: string;
  db: TestApi['db'];
  admin: TestApi['database']['admin'];
  deps: TestApi['deps'];
  company(name: string): Promise<CompanyFixture>;
  /** A fresh session of this person; the one before has been taken over. */
  signIn(user: UserFixture): Promise<Seat>;
  /** Moves the server's clock. */
  advance(ms: number): void;
  /** Another run of the same program, at the same address. */
  restart(): Promise<void>;
  /** What the server logged as errors. */
  errors(): string[];
  stop(): Promise<void>;
}

export async function startLiveServer(options?: Parameters<typeof startApi>[0]): Promise<LiveServer> {
  const api = await startApi(options);
  let { app } = api;
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const http = createHttp(url);

  return {
    url,
    db: api.db,
    admin: api.database.admin,
    deps: api.deps,
    advance: api.advance,
    company: (name) => createCompany(api.database.admin, name),
    async signIn({ email, password }) {
      let pair = await http.call(login, { body: { email, password } }, null);
      return {
        userId: pair.user.id,
        companyId: pair.user.companyId,
        http,
        async token(refused) {
          if (refused === pair.token)
            pair = await http.call(refreshToken, { body: { refreshToken: pair.refreshToken } }, null);
          return pair.token;
        },
        async upload(mediaId, bytes) {
          const raw = new Blob([new Uint8Array(bytes)]);
          const headers = { 'x-file-name': 'foto.png' };
          await http.call(uploadMedia, { params: { mediaId }, query: {}, raw, headers }, pair.token);
        },
      };
    },
    async restart() {
      await app.close();
      app = await buildApp(api.deps);
      await app.listen({ host: '127.0.0.1', port: Number(new URL(url).port) });
    },
    errors: () =>
      api
        .logged()
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    async stop() {
      await app.close();
      await api.stop();
    },
  };
}
