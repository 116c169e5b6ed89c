import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program of ours, run as people run it: its own process, Node 24, environment and arguments. */
export interface Program<Ready> {
  ready: Ready;
  /** Asks it to end and waits for that. */
  stop(): Promise<void>;
  /** `kill -9` */
  kill(): Promise<void>;
  /** The end of what it has written to its log. */
  log(): string;
}

const ROOT = new URL('../../', import.meta.url);

/**
 * Starts `file` and waits for its ready line: the first line of JSON on its standard output.
 * What it writes to standard error is shown when it dies before that.
 */
export async function startProgram<Ready>(
  file: string,
  options: { args?: string[]; env?: Record<string, string>; quiet?: boolean } = {},
): Promise<Program<Ready>> {
  const child = spawn(process.execPath, [file, '--with-parent', ...(options.args ?? [])], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => {
    errors.push(chunk.toString());
    if (process.env.E2E_LOG) process.stderr.write(chunk);
    if (errors.length > 200) errors.shift();
  });
  const ready = await firstJsonLine<Ready>(child, () => `${file} did not start:\n${errors.join('')}`);
  return {
    ready,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    log: () => errors.join(''),
  };
}

function firstJsonLine<T>(child: ChildProcess, problem: () => string): Promise<T> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('no standard output'));
    child.once('exit', () => reject(new Error(problem())));
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line) as T);
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
