import { type SpawnOptions, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

interface Outcome {
  code: number | null;
  /** What it wrote on its standard output. */
  out: string;
  /** What it wrote on its standard error. */
  said: string;
}

/** It dies with us, however we die: whoever calls the command again finds nobody at work. */
const WITH_US = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL'] : [];
/** How `setpriv` ends when there is no such program. */
const NOT_FOUND = 127;

/**
 * Runs a program of the system to its end.
 *
 * @param from Debian's package that has it
 * @throws Error that says what to install, when it is not there
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions & { from: string },
): Promise<Outcome> {
  const { from, ...how } = options;
  const missing = new Error(`${program} is not installed: apt-get install ${from}`);
  const [command = program, ...rest] = [...WITH_US, program, ...args];
  // We read its words.
  const env = { ...(how.env ?? process.env), LC_ALL: 'C' };
  const child = spawn(command, rest, { ...how, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = Promise.withResolvers<number | null>();
  child.once('error', (error: NodeJS.ErrnoException) =>
    ended.reject(error.code === 'ENOENT' ? missing : error),
  );
  child.once('close', ended.resolve);
  const [code, out, said] = await Promise.all([ended.promise, text(child.stdout), text(child.stderr)]);
  if (code === NOT_FOUND && said.includes('setpriv')) throw missing;
  return { code, out, said };
}
