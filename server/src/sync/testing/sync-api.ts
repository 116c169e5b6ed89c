import { login, logout, refreshToken } from '@balcao/shared/api/auth.ts';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, type UserFixture } from '../../../test/fixtures.ts';
import { type ConsoleOptions, createConsole, type TestConsole } from './console.ts';

export interface SignedIn {
  token: string;
  refreshToken: string;
  companyId: number;
  userId: number;
}

export interface SyncServer {
  db: TestApi['db'];
  admin: TestApi['database']['admin'];
  url: string;
  /** Moves the server's clock. */
  advance(ms: number): void;
  company(name: string): Promise<CompanyFixture>;
  /** A fresh session of this person; the one before has been taken over. */
  signIn(user: UserFixture): Promise<SignedIn>;
  /** Another access token of the same session. */
  renew(session: SignedIn): Promise<SignedIn>;
  logout(session: SignedIn): Promise<void>;
  call: TestApi['call'];
  send: TestApi['send'];
  contracts: TestApi['app']['contracts'];
  console(session: SignedIn, options?: ConsoleOptions): TestConsole;
  /** What the server logged as errors. */
  errors(): string[];
  stop(): Promise<void>;
}

/** The whole server on a random port, and consoles that connect to it. */
export async function startSyncServer(options?: Parameters<typeof startApi>[0]): Promise<SyncServer> {
  const api = await startApi(options);
  const url = (await api.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const consoles: TestConsole[] = [];
  return {
    db: api.db,
    admin: api.database.admin,
    url,
    advance: api.advance,
    company: (name) => createCompany(api.database.admin, name),
    async signIn({ email, password }) {
      const { user, ...tokens } = await api.call(login, { body: { email, password } });
      return { ...tokens, companyId: user.companyId, userId: user.id };
    },
    async renew(session) {
      const { user: _user, ...tokens } = await api.call(refreshToken, {
        body: { refreshToken: session.refreshToken },
      });
      return { ...session, ...tokens };
    },
    logout: ({ token }) => api.call(logout, { token }),
    call: api.call,
    send: api.send,
    contracts: api.app.contracts,
    console(session, consoleOptions) {
      const opened = createConsole(url, session.token, consoleOptions);
      consoles.push(opened);
      return opened;
    },
    errors: () =>
      api
        .logged()
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    async stop() {
      await api.stop();
      for (const opened of consoles) opened.cut();
    },
  };
}
