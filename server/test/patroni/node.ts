import { execFileSync } from 'node:child_process';
import { chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../src/platform/free-port.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { type Account, type Daemon, familyOf, startDaemon } from './daemon.ts';

/** One PostgreSQL with its Patroni, as on a machine of its own. */
export interface DatabaseNode {
  name: string;
  /** Where others reach it. */
  address: { postgres: number; patroni: number };
  /** What its Patroni answers; null when it does not. */
  ask(path: string): Promise<{ ok: boolean; body: unknown } | null>;
  start(): void;
  /** The machine loses its power. */
  kill(): Promise<void>;
  /** PostgreSQL alone dies. */
  crash(): Promise<void>;
  /** Everything on it stands still. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Bytes from and to it vanish. */
  cut(): void;
  reconnect(): void;
  /** Its disk has no room left; false where this computer mounts no small one. */
  fill(): Promise<boolean>;
  free(): Promise<void>;
  log(): string;
  stop(): Promise<void>;
}

const ASK_MS = 2_000;
const DISK = '640m';

export interface NodeOptions {
  dir: string;
  name: string;
  account: Account;
  /** The text of `patroni.yml`. */
  config: string;
  /** The port of etcd. */
  etcd: number;
}

export async function createNode(options: NodeOptions): Promise<DatabaseNode> {
  const { name, account } = options;
  const dir = join(options.dir, name);
  const disk = await mountDisk(dir, account);
  const [postgres, patroni] = [await freePort(), await freePort()];
  const at = (port: number) => startFaultProxy(`http://127.0.0.1:${port}`);
  const ways = { postgres: await at(postgres), patroni: await at(patroni), etcd: await at(options.etcd) };
  const address = { postgres: portOf(ways.postgres), patroni: portOf(ways.patroni) };
  const file = join(options.dir, `${name}.yml`);
  await writeFile(
    file,
    options.config.replace(/unix_socket_directories: .*/, `unix_socket_directories: ${dir}`),
  );
  const env = {
    PATRONI_NAME: name,
    // Or it would ask etcd for other ways to it, past the one that is cut.
    PATRONI_ETCD3_USE_PROXIES: 'true',
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${portOf(ways.etcd)}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroni}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${address.patroni}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${address.postgres}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(dir, 'data'),
    PATRONI_POSTGRESQL_PGPASS: join(dir, 'pgpass'),
  };
  let daemon: Daemon | undefined;
  let frozen = new Set<number>();
  const postmaster = async () =>
    Number((await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0]);
  /** @returns everything that stands still now */
  const freeze = async () => {
    const frozen = new Set<number>();
    // Parents first: whoever stands still starts no others.
    for (const root of [daemon?.pid ?? 0, await postmaster()].filter((pid) => pid > 0))
      for (let isNew = true; isNew; ) {
        const told = (await familyOf(root)).filter((pid) => !frozen.has(pid));
        for (const pid of told) tell(pid, 'SIGSTOP');
        for (const pid of told) frozen.add(pid);
        isNew = told.length > 0;
      }
    return frozen;
  };
  const kill = async () => {
    for (const pid of await freeze()) tell(pid, 'SIGKILL');
    await daemon?.ended;
  };
  const lead = (mode: 'drop' | 'reset' | 'pass') => {
    for (const way of Object.values(ways)) way.set({ mode });
  };

  return {
    name,
    address,
    ask: (path) => ask(`http://127.0.0.1:${patroni}${path}`),
    start() {
      daemon = startDaemon('/usr/bin/patroni', [file], account, env);
    },
    kill,
    async crash() {
      tell(await postmaster(), 'SIGKILL');
    },
    async freeze() {
      frozen = await freeze();
    },
    thaw() {
      for (const pid of frozen) tell(pid, 'SIGCONT');
    },
    cut: () => lead('drop'),
    reconnect() {
      // Those that lost something are half open for ever.
      lead('reset');
      lead('pass');
    },
    fill: disk.fill,
    free: disk.free,
    log: () => daemon?.log() ?? '',
    async stop() {
      await kill();
      await Promise.all(Object.values(ways).map((way) => way.stop()));
      disk.unmount();
    },
  };
}

const portOf = ({ url }: FaultProxy) => Number(new URL(url).port);

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

async function ask(url: string): Promise<{ ok: boolean; body: unknown } | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) });
    return { ok: answer.ok, body: await answer.json().catch(() => null) };
  } catch {
    return null;
  }
}

/** A folder that belongs to `account`, in memory and small where this computer mounts one. */
async function mountDisk(dir: string, { uid, gid }: Account) {
  await mkdir(dir);
  let mounted = true;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    mounted = false;
  }
  if (uid !== undefined && gid !== undefined) await chown(dir, uid, gid);
  const ballast = join(dir, 'ballast');
  return {
    async fill() {
      if (!mounted) return false;
      const file = await open(ballast, 'w');
      // Down to the last page.
      for (const size of [1024 * 1024, 4096]) {
        const chunk = Buffer.alloc(size);
        while ((await file.write(chunk).catch(() => ({ bytesWritten: 0 }))).bytesWritten === size);
      }
      await file.close();
      return true;
    },
    free: () => rm(ballast, { force: true }),
    unmount: () => mounted && void execFileSync('umount', ['--lazy', dir]),
  };
}
