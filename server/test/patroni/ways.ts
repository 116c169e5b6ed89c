import { freePort } from '../../src/platform/free-port.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import type { NetworkMachine } from '../network.ts';

/** How a node of the database reaches others, and they reach it. */
export interface Ways {
  /** Where others reach it. */
  address: { host: string; postgres: number; patroni: number };
  /** Where its programs listen, like `127.0.0.1:5432`. */
  listens: { postgres: string; patroni: string };
  /** Where it finds etcd: like `10.0.0.1:2379`, or several of these with commas. */
  etcd: string;
  /** What a command begins with that is to run on its machine. */
  inside: readonly string[];
  /** Bytes from and to it vanish. */
  cut(): void;
  reconnect(): void;
  stop(): Promise<void>;
}

/** A machine of its own, by the usual ports. */
export function waysOfMachine(machine: NetworkMachine, etcd: string): Ways {
  const { address: host, inside, cut, reconnect } = machine;
  return {
    address: { host, postgres: 5432, patroni: 8008 },
    listens: { postgres: `${host}:5432`, patroni: `${host}:8008` },
    etcd,
    inside,
    cut,
    reconnect,
    stop: async () => {},
  };
}

/** Lines on one machine that can be cut. */
export async function waysByProxies(etcd: string): Promise<Ways> {
  const host = '127.0.0.1';
  const [postgres, patroni] = [await freePort(), await freePort()];
  const open = (address: string) => startFaultProxy(`http://${address}`);
  const listens = { postgres: `${host}:${postgres}`, patroni: `${host}:${patroni}` };
  const proxies = {
    postgres: await open(listens.postgres),
    patroni: await open(listens.patroni),
    etcd: await open(etcd),
  };
  const all = Object.values(proxies);
  const lead = (mode: 'drop' | 'reset' | 'pass') => {
    for (const proxy of all) proxy.set({ mode });
  };
  return {
    address: { host, postgres: portOf(proxies.postgres), patroni: portOf(proxies.patroni) },
    listens,
    etcd: new URL(proxies.etcd.url).host,
    inside: [],
    cut: () => lead('drop'),
    reconnect() {
      // Those that lost something are half open for ever.
      lead('reset');
      lead('pass');
    },
    async stop() {
      await Promise.all(all.map((proxy) => proxy.stop()));
    },
  };
}

const portOf = ({ url }: FaultProxy) => Number(new URL(url).port);
