import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Program<Ready> {
  ready: Ready;
  /** Asks it to end, and ends it by force after `STOP_MS`. */
  stop(): Promise<void>;
  /** Resolves when it has ended, however. */
  ended: Promise<void>;
}

const STOP_MS = 20_000;

/**
 * What Node has made of our sources, for all programs and every start: read again they cost each program half a second,
 * and the 20 MB that the reader of TypeScript holds from then on.
 */
const compileCache = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));

/**
 * Starts one of our programs and waits until it prints a line of JSON on its standard output. Everything else that it
 * says goes to `logFile`.
 */
export async function startProgram<Ready>(
  file: string,
  options: { args?: string[]; env?: Record<string, string>; logFile: string; nodeArgs?: string[] },
): Promise<Program<Ready>> {
  mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 });
  // A console says in its log how to get into it.
  const log = createWriteStream(options.logFile, { flags: 'a', mode: 0o600 });
  const child = spawn(
    process.execPath,
    [...(options.nodeArgs ?? []), file, ...(options.args ?? []), '--with-parent'],
    {
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...options.env },
      // It ends when our end of its standard input closes, however we die.
      stdio: ['pipe', 'pipe', 'pipe'],
      // Ctrl+C in the terminal is ours to handle: the programs end in order.
      detached: process.platform !== 'win32',
    },
  );
  const ended = once(child, 'exit').then(() => {});
  child.stderr.pipe(log);
  const ready = await firstJsonLine<Ready>(child, log, `${file} did not start. Its log: ${options.logFile}`);
  return { ready, ended, stop: () => stop(child, ended) };
}

function firstJsonLine<T>(child: ChildProcess, log: NodeJS.WritableStream, problem: string): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(problem)));
    if (!child.stdout) return reject(new Error(problem));
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.write(`${line}\n`);
      if (line.startsWith('{')) resolve(JSON.parse(line) as T);
    });
  });
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(force);
}
