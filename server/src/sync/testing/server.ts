import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { createTestDatabase } from '../../../test/database.ts';
import { type CompanyFixture, createCompany, type UserFixture } from '../../../test/fixtures.ts';
import { createAuthService } from '../../modules/auth/auth.service.ts';
import { createLoginThrottle } from '../../modules/auth/login-throttle.ts';
import { createPasswords } from '../../modules/auth/passwords.ts';
import { createTokens } from '../../modules/auth/tokens.ts';
import { createMessagesService } from '../../modules/messages/messages.service.ts';
import { createTicketsService } from '../../modules/tickets/tickets.service.ts';
import { createBus } from '../../platform/bus.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { registerSync } from '../gateway.ts';
import type { Commands } from '../mutations.ts';
import { type ConsoleOptions, createConsole, type TestConsole } from './console.ts';

export interface SyncServer {
  db: Database;
  admin: Awaited<ReturnType<typeof createTestDatabase>>['admin'];
  commands: Commands;
  url: string;
  /** Moves the server's clock. */
  advance(ms: number): void;
  company(name: string): Promise<CompanyFixture>;
  /** A fresh session of this person; the one before has been taken over. */
  signIn(user: UserFixture): Promise<SignedIn>;
  /** Another access token of the same session. */
  renew(session: SignedIn): Promise<SignedIn>;
  logout(session: SignedIn): Promise<void>;
  console(session: SignedIn, options?: ConsoleOptions): TestConsole;
  stop(): Promise<void>;
}

export interface SignedIn {
  token: string;
  refreshToken: string;
  companyId: number;
  userId: number;
}

/** The sync endpoint with its real neighbours, on a random port. @param wrap puts faults into the commands. */
export async function startSyncServer(
  wrap: (commands: Commands) => Commands = (c) => c,
): Promise<SyncServer> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'balcao-sync-'));
  let offset = 0;
  const clock = () => new Date(Date.now() + offset);
  const db: Database = openDatabase({
    url: database.url,
    name: 'sync-test',
    poolSize: 10,
    onCommit: (companyId) => bus.dirty(companyId),
  });
  const { bus, connect } = createBus(
    () => db,
    () => {},
  );
  await connect();
  const secrets = await createSecrets({ keyFile: join(folder, 'key') });
  const tokens = createTokens(secrets, clock);
  const throttle = createLoginThrottle(clock);
  const auth = createAuthService({ db, bus, clock, tokens, throttle, passwords: createPasswords() });
  const commands = wrap({
    tickets: createTicketsService({ clock }),
    messages: createMessagesService({ clock }),
  });

  const app = Fastify({ forceCloseConnections: true });
  await registerSync(app, { db, bus, clock, commands, verifyAccess: auth.verifyAccess, allowedOrigins: [] });
  const url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const consoles: TestConsole[] = [];

  return {
    db,
    admin: database.admin,
    commands,
    url,
    advance(ms) {
      offset += ms;
    },
    company: (name) => createCompany(database.admin, name),
    async signIn(user) {
      const signedIn = await auth.login({ email: user.email, password: user.password, address: '127.0.0.1' });
      const { companyId, id } = signedIn.user;
      return { token: signedIn.token, refreshToken: signedIn.refreshToken, companyId, userId: id };
    },
    async renew(session) {
      const { token, refreshToken } = await auth.refresh(session.refreshToken);
      return { ...session, token, refreshToken };
    },
    async logout({ token }) {
      await auth.logout(await auth.verifyAccess(token));
    },
    console(session, options) {
      const opened = createConsole(url, session.token, options);
      consoles.push(opened);
      return opened;
    },
    async stop() {
      await app.close();
      for (const opened of consoles) opened.cut();
      auth.close();
      bus.close();
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
