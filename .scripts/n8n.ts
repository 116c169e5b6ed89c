import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server/src/platform/free-port.ts';

/** The n8n that is tried, outside this repository: 2.9 GB, of which nothing is a part of Balcão. */

const VERSION = '2.41.1';
const FOLDER = process.env.N8N_DIR ?? join(tmpdir(), 'balcao-n8n');
const BUILT = join(FOLDER, 'node_modules/sqlite3/build/Release/node_sqlite3.node');
const PROGRAM = join(FOLDER, 'node_modules/n8n/bin/n8n');

/** It asks nobody outside, and greets nobody. */
const QUIET = {
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
};

/**
 * Only one package builds anything here: the others' scripts are not needed, and are not run. node-gyp fetches Node's
 * headers, unless `npm_config_nodedir` says where they are.
 */
export function installN8n(): void {
  if (existsSync(BUILT)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ name: 'n8n-on-trial', private: true }));
  npm('install', '--ignore-scripts', '--no-audit', '--no-fund', `n8n@${VERSION}`);
  npm('rebuild', 'sqlite3');
}

function npm(...args: string[]): void {
  execFileSync('npm', args, { cwd: FOLDER, stdio: 'inherit' });
}

/** A program of n8n that runs. */
interface RunningN8n {
  url: string;
  logFile: string;
  stop(): Promise<void>;
}

/**
 * @param dir where it keeps everything; a new one is an n8n that nobody has used
 * @param workflow with its `id`; published before it starts
 */
export async function startN8n(dir: string, workflow: { id: string }): Promise<RunningN8n> {
  const port = await freePort();
  const env = {
    ...process.env,
    ...QUIET,
    N8N_USER_FOLDER: dir,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
  };
  const workflowFile = join(dir, 'workflow.json');
  writeFileSync(workflowFile, JSON.stringify([workflow]));
  const logFile = join(FOLDER, 'n8n.log');
  const log = openSync(logFile, 'w');
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', log, log] });
  run('import:workflow', `--input=${workflowFile}`);
  run('publish:workflow', `--id=${workflow.id}`);
  const child = spawn(process.execPath, [PROGRAM, 'start'], { env, stdio: ['ignore', log, log] });
  process.once('exit', () => child.kill());
  return { url: `http://127.0.0.1:${port}`, logFile, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
