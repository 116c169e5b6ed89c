import { createServer } from 'node:net';
import { join } from 'node:path';
import type { SandboxInfo } from '../../server/sandbox/cli.ts';
import { createSandboxClient } from '../../server/sandbox/client.ts';
import { type FaultProxy, startFaultProxy } from '../../server/test/fault-proxy.ts';
import { COMPANY } from './phones.ts';
import { type Program, startProgram } from './program.ts';
import { type Beginning, copyFiles, openDatabase } from './worlds.ts';

/** Everything that Balcão consists of, on this machine, each part a process that a test may stop and start. */
export interface Stack {
  sandbox: ReturnType<typeof createSandboxClient>;
  sandboxPage: string;
  databaseUrl: string;
  serverUrl: string;
  /** Files of all its programs. */
  dir: string;
  consoleDir: string;
  /** The first console's way to the server, where it was asked for. */
  line: FaultProxy | null;
  /** @param env of this start alone */
  startServer(env?: Record<string, string>): Promise<void>;
  serverLog(): string;
  stopServer(): Promise<void>;
  killServer(): Promise<void>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** The console's address with its one-time token; a new one after each start. */
  startConsole(env?: Record<string, string>): Promise<string>;
  /** The address for a browser that has been there, or of a console that is started for it. */
  enterConsole(): Promise<string>;
  /** Another computer's console, until the end. */
  startSecondConsole(options?: { knowsServer: boolean }): Promise<string>;
  stopConsole(): Promise<void>;
  killConsole(): Promise<void>;
  /** Stops every program in good order: what it has written is whole, and may be copied. */
  rest(): Promise<void>;
  /** Nothing of it is wanted any more. */
  end(): Promise<void>;
}

export interface StackOptions {
  /** A copy of this world; `linked` has its phone online. */
  from?: Beginning;
  /** The first console reaches the server over a network that may be cut. */
  withLine?: boolean;
  /** On a computer that keeps keys safe, as a desktop program's does. */
  withKeyring?: boolean;
  /** A PostgreSQL of its own, which may be stopped. */
  withDatabase?: boolean;
}

export async function startStack({
  from = 'demo',
  withLine = false,
  withKeyring = false,
  withDatabase = false,
}: StackOptions = {}): Promise<Stack> {
  const dir = await copyFiles(from);
  const consoleDir = join(dir, 'console');
  const sandbox = await startProgram<SandboxInfo>('server/sandbox/cli.ts', {
    args: ['--dir', join(dir, 'sandbox')],
  });
  const database = await openDatabase(from, withDatabase ? { stackDir: dir } : null);
  const port = await freePort();
  const consolePort = await freePort();
  let server: Program<{ url: string }> | undefined;
  let console: Program<{ url: string }> | undefined;
  let second: Program<{ url: string }> | undefined;
  const line = withLine ? await startFaultProxy(`http://127.0.0.1:${port}`) : null;
  const consoleOf = (
    data: string,
    port: number,
    url: string | null,
    env: Record<string, string> = {},
  ): Promise<Program<{ url: string }>> =>
    startProgram(withKeyring ? 'desktop/e2e/console-with-keyring.ts' : 'desktop/src/hosts/browser/main.ts', {
      args: [...(url ? ['--server', url] : []), '--data', data, '--port', String(port)],
      env,
    });

  const stack: Stack = {
    sandbox: createSandboxClient(sandbox.ready.control),
    sandboxPage: sandbox.ready.ui,
    databaseUrl: database.url,
    serverUrl: `http://127.0.0.1:${port}`,
    dir,
    consoleDir,
    line,
    async startServer(env = {}) {
      server = await startProgram('server/src/main.ts', {
        env: {
          PORT: String(port),
          DATA_DIR: join(dir, 'server'),
          DATABASE_URL: database.url,
          WHATSAPP_URL: sandbox.ready.url,
          WHATSAPP_CA_FILE: sandbox.ready.caFile,
          WHATSAPP_NOISE_ROOT: sandbox.ready.noiseRoot,
          ...env,
        },
      });
    },
    serverLog: () => server?.log() ?? '',
    async stopServer() {
      await server?.stop();
    },
    async killServer() {
      await server?.kill();
    },
    stopDatabase: database.stop,
    startDatabase: database.start,
    async startConsole(env) {
      console = await consoleOf(consoleDir, consolePort, line?.url ?? stack.serverUrl, env);
      return console.ready.url;
    },
    async enterConsole() {
      return console ? `http://127.0.0.1:${consolePort}/` : stack.startConsole();
    },
    async startSecondConsole({ knowsServer } = { knowsServer: true }) {
      const url = knowsServer ? stack.serverUrl : null;
      second = await consoleOf(join(dir, 'second-console'), await freePort(), url);
      return second.ready.url;
    },
    async killConsole() {
      await console?.kill();
      console = undefined;
    },
    async stopConsole() {
      await console?.stop();
      console = undefined;
    },
    async rest() {
      await Promise.all([console?.stop(), second?.stop()]);
      await line?.stop();
      await server?.stop();
      await sandbox.stop();
    },
    async end() {
      await Promise.all([console, second, server, sandbox].map((program) => program?.kill()));
      await line?.stop();
      await database.end();
    },
  };
  await stack.startServer();
  if (from === 'linked') await stack.sandbox.waitForCompanion({ number: COMPANY, timeoutMs: 30_000 });
  return stack;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
