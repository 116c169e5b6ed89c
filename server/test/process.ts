import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** One of our programs in a separate process that a test may freeze and kill. */
export interface Running<Ready = unknown> {
  /** Its first output: a line of JSON or a message. Rejects when it dies before. */
  readonly ready: Promise<Ready>;
  /** How it ended: a signal, or its own exit code. */
  readonly ended: Promise<NodeJS.Signals | number>;
  readonly alive: boolean;
  signal(signal: NodeJS.Signals): void;
  /** Ends it in its own time. */
  stop(): Promise<void>;
  /** `kill -9` */
  kill(): Promise<void>;
  say(message: object): void;
  hear(listener: (message: unknown) => void): void;
  /** The end of what it wrote on standard error; `LOG=info` shows all of it. */
  log(): string;
}

const ROOT = new URL('../../', import.meta.url);
/** Compiling takes half of a start, and these programs start often. */
const COMPILED = fileURLToPath(new URL('node_modules/.cache/compiled', ROOT));

const LOG_CHUNKS = 200;

/**
 * @param file from the repository's root; the program must end when its parent is gone
 * @param options.inside what a command begins with that is to run on another machine
 */
export function startProcess<Ready = unknown>(
  file: string,
  options: { args?: string[]; env?: Record<string, string>; inside?: readonly string[] } = {},
): Running<Ready> {
  const [command, ...before] = [...(options.inside ?? []), process.execPath];
  const child = fork(new URL(file, ROOT), options.args ?? [], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: COMPILED, ...options.env },
    cwd: fileURLToPath(ROOT),
    execPath: command ?? process.execPath,
    execArgv: before,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  const log: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => {
    log.push(chunk.toString());
    if (process.env.LOG) process.stderr.write(chunk);
    if (log.length > LOG_CHUNKS) log.shift();
  });
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as NodeJS.Signals | number);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    // A frozen process reacts to nothing but this.
    child.kill('SIGCONT');
    await ended;
  };
  const ready = Promise.race([
    firstWord<Ready>(child),
    ended.then((how): never => {
      throw new Error(`${file} ended with ${how} before it was ready:\n${log.join('')}`);
    }),
  ]);
  ready.catch(() => {});
  return {
    ready,
    ended,
    get alive() {
      return child.exitCode === null && child.signalCode === null;
    },
    signal: (signal) => void child.kill(signal),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    // It may have died a moment ago.
    say: (message) => void (child.connected && child.send(message, () => {})),
    hear: (listener) => void child.on('message', listener),
    log: () => log.join(''),
  };
}

function firstWord<Ready>(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as Ready));
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('{')) resolve(JSON.parse(line) as Ready);
      });
  });
}
