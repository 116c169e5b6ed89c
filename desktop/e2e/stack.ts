import { join } from 'node:path';
import { freePort } from '../../server/src/platform/free-port.ts';
import { type FaultProxy, startFaultProxy } from '../../server/test/fault-proxy.ts';
import type { Running } from '../../server/test/process.ts';
import {
  createPrograms,
  type Programs,
  type RemoteSandbox,
  serverEnv,
  startPhones,
} from '../../server/test/programs.ts';
import { COMPANY } from './phones.ts';
import { createBalancedServer, createServer } from './server.ts';
import { type Beginning, copyFiles, openDatabase } from './templates.ts';
import { usedConsole } from './used-console.ts';

/** Everything that Balcão consists of, on this machine, each part a process that a test may stop and start. */
export interface Stack {
  sandbox: RemoteSandbox['commands'];
  sandboxPage: string;
  databaseUrl: string;
  serverUrl: string;
  /** Where AIs, programs and billing systems are played, when requested. */
  servicesUrl: string | null;
  /** Files of all its programs. */
  dir: string;
  consoleDir: string;
  /** The first console's line to the server, when requested. */
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
  /** Another computer's console, until the end; a new one that does not know its server. */
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
  /** These hold for the server's first start. */
  env?: Record<string, string>;
  /** The first console reaches the server over a network that may be cut. */
  withLine?: boolean;
  /** Runs on a computer with a keyring, like a desktop program. */
  withKeyring?: boolean;
  /** Starts a separate PostgreSQL, which may be stopped. */
  withDatabase?: boolean;
  /** Lets the stand-ins answer for every service outside. */
  withServices?: boolean;
}

export async function startStack({
  from = 'demo',
  env = {},
  withLine = false,
  withKeyring = false,
  withDatabase = false,
  withServices = false,
}: StackOptions = {}): Promise<Stack> {
  const dir = await copyFiles(from);
  const consoleDir = join(dir, 'console');
  const phones = await startPhones(join(dir, 'sandbox'));
  const programs = createPrograms();
  const database = await openDatabase(from, withDatabase ? { stackDir: dir } : null);
  const services = withServices ? await startServices(programs) : null;
  const port = await freePort();
  const consolePort = await freePort();
  // `BALANCED=1` has every journey go through two API processes behind a proxy.
  const server = process.env.BALANCED
    ? createBalancedServer(programs, port, dir)
    : createServer(programs, port);
  let console: Running<{ url: string }> | undefined;
  const line = withLine ? await startFaultProxy(`http://127.0.0.1:${port}`) : null;
  const startConsole = (data: string, port: number, url: string | null, env: Record<string, string> = {}) => {
    const program = withKeyring ? 'desktop/e2e/console-with-keyring.ts' : 'desktop/src/hosts/browser/main.ts';
    const server = url ? ['--server', url] : [];
    const args = ['--with-parent', ...server, '--data', data, '--port', String(port)];
    return programs.start<{ url: string }>(program, args, env);
  };

  const stack: Stack = {
    sandbox: phones.commands,
    sandboxPage: phones.info.ui,
    databaseUrl: database.url,
    serverUrl: `http://127.0.0.1:${port}`,
    servicesUrl: services?.url ?? null,
    dir,
    consoleDir,
    line,
    async startServer(env = {}) {
      await server.start({
        ...serverEnv(join(dir, 'server'), database.url, phones.info),
        // Messengers that call us are played as well.
        ...(services ? { ...reaching(services), PUBLIC_URL: stack.serverUrl } : {}),
        ...env,
      });
    },
    serverLog: server.log,
    stopServer: server.stop,
    killServer: server.kill,
    stopDatabase: database.stop,
    startDatabase: database.start,
    async startConsole(env) {
      console = startConsole(usedConsole(consoleDir), consolePort, line?.url ?? stack.serverUrl, env);
      return (await console.ready).url;
    },
    async enterConsole() {
      return console ? `http://127.0.0.1:${consolePort}/` : stack.startConsole();
    },
    async startSecondConsole({ knowsServer } = { knowsServer: true }) {
      const url = knowsServer ? stack.serverUrl : null;
      const data = join(dir, 'second-console');
      return (await startConsole(knowsServer ? usedConsole(data) : data, await freePort(), url).ready).url;
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
      await server.stop();
      await programs.stop();
      await line?.stop();
      await phones.stop();
    },
    async end() {
      await Promise.all([server.kill(), programs.kill(), phones.kill()]);
      await line?.stop();
      await database.end();
    },
  };
  await stack.startServer(env);
  if (from === 'linked') await stack.sandbox.waitForCompanion({ number: COMPANY, timeoutMs: 30_000 });
  return stack;
}

interface Services {
  url: string;
  efiUrl: string;
  efiCaFile: string;
}

const startServices = (programs: Programs): Promise<Services> =>
  programs.start<Services>('server/test/services/main.ts', ['--with-parent']).ready;

const reaching = ({ url, efiUrl, efiCaFile }: Services): Record<string, string> => ({
  OUTGOING_ALLOW: [url, efiUrl].map((one) => new URL(one).host).join(),
  OUTGOING_STAND_IN: url,
  EFI_URL: efiUrl,
  EFI_CA_FILE: efiCaFile,
});
