import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../src/platform/free-port.ts';
import { eventually } from './eventually.ts';

const CONFIG = fileURLToPath(new URL('../packaging/haproxy.cfg', import.meta.url));
const HAPROXY = '/usr/sbin/haproxy';

export interface Balancer {
  url: string;
  stop(): Promise<void>;
}

/** A real HAProxy by the configuration that operators are given, but for the addresses. */
export async function startBalancer(
  dir: string,
  apis: readonly string[],
  at?: { port: number },
): Promise<Balancer> {
  const port = at?.port ?? (await freePort());
  const servers = apis.map((url, index) => `  server api${index} ${new URL(url).host}`);
  const given = (await readFile(CONFIG, 'utf8')).split('\n');
  const lines = given
    .filter((line) => !line.startsWith('  server '))
    .map((line) => (line.startsWith('  bind ') ? `  bind 127.0.0.1:${port}` : line));
  const stop = await startHaproxy(dir, 'haproxy.cfg', [...lines, ...servers, ''].join('\n'), port);
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** @returns what ends it */
export async function startHaproxy(
  dir: string,
  name: string,
  config: string,
  port: number,
): Promise<() => Promise<void>> {
  if (!existsSync(HAPROXY)) throw new Error('HAProxy is missing: install the package haproxy.');
  const file = join(dir, name);
  await writeFile(file, config);
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' });
  await eventually(
    () => isOpen(port),
    (open) => open,
  );
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

/** Somebody listens there. */
export function isOpen(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
