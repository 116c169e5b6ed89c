import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxInfo } from '../../server/sandbox/cli.ts';
import { createSandboxClient } from '../../server/sandbox/client.ts';
import { type EmbeddedDatabase, startEmbeddedPostgres } from '../../server/src/platform/db/embedded.ts';
import { type FaultProxy, startFaultProxy } from '../../server/test/fault-proxy.ts';
import { breakable } from './database.ts';
import { type Program, startProgram } from './program.ts';

/** Everything that Balcão consists of, on this machine, each part a process that a test may stop and start. */
export interface Stack {
  sandbox: ReturnType<typeof createSandboxClient>;
  sandboxPage: string;
  databaseUrl: string;
  serverUrl: string;
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
  /** Another computer's console, until the end. */
  startSecondConsole(options?: { knowsServer: boolean }): Promise<string>;
  stopConsole(): Promise<void>;
  killConsole(): Promise<void>;
  end(): Promise<void>;
}

/**
 * @param demo with the demo shop; otherwise nobody has set the installation up yet
 * @param withLine the first console reaches the server over a network that may be cut
 * @param withKeyring on a computer that keeps keys safe, as a desktop program's does
 */
export async function startStack({
  demo = true,
  withLine = false,
  withKeyring = false,
} = {}): Promise<Stack> {
  const dir = await mkdtemp(join(tmpdir(), 'balcao-e2e-'));
  await chmod(dir, 0o755);
  const consoleDir = join(dir, 'console');
  const sandbox = await startProgram<SandboxInfo>('server/sandbox/cli.ts', {
    args: ['--dir', join(dir, 'sandbox')],
  });
  const database: EmbeddedDatabase = await startEmbeddedPostgres({
    dataDir: dir,
    durable: false,
    log: () => {},
  });
  const postgres = breakable(dir, database.url);
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
          BALCAO_DEMO: demo ? '1' : '',
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
    stopDatabase: postgres.stop,
    startDatabase: postgres.start,
    async startConsole(env) {
      console = await consoleOf(consoleDir, consolePort, line?.url ?? stack.serverUrl, env);
      return console.ready.url;
    },
    async startSecondConsole({ knowsServer } = { knowsServer: true }) {
      const url = knowsServer ? stack.serverUrl : null;
      second = await consoleOf(join(dir, 'second-console'), await freePort(), url);
      return second.ready.url;
    },
    async killConsole() {
      await console?.kill();
    },
    async stopConsole() {
      await console?.stop();
    },
    async end() {
      await Promise.all([console?.stop(), second?.stop()]);
      await line?.stop();
      await server?.stop();
      await sandbox.stop();
      await postgres.end();
      await database.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
  await stack.startServer();
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
