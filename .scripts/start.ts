// `npm start`: a whole Balcão on this computer, with demo data and a simulated WhatsApp to play with.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { lockInstance } from '../desktop/src/hosts/accounts/instance-lock.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts';
import { migrate, OtherSchemaError } from '../server/src/platform/db/migrate.ts';
import { clusterHome } from '../server/src/platform/db/postgres-programs.ts';
import { freePort } from '../server/src/platform/free-port.ts';
import type { MailPair } from '../server/test/services/mail-pair.ts';
import { announce } from './announce.ts';
import { showQrToSandbox } from './camera.ts';
import { MAILBOX, openMailbox, startMailServers } from './demo-mailbox.ts';
import { enterOfficialNumber } from './official-number.ts';
import { type Program, startProgram } from './program.ts';
import { buildChat, buildRenderer } from './renderer.ts';
import { openDemoShop } from './shop-page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DATA = resolve(ROOT, process.env.DATA_DIR ?? '.data');
/** Asked for by name: then no sandbox is started. */
const ON_REAL_NETWORK = process.env.WHATSAPP_URL === 'whatsapp';
/**
 * `shop`: a company in the middle of its morning; `empty`: the same before its first day. Its customers are nobody on
 * the real network: nothing may go out to them.
 */
const DEMO = process.env.DEMO ?? (ON_REAL_NETWORK ? 'empty' : 'shop');
/** The desktop program where its runtime is installed; else the console in a browser. */
const hasDesktop = existsSync(join(ROOT, 'desktop/node_modules/electron/dist'));
/** Preferred ports; the next free one is taken when somebody has them. */
const PORTS = { server: 8080, console: 8090, phones: 8070, services: 8060, bank: 8065, shop: 8050 };

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
let stopping = false;
const remove = (path: string) => rm(path, { recursive: true, force: true });
/** How far the play of the simulated customers has come. */
const PLAYED = join(DATA, 'played.json');
const logFile = (name: string) => join(DATA, 'logs', `${name}.log`);
/** No program takes longer to end. */
const STOP_LIMIT_MS = 60_000;

async function main(): Promise<void> {
  const development = process.argv.includes('--dev');
  const nodeArgs = development ? ['--watch-path=server/src', '--watch-path=shared/src'] : [];
  lockData();
  const built = Promise.all([buildRenderer(ROOT, say), buildChat(ROOT, say)]);
  // It is waited for below: until then a failure is nobody's rejection.
  built.catch(() => {});

  say('Starting the database and the server …');
  // This comes before the simulated phones: data of another schema is deleted with theirs, when somebody wants that.
  const { url: databaseUrl, isFresh } = await startDatabase();
  const services = ON_REAL_NETWORK ? null : await startServices();
  const mail = services && DEMO === 'shop' ? await startMail() : null;
  const sandbox = services && (await startSandbox(services.url));
  const serverUrl = `http://127.0.0.1:${await freePort(PORTS.server)}`;
  const consolePort = await freePort(PORTS.console);
  // A console starts without its server too: the two take less time side by side.
  const server = startServer(serverUrl, { databaseUrl, sandbox, services, mail }, nodeArgs);
  const browserConsole = hasDesktop ? null : built.then(() => startConsole(serverUrl, consolePort));
  const consoleUrl = await Promise.all([browserConsole, server, built]).then(([url]) => url);
  const shop =
    services && DEMO === 'shop' ? await openShop({ databaseUrl, serverUrl, services, mail }) : null;
  if (sandbox) started({ stop: showQrToSandbox(databaseUrl, sandbox.control) });
  if (consoleUrl) openInBrowser(consoleUrl);
  else started(openDesktop(serverUrl));
  announce(say, {
    consoleUrl,
    serverUrl,
    phonesUrl: sandbox?.ui ?? null,
    servicesUrl: services?.url ?? null,
    shopUrl: shop?.url ?? null,
    mailbox: mail && { address: MAILBOX, smtpPort: mail.smtpPort },
    isShop: DEMO === 'shop',
    dataDir: DATA,
  });
  if (sandbox) await play(databaseUrl, sandbox, isFresh && DEMO === 'shop');
}

