import type { RunningSandbox, SandboxInfo } from '../sandbox/cli.ts';
import { createSandboxClient } from '../sandbox/client.ts';
import { type Running, startProcess } from './process.ts';

/** The programs of one world, each a separate process. It does not depend on the test runner: journeys use it too. */
export interface Programs {
  /** @param file from the repository's root */
  start<Ready>(
    file: string,
    args: string[],
    env?: Record<string, string>,
    inside?: readonly string[],
  ): Running<Ready>;
  /** Ends them gracefully: their files are complete. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export function createPrograms(): Programs {
  const running = new Set<Running>();
  const all = (end: (program: Running) => Promise<void>) => async () => {
    await Promise.all([...running].map(end));
  };
  return {
    start<Ready>(file: string, args: string[], env = {}, inside: readonly string[] = []) {
      const program = startProcess<Ready>(file, { args, env, inside });
      running.add(program);
      void program.ended.then(() => running.delete(program));
      return program;
    },
    stop: all((program) => program.stop()),
    kill: all((program) => program.kill()),
  };
}

/** A simulated WhatsApp that others reach over its ports. */
export type RemoteSandbox = Pick<RunningSandbox, 'info' | 'commands' | 'stop'>;

/**
 * @param dir folder for the state of phones and companions; a temporary one when absent
 * @param host where WhatsApp is reached
 */
export async function startPhones(
  dir?: string,
  host = '127.0.0.1',
): Promise<RemoteSandbox & { kill(): Promise<void> }> {
  const args = ['--with-parent', '--host', host, ...(dir ? ['--dir', dir] : [])];
  const { ready, stop, kill } = startProcess<SandboxInfo>('server/sandbox/cli.ts', { args });
  const info = await ready;
  return { info, commands: createSandboxClient(info.control), stop, kill };
}

export function serverEnv(
  dataDir: string,
  databaseUrl: string,
  { url, caFile, noiseRoot }: SandboxInfo,
): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    WHATSAPP_URL: url,
    WHATSAPP_CA_FILE: caFile,
    WHATSAPP_NOISE_ROOT: noiseRoot,
  };
}
