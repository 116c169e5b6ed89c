import { freePort } from '../../server/src/platform/free-port.ts';
import { type Balancer, startBalancer } from '../../server/test/balancer.ts';
import type { Running } from '../../server/test/process.ts';
import type { Programs } from '../../server/test/programs.ts';

/** A server of one or several processes under one address. */
export interface Server {
  /** @param env of this start alone */
  start(env: Record<string, string>): Promise<void>;
  log(): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

const MAIN = 'server/src/main.ts';

/** One process that does everything, like that of a small installation. */
export function createServer(programs: Programs, port: number): Server {
  let server: Running | undefined;
  return {
    async start(env) {
      server = programs.start(MAIN, ['--with-parent'], { ...env, PORT: String(port) });
      await server.ready;
    },
    log: () => server?.log() ?? '',
    stop: async () => server?.stop(),
    kill: async () => server?.kill(),
  };
}

/** Two API processes and one with sessions behind a real HAProxy, which gives each connection to another one. */
export function createBalancedServer(programs: Programs, port: number, dir: string): Server {
  let apis: Running<{ url: string }>[] = [];
  let balancer: Balancer | undefined;
  async function end(how: 'stop' | 'kill'): Promise<void> {
    await Promise.all(apis.map((api) => api[how]()));
    await balancer?.stop();
    balancer = undefined;
  }
  return {
    async start(env) {
      const start = async (role: string) =>
        programs.start<{ url: string }>(MAIN, ['--with-parent'], {
          ...env,
          TRUST_PROXY: [env.TRUST_PROXY, '127.0.0.1'].filter(Boolean).join(),
          BALCAO_ROLE: role,
          PORT: String(await freePort()),
        });
      apis = [await start('all'), await start('api')];
      const ready = await Promise.all(apis.map((api) => api.ready));
      balancer = await startBalancer(
        dir,
        ready.map(({ url }) => url),
        { port },
      );
    },
    log: () => apis.map((api) => api.log()).join(''),
    stop: () => end('stop'),
    kill: () => end('kill'),
  };
}
