// `npm start`: a whole Balcão on this computer, with demo data and a simulated WhatsApp to play with.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts';
import { showQrToSandbox } from './camera.ts';
import { startProgram } from './program.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DATA = join(ROOT, '.data');
const DEMO_ACCOUNTS = ['admin@demo.balcao.test', 'ana@demo.balcao.test', 'bruno@demo.balcao.test'];
const DEMO_PASSWORD = 'balcao-demo';
/** Preferred ports; the next free one is taken when somebody has them. */
const PORTS = { server: 8080, console: 8090, phones: 8070 };

interface SandboxInfo {
  url: string;
  caFile: string;
  noiseRoot: string;
  control: string;
  ui: string;
}

const say = (text = '') => process.stdout.write(`${text}\n`);
/** What to end, in the order in which it was started. */
const running: { stop(): Promise<void> }[] = [];
const logFile = (name: string) => join(DATA, 'logs', `${name}.log`);

async function main(): Promise<void> {
  const development = process.argv.includes('--dev');
  const nodeArgs = development ? ['--watch-path=server/src', '--watch-path=shared/src'] : [];
  buildRenderer();

  // WHATSAPP_URL=whatsapp asks for the real network: then no sandbox is started.
  const sandbox = process.env.WHATSAPP_URL === 'whatsapp' ? null : await startSandbox();
  say('Starting the database and the server …');
  const databaseUrl = await startDatabase();
  const serverUrl = await startServer(databaseUrl, sandbox, nodeArgs);
  if (sandbox) running.push({ stop: showQrToSandbox(databaseUrl, sandbox.control) });
  const consoleUrl = await startConsole(serverUrl);
  announce(consoleUrl, serverUrl, sandbox);
}

function buildRenderer(): void {
  say('Building the console …');
  const { status, stdout, stderr } = spawnSync('pnpm', ['--silent', '--filter', '@balcao/desktop', 'build'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The console could not be built.\n${stdout}\n${stderr}`);
}

async function startSandbox(): Promise<SandboxInfo> {
  say('Starting the simulated WhatsApp …');
  const program = await startProgram<SandboxInfo>('server/sandbox/cli.ts', {
    args: ['--dir', join(DATA, 'sandbox'), '--ui-port', String(await freePort(PORTS.phones))],
    logFile: logFile('sandbox'),
  });
  running.push(program);
  return program.ready;
}

/** The server would start its own; here the simulated phone's camera looks into it as well. */
async function startDatabase(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const database = await startEmbeddedPostgres({
    dataDir: join(DATA, 'server'),
    durable: true,
    log: () => {},
  });
  running.push(database);
  return database.url;
}

async function startServer(
  databaseUrl: string,
  sandbox: SandboxInfo | null,
  nodeArgs: string[],
): Promise<string> {
  const program = await startProgram<{ url: string }>('server/src/main.ts', {
    nodeArgs,
    env: {
      PORT: String(await freePort(PORTS.server)),
      DATA_DIR: join(DATA, 'server'),
      DATABASE_URL: databaseUrl,
      BALCAO_DEMO: '1',
      WHATSAPP_URL: sandbox?.url ?? '',
      WHATSAPP_CA_FILE: sandbox?.caFile ?? '',
      WHATSAPP_NOISE_ROOT: sandbox?.noiseRoot ?? '',
    },
    logFile: logFile('server'),
  });
  running.push(program);
  void program.ended.then(() => stop(1));
  return program.ready.url;
}

/** The desktop program where its runtime is installed; else the console in a browser. */
async function startConsole(serverUrl: string): Promise<string | null> {
  const electron = join(ROOT, 'desktop/node_modules/electron/dist');
  if (existsSync(electron)) {
    spawn('pnpm', ['--filter', '@balcao/desktop', 'electron', '--server', serverUrl], {
      cwd: ROOT,
      stdio: 'ignore',
      shell: process.platform === 'win32',
    });
    return null;
  }
  const program = await startProgram<{ url: string }>('desktop/src/hosts/browser/main.ts', {
    args: [
      '--server',
      serverUrl,
      '--data',
      join(DATA, 'console'),
      '--port',
      String(await freePort(PORTS.console)),
    ],
    logFile: logFile('console'),
  });
  running.push(program);
  openInBrowser(program.ready.url);
  return program.ready.url;
}

function announce(consoleUrl: string | null, serverUrl: string, sandbox: SandboxInfo | null): void {
  say();
  say('  Balcão is running.');
  say();
  say(consoleUrl ? `  Console          ${consoleUrl}` : '  Console          in its own window');
  if (sandbox) say(`  Simulated phones ${sandbox.ui}`);
  say(`  Server           ${serverUrl}`);
  say();
  say(`  Sign in as       ${DEMO_ACCOUNTS.join(', ')}`);
  say(`  Password         ${DEMO_PASSWORD}`);
  say();
  say(
    '  The console address works once: it signs this browser in. Stop with Ctrl+C; the data stays in .data/.',
  );
  say();
}

function openInBrowser(url: string): void {
  if (process.env.CI) return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : process.env.DISPLAY || process.env.WAYLAND_DISPLAY
          ? ['xdg-open', url]
          : [];
  if (!command) return;
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number | null>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(null));
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : null));
      });
    });
  const port = (await tryPort(wanted)) ?? (await tryPort(0));
  if (port === null) throw new Error('No free port on this computer.');
  return port;
}

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  say('\nStopping …');
  // The console first, then the server, then the network it talks to.
  for (const program of running.toReversed()) await program.stop();
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  await stop(1);
}