/** What the shop's owner has outside: a number at Meta's, a mailbox, and a site with the chat. */
async function openShop({
  databaseUrl,
  serverUrl,
  services,
  mail,
}: {
  databaseUrl: string;
  serverUrl: string;
  services: ServicesInfo;
  mail: MailPair | null;
}) {
  const keyFile = process.env.SECRET_KEY_FILE ?? join(DATA, 'server', 'secret.key');
  await enterOfficialNumber({ databaseUrl, serverUrl, servicesUrl: services.url, keyFile });
  // Nobody waits for the first mails.
  if (mail)
    void openMailbox({ databaseUrl, keyFile, pair: mail }).catch((error: unknown) => {
      if (!stopping) say(`The mailbox was not opened: ${error}`);
    });
  const shop = await openDemoShop({ databaseUrl, serverUrl, keyFile, port: await freePort(PORTS.shop) });
  if (shop) started(shop);
  return shop;
}

async function startMail(): Promise<MailPair | null> {
  const mail = await startMailServers();
  if (mail) started(mail);
  return mail;
}

/** This comes after everything else: nobody waits for the customers. */
async function play(databaseUrl: string, { control }: SandboxInfo, isFresh: boolean): Promise<void> {
  const { playOn } = await import('./play.ts');
  started({ stop: playOn({ databaseUrl, control }, PLAYED, isFresh) });
}

/** Two at once would stop each other's database and write over each other's phones. Held however this process ends. */
function lockData(): void {
  mkdirSync(DATA, { recursive: true });
  let unlock: () => void;
  try {
    unlock = lockInstance(DATA);
  } catch {
    throw new Error(`Balcão is running already on ${DATA}. Stop it first: Ctrl+C where it was started.`);
  }
  running.push({ stop: async () => unlock() });
}

/** Has to be ended with the rest, at once if that has begun meanwhile. */
function started(program: { stop(): Promise<void> }): void {
  running.push(program);
  if (stopping) throw new Error('stopped while starting');
}

/** One part that dies by itself takes the others along: half a Balcão would only be a riddle. */
async function run<Ready>(name: string, starting: Promise<Program<Ready>>): Promise<Ready> {
  // One that has not come up has nothing to end.
  started({ stop: () => starting.then((program) => program.stop()).catch(() => {}) });
  const program = await starting;
  void program.ended.then(() => {
    if (!stopping) say(`The ${name} has ended. Its log: ${logFile(name)}`);
    return stop(1);
  });
  return program.ready;
}

async function startSandbox(services: string): Promise<SandboxInfo> {
  say('Starting the simulated WhatsApp …');
  const port = String(await freePort(PORTS.phones));
  const args = [
    '--dir',
    join(DATA, 'sandbox'),
    '--ui-port',
    port,
    '--bank',
    services,
    '--messengers',
    services,
  ];
  return run(
    'sandbox',
    startProgram<SandboxInfo>('server/sandbox/cli.ts', { args, logFile: logFile('sandbox') }),
  );
}

interface ServicesInfo {
  url: string;
  efiUrl: string;
  efiCaFile: string;
}

/** AIs, programs, billing systems and the operator's bank: none of them is asked in earnest. */
async function startServices(): Promise<ServicesInfo> {
  const ports = [
    '--port',
    String(await freePort(PORTS.services)),
    '--efi-port',
    String(await freePort(PORTS.bank)),
  ];
  const args = [...ports, '--dir', join(DATA, 'services')];
  return run(
    'services',
    startProgram<ServicesInfo>('server/test/services/main.ts', { args, logFile: logFile('services') }),
  );
}

interface StartedDatabase {
  url: string;
  /** It was made just now. */
  isFresh: boolean;
}

/** The server would start its own; here the simulated phone's camera looks into it as well. */
async function startDatabase(fresh = process.argv.includes('--fresh')): Promise<StartedDatabase> {
  if (process.env.DATABASE_URL) {
    if (fresh) throw new Error('The database of DATABASE_URL is yours: --fresh does not empty it.');
    return { url: process.env.DATABASE_URL, isFresh: false };
  }
  const dataDir = join(DATA, 'server');
  const isFresh = !existsSync(dataDir);
  const database = await startEmbeddedPostgres({ dataDir, durable: true, log: () => {} });
  started(database);
  if (!fresh && (await isKept(database.url))) return { url: database.url, isFresh };
  running.splice(running.indexOf(database), 1);
  await database.stop();
  const gone = `${dataDir}.gone`;
  for (const path of [join(DATA, 'sandbox'), join(DATA, 'console'), PLAYED, gone]) await remove(path);
  const cluster = await clusterHome(dataDir);
  // The data leaves in one step: half a database would be taken for a whole one after a crash.
  await rename(dataDir, gone);
  for (const folder of [cluster, gone]) await remove(folder);
  return startDatabase(false);
}

