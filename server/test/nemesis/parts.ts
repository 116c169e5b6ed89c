import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultProxy, openProxy, startFaultProxy } from '../fault-proxy.ts';
import type { UserFixture } from '../fixtures.ts';
import type { NetworkMachine } from '../network.ts';
import type { Running } from '../process.ts';
import type { World } from '../world.ts';
import { type Console, startConsole } from './console.ts';
import type { Machines } from './machines.ts';
import type { Chance } from './random.ts';

/** A supervised program: when it dies, another one is started in its place. */
interface Part {
  readonly name: string;
  readonly kind: 'api' | 'worker' | 'console';
  readonly now: Running;
  /** Ends it; the next one starts so many milliseconds after its end. */
  end(how: 'SIGKILL' | 'SIGTERM', absentMs: number): void;
  /** Freezes for so long. */
  freeze(ms: number): void;
  /** Runs again, whatever was done to it. */
  heal(): void;
  /** Exits that were no kill. */
  readonly deaths: (NodeJS.Signals | number)[];
  /** Ends the supervision: no other one is started. */
  retire(): void;
}

/** A connection over TCP that may be disturbed. */
export interface Line {
  name: string;
  kind: 'database' | 'whatsapp' | 'console' | 'bucket';
  proxy: FaultProxy;
}

interface NemesisAgent {
  user: UserFixture;
  /** The console of the current program. */
  readonly console: Console;
  /** The consoles of all its programs so far. */
  readonly consoles: Console[];
}

export interface Parts {
  parts: Part[];
  lines: Line[];
  /** Those that can be cut off from all others. */
  machines: NetworkMachine[];
  desks: NemesisAgent[];
  stop(): Promise<void>;
}

const RESTART_MS = 500;

interface Shape {
  servers: number;
  /** Then consoles come by a proxy, programs are of either version, and the database has no faulty lines but its nodes. */
  machines?: Machines | undefined;
  chance: Chance;
}

/** One or two servers (an API and a session worker each) and a console for every agent; consoles share the servers. */
export async function startParts(world: World, { servers, machines, chance }: Shape): Promise<Parts> {
  const parts: Part[] = [];
  const lines: Line[] = [];
  const desks: NemesisAgent[] = [];
  const proxies: FaultProxy[] = [];
  const apart: NetworkMachine[] = [];
  const line = async (name: string, kind: Line['kind'], target: string) => {
    const proxy = await startFaultProxy(target, kind === 'console' ? undefined : machines?.host);
    lines.push({ name, kind, proxy });
    return proxy.url;
  };
  if (machines) {
    lines.push({ name: 'db2', kind: 'database', proxy: machines.beside.line });
    lines.push({ name: 'the bucket', kind: 'bucket', proxy: machines.bucketLine });
  }
  for (let index = 1; index <= servers; index += 1) {
    const proxy = await openProxy();
    proxies.push(proxy);
    const database = async (whose: string) =>
      machines ? {} : { databaseUrl: await line(`database of ${whose}`, 'database', world.database.url) };
    const program = (file: string) => (machines ? { program: machines.roll(file, chance) } : {});
    const on = (name: string) => {
      const machine = machines?.machine(name);
      if (machine) apart.push(machine);
      return { machine };
    };
    const api = { proxy, ...on(`api${index}`), ...(await database(`API ${index}`)) };
    const worker = {
      ...on(`work${index}`),
      ...(await database(`worker ${index}`)),
      whatsappUrl: await line(`WhatsApp of worker ${index}`, 'whatsapp', world.sandbox.info.url),
    };
    const first = watch(`API ${index}`, 'api', () =>
      world.startApi({ ...api, ...program('server/src/main.ts') }),
    );
    const sessions = (name: string, way: { databaseUrl?: string } = {}) =>
      watch(name, 'worker', () =>
        world.startWorker({
          ...worker,
          ...way,
          env: { DATABASES: '' },
          ...program('server/test/session-worker.ts'),
        }),
      );
    const own = [first, sessions(`worker ${index}`)];
    if (machines) own.push(sessions(`worker ${index} of db2`, { databaseUrl: machines.beside.database.url }));
    // The first one migrates and makes the secret key.
    await Promise.all(own.map(({ now }) => now.ready));
    parts.push(...own);
  }
  for (const company of world.companies) await company.link();
  const front = await machines?.startFront(proxies.map(({ url }) => url));
  for (const [index, user] of world.companies.flatMap(({ agents }) => agents).entries()) {
    const url = await line(
      `console of ${user.email}`,
      'console',
      front ?? proxies[index % servers]?.url ?? '',
    );
    const consoles: Console[] = [];
    const start = () => {
      const agent = 'server/test/nemesis/agent.ts';
      const console = startConsole(world, user, url, {}, machines?.roll(agent, chance) ?? agent);
      consoles.push(console);
      return console;
    };
    const part = watch(`console of ${user.email}`, 'console', start);
    await part.now.ready;
    parts.push(part);
    desks.push({
      user,
      consoles,
      get console() {
        return part.now as Console;
      },
    });
  }
  return {
    parts,
    lines,
    machines: apart,
    desks,
    async stop() {
      for (const part of parts) part.retire();
      await Promise.all(parts.map(({ now }) => now.kill()));
      for (const proxy of [...lines.map((one) => one.proxy), ...proxies]) await proxy.stop();
    },
  };
}

function watch(name: string, kind: Part['kind'], start: () => Running): Part {
  const deaths: (NodeJS.Signals | number)[] = [];
  let now = begin();
  let absentMs: number | null = null;
  let thaw: NodeJS.Timeout | undefined;
  let retired = false;

  function begin(): Running {
    const program = start();
    let isReady = false;
    program.ready.then(
      () => (isReady = true),
      // It needs its database to start; the next one may have more luck.
      () => {},
    );
    void program.ended.then(async (how) => {
      clearTimeout(thaw);
      if (isReady && absentMs === null && !retired) deaths.push(how);
      await sleep(absentMs ?? RESTART_MS);
      absentMs = null;
      if (!retired) now = begin();
    });
    return program;
  }
  const wake = () => {
    clearTimeout(thaw);
    now.signal('SIGCONT');
  };

  return {
    name,
    kind,
    deaths,
    get now() {
      return now;
    },
    end(how, ms) {
      if (absentMs !== null || !now.alive) return;
      absentMs = ms;
      void (how === 'SIGKILL' ? now.kill() : now.stop());
    },
    freeze(ms) {
      clearTimeout(thaw);
      now.signal('SIGSTOP');
      thaw = setTimeout(wake, ms);
    },
    heal: wake,
    retire() {
      retired = true;
      wake();
    },
  };
}
