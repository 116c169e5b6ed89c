import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** One of our programs in a separate process. */
export interface Program<Ready> {
  /** The line of JSON that it printed. */
  ready: Ready;
  /** Time from the start to that line, in milliseconds. */
  startMs: number;
  /** Processor time since its start, in milliseconds. */
  cpuMs(): Promise<number>;
  /** Resident memory, in megabytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
  /** `kill -9` */
  kill(): Promise<void>;
}

/** Those that nobody has stopped yet. */
const running = new Set<Program<unknown>>();

/** Stops the programs that a benchmark which failed has left. */
export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.stop()));
}

/** These, and the cache, as the product's own start does. */
const NODE_ARGS = ['--max-semi-space-size=4'];
const REPOSITORY = new URL('../../', import.meta.url);
const compileCache = fileURLToPath(new URL('node_modules/.cache/node', REPOSITORY));

/** @param file from the repository's root */
export async function startProgram<Ready>(
  file: string,
  options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Program<Ready>> {
  const started = performance.now();
  const program = fileURLToPath(new URL(file, REPOSITORY));
  const child = spawn(process.execPath, [...NODE_ARGS, program, ...(options.args ?? [])], {
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'fatal',
      ...options.env,
    },
    // The program gets an ipc line, as the session worker gets from the API.
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    running.delete(self);
    child.kill(signal);
    await ended;
  };
  const ready = (await firstJsonLine(child)) as Ready;
  const self: Program<Ready> = {
    ready,
    startMs: performance.now() - started,
    async cpuMs() {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
      // After the name, which may hold spaces: utime and stime are the 12th and 13th, in hundredths of a second.
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13);
      return (Number(user) + Number(system)) * 10;
    },
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
  running.add(self);
  return self;
}

function firstJsonLine(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  child.once('exit', (code) => reject(new Error(`the program ended with ${code} before it was ready`)));
  createInterface({ input: child.stdout! }).on('line', (line) => {
    if (line.startsWith('{')) resolve(JSON.parse(line));
  });
  return promise;
}
