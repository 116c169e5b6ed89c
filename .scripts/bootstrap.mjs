// `npm start` and `npm test` on a machine that has only Node 20 (or newer) and npm.
// Brings Node 24 and pnpm from the registry, installs what the lockfile names, and goes on with Node 24.
// Plain JavaScript on purpose: it runs before anything is installed, on a Node that cannot read TypeScript.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules', '.bin');
/** The program itself, not the wrapper in .bin: a signal to the wrapper would not reach it. */
const NODE_BIN = join(ROOT, 'node_modules', 'node', 'bin');
const STAMP = join(ROOT, 'node_modules', '.balcao-installed');
const { devDependencies, packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const TARGETS = { start: 'start.ts', test: 'test.ts' };
/** Only `pnpm package` needs Electron's binary, on a machine that can fetch it. */
const ENV = { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1', npm_config_update_notifier: 'false' };

const say = (text) => process.stdout.write(`${text}\n`);

/** How to end what runs at the moment, and the signal that asked for it. */
let pass = () => {};
let endedBy = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    endedBy = signal;
    pass(signal);
  });
const codeOf = (signal) => 128 + constants.signals[signal];

/** What the installed folder was made from; another value means that it has to be made again. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** Runs a command whose output matters only when it fails. */
function quietly(command, args, problem) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: ENV,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      // A group of its own, because npx runs shells that pass no signal on.
      detached: process.platform !== 'win32',
    });
    // Nothing to finish here, and a shell's background jobs ignore SIGINT.
    pass = () => {
      if (child.exitCode === null)
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM');
    };
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => reject(new Error(`${problem}\n${error.message}`)));
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${problem}\n${output}`))));
  });
}

async function install() {
  const wanted = fingerprint();
  if (existsSync(NODE_BIN) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  say('Installing the dependencies (about half a minute the first time) …');
  await quietly(
    'npx',
    [
      '--yes',
      '-p',
      `node@${devDependencies.node}`,
      '-p',
      packageManager,
      '-c',
      'pnpm install --frozen-lockfile',
    ],
    'The dependencies could not be installed. This needs access to the npm registry.',
  );
  mkdirSync(join(ROOT, 'node_modules'), { recursive: true });
  writeFileSync(STAMP, wanted);
}

/** Goes on in Node 24, with its tools first on the path. Signals reach the child, its exit code is ours. */
function run(script, args) {
  const child = spawn(join(NODE_BIN, 'node'), [join(ROOT, '.scripts', script), ...args], {
    cwd: ROOT,
    env: { ...ENV, PATH: [NODE_BIN, BIN, process.env.PATH].join(delimiter) },
    stdio: 'inherit',
  });
  // Ctrl+C in a terminal reaches the child twice; a signal to us alone would not reach it at all.
  pass = (signal) => child.kill(signal);
  child.on('exit', (code, signal) => process.exit(signal ? codeOf(signal) : code));
}

const [target, ...args] = process.argv.slice(2);
if (!Object.hasOwn(TARGETS, target)) {
  say(`Usage: node .scripts/bootstrap.mjs ${Object.keys(TARGETS).join(' | ')}`);
  process.exit(2);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  say(`Node 20 or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
try {
  await install();
  if (endedBy) process.exit(codeOf(endedBy));
  run(TARGETS[target], args);
} catch (error) {
  if (endedBy) process.exit(codeOf(endedBy));
  say(error.message);
  process.exit(1);
}