/** False when its data is of another version and somebody agrees to delete it. */
async function isKept(databaseUrl: string): Promise<boolean> {
  try {
    await migrate(databaseUrl);
    return true;
  } catch (error) {
    if (!(error instanceof OtherSchemaError)) throw error;
    say(error.message);
    // Without a terminal there is nobody to ask.
    if (process.stdin.isTTY && (await agreesToDelete())) return false;
    throw new Error(`npm start -- --fresh deletes everything in ${DATA} and begins anew.`);
  }
}

async function agreesToDelete(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await new Promise<string>((resolve) => {
    lines.question(`Delete everything in ${DATA}, linked phones too, and begin anew? [y/N] `, resolve);
    lines.once('close', () => resolve(''));
  });
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** What the server talks to. */
interface Surroundings {
  databaseUrl: string;
  /** Null: the real network, and services that are asked in earnest. */
  sandbox: SandboxInfo | null;
  services: ServicesInfo | null;
  /** Null: this computer has no mail servers. */
  mail: MailPair | null;
}

function startServer(
  url: string,
  { databaseUrl, sandbox, services, mail }: Surroundings,
  nodeArgs: string[],
): Promise<unknown> {
  const program = startProgram('server/src/main.ts', {
    // Reading our sources is over soon; without a limit the room that it took is never given back.
    nodeArgs: ['--max-semi-space-size=4', ...nodeArgs],
    env: {
      PORT: new URL(url).port,
      // Where the stand-ins of messengers that call us reach it. Browsers make passkeys for names, not for addresses.
      PUBLIC_URL: url.replace('127.0.0.1', 'localhost'),
      DATA_DIR: join(DATA, 'server'),
      DATABASE_URL: databaseUrl,
      BALCAO_DEMO: DEMO,
      WHATSAPP_URL: sandbox?.url ?? '',
      WHATSAPP_CA_FILE: sandbox?.caFile ?? '',
      WHATSAPP_NOISE_ROOT: sandbox?.noiseRoot ?? '',
      ...(services ? reaching(services, mail) : {}),
    },
    logFile: logFile('server'),
  });
  return run('server', program);
}

const reaching = (
  { url, efiUrl, efiCaFile }: ServicesInfo,
  mail: MailPair | null,
): Record<string, string> => ({
  OUTGOING_ALLOW: [...[url, efiUrl].map((one) => new URL(one).host), ...(mail?.addresses ?? [])].join(),
  OUTGOING_STAND_IN: url,
  EFI_URL: efiUrl,
  EFI_CA_FILE: efiCaFile,
});

async function startConsole(serverUrl: string, port: number): Promise<string> {
  const args = ['--server', serverUrl, '--data', join(DATA, 'console'), '--port', String(port)];
  const { url } = await run(
    'console',
    startProgram<{ url: string }>('desktop/src/hosts/browser/main.ts', { args, logFile: logFile('console') }),
  );
  return url;
}

/** A group of its own: pnpm passes no signal on to the program that it starts. */
function openDesktop(serverUrl: string): { stop(): Promise<void> } {
  const grouped = process.platform !== 'win32';
  const child = spawn('pnpm', ['--filter', '@balcao/desktop', 'electron', `--server=${serverUrl}`], {
    cwd: ROOT,
    stdio: 'ignore',
    shell: !grouped,
    detached: grouped,
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      say(`The desktop program did not start: ${error.message}`);
      resolve();
    });
  });
  return {
    async stop() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      process.kill(grouped ? -child.pid : child.pid, 'SIGTERM');
      await ended;
    },
  };
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

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  say('\nStopping …');
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  // What is on its way up is waited for, so that it can be ended in order too.
  await starting;
  // The console first, then the server, then the network it talks to.
  for (const program of running.toReversed())
    await program.stop().catch((error: unknown) => say(`Not everything could be stopped: ${error}`));
  process.exit(code);
}

// A terminal that was closed cannot be written to, and everything has to end in order all the same.
process.stdout.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
let failed = false;
const starting = main().catch((error: unknown) => {
  failed = !stopping;
  if (failed) say(error instanceof Error ? error.message : String(error));
});
await starting;
if (failed) await stop(1);
