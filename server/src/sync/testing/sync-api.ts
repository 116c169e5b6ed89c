import type { Session, TestApi } from '../../../test/api.ts';
import { type ConsoleOptions, createConsole, type TestConsole } from './console.ts';

/** The API on a port, and consoles that speak the sync protocol frame by frame. */
export interface SyncApi extends TestApi {
  /** Where sockets are opened. */
  url: string;
  console(session: Session, options?: ConsoleOptions): TestConsole;
}

/** Whoever stops the result stops the API with it. */
export async function openSyncApi(api: TestApi): Promise<SyncApi> {
  const url = (await api.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const consoles: TestConsole[] = [];
  return {
    ...api,
    url,
    console(session, options) {
      const opened = createConsole(url, session.token, options);
      consoles.push(opened);
      return opened;
    },
    async stop() {
      await api.stop();
      for (const opened of consoles) opened.cut();
    },
  };
}
