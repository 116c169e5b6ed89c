/** The sandbox as a program of its own, and `startSandbox` for programs that run it in process. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AccountOptions } from './model.ts';
import { servePage } from './page.ts';
import { portraitOf } from './phones/portrait.ts';
import { undoFailedTrials } from './phones/session-trials.ts';
import { SandboxWhatsApp } from './sandbox.ts';
import type { SandboxCommands } from './script/api.ts';
import { createCommands } from './script/commands.ts';
import { keepState, loadIdentity, loadState } from './state.ts';

/** The phones of a fresh stand-alone sandbox. */
const POPULATION: AccountOptions[] = [
  { number: '5511999990001', name: 'Loja Demo', company: true },
  { number: '5511988880002', name: 'Maria Souza' },
  { number: '5521977770003', name: 'João Pereira' },
  { number: '5531966660004', name: 'Carla Dias' },
];

export interface StartOptions {
  /** port of the WhatsApp side; a free one when absent */
  port?: number | undefined;
  /** address of the WhatsApp side; loopback when absent */
  host?: string | undefined;
  /** loopback port of the page and the script API; a free one when absent */
  uiPort?: number | undefined;
  /** folder of the state, so that linked companions survive a restart; nothing is kept when absent */
  dir?: string | undefined;
  /** the phones of a fresh sandbox; the demo's four when absent */
  population?: AccountOptions[] | undefined;
  /** make the Baileys of this process trust the sandbox; false when absent */
  trust?: boolean | undefined;
  /** where the bank of its phones is played; none when absent */
  bank?: string | undefined;
  /** where other messengers are played; none when absent */
  messengers?: string | undefined;
}

/** The addresses and keys that a system under test needs. */
export interface SandboxInfo {
  /** for Baileys' `waWebSocketUrl` */
  url: string;
  /** PEM file of the TLS authority of `url` and of the media hosts */
  caFile: string;
  /** the same as text */
  ca: string;
  /** public key of the Noise certificate root, hex */
  noiseRoot: string;
  /** for `createSandboxClient` */
  control: string;
  /** the page for people */
  ui: string;
}

export interface RunningSandbox {
  info: SandboxInfo;
  world: SandboxWhatsApp;
  commands: SandboxCommands;
  stop: () => Promise<void>;
}

/** Starts WhatsApp, the script API and the page on loopback; rejects when a port is taken. */
export async function startSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'balcao-sandbox-'));
  mkdirSync(dir, { recursive: true });
  const identity = loadIdentity(dir);
  const world = await SandboxWhatsApp.start({
    port: options.port,
    host: options.host,
    trust: options.trust ?? false,
    identity,
    bank: options.bank,
    messengers: options.messengers,
  });
  if (!loadState(world, dir)) for (const account of options.population ?? POPULATION) world.account(account);
  if (!options.population) await showFaces(world);
  const keeper = options.dir ? keepState(world, dir) : undefined;
  const page = await servePage(world, options.uiPort).catch(async (err) => {
    await world.stop();
    throw err;
  });
  const caFile = join(dir, 'ca.pem');
  writeFileSync(caFile, world.tls.cert);
  const info = {
    url: world.url,
    caFile,
    ca: world.tls.cert,
    noiseRoot: world.noiseIdentity.rootPublic.toString('hex'),
    control: `${page.url}/_control`,
    ui: page.url,
  };
  const stop = async () => {
    await page.stop();
    await world.stop();
    keeper?.stop();
    if (!options.dir) rmSync(dir, { recursive: true, force: true });
  };
  return { info, world, commands: createCommands(world), stop };
}

/** The people of the demo have profile pictures. */
async function showFaces(world: SandboxWhatsApp): Promise<void> {
  for (const { number, company } of POPULATION)
    if (!company) world.accountOf(number)?.showPicture(await portraitOf(number));
}

async function main(): Promise<void> {
  // libsignal writes sessions with their keys to the console; standard output carries one line only
  for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {};
  undoFailedTrials();
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'ui-port': { type: 'string' },
      dir: { type: 'string' },
      bank: { type: 'string' },
      messengers: { type: 'string' },
      'with-parent': { type: 'boolean' },
      trace: { type: 'boolean' },
    },
  });
  const sandbox = await startSandbox({
    port: values.port === undefined ? undefined : Number(values.port),
    host: values.host,
    uiPort: values['ui-port'] === undefined ? undefined : Number(values['ui-port']),
    dir: values.dir,
    bank: values.bank,
    messengers: values.messengers,
  });
  if (values.trace) sandbox.world.tracer = (line) => process.stderr.write(`${line}\n`);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void sandbox.stop().finally(() => process.exit());
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // the parent holds the other end of stdin; it closes when the parent dies, however it dies
  if (values['with-parent']) process.stdin.on('close', stop).resume();
  process.stdout.write(`${JSON.stringify(sandbox.info)}\n`);
}

if (import.meta.main) await main();
