import { login, refreshToken } from '@balcao/shared/features/auth/calls.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { buildApp } from '../../../server/src/app.ts';
import type { TestApi } from '../../../server/test/api.ts';
import type { UserFixture } from '../../../server/test/fixtures.ts';
import { createHttp, type Http } from '../../src/core/api/http.ts';

/** An agent who has signed in at a console. */
export interface Seat {
  userId: number;
  companyId: number;
  http: Http;
  /** Returns a token as a console requests it: a new one when the last was refused. */
  token(refused: string | null): Promise<string>;
  upload(mediaId: string, bytes: Uint8Array): Promise<void>;
}

/** The API on a port, for consoles with the real core; it can be stopped and started again. */
export interface LiveApi extends TestApi {
  url: string;
  /** A fresh session of this person; the one before has been taken over. */
  seat(user: UserFixture): Promise<Seat>;
  /** Another run of the same program, at the same address. */
  restart(): Promise<void>;
}

/** Stopping the result stops the API with it. */
export async function openLiveApi(api: TestApi): Promise<LiveApi> {
  let { app } = api;
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const http = createHttp(url);

  return {
    ...api,
    url,
    async seat({ email, password }) {
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
    async stop() {
      await app.close();
      await api.stop();
    },
  };
}
