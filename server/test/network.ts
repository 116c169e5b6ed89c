import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/** Machines with addresses of their own on one wire: namespaces of this computer's network, which only root may make. */
export interface Network {
  /** What the addresses of all begin with, like `10.71.3.`. */
  prefix: string;
  /** Where machines find what runs outside of them. */
  address: string;
  machine(name: string): NetworkMachine;
  close(): void;
}

export interface NetworkMachine {
  address: string;
  /** What a command begins with that is to run there. */
  inside: readonly string[];
  /** Nothing goes to it or comes from it any more, and nobody is told. */
  cut(): void;
  reconnect(): void;
}

/** Of the wire itself; machines have those behind it. */
const FIRST = 1;
/** States of a bridge's port, as `bridge link` names them: everything vanishes, everything passes. */
const PORT = { dead: '0', open: '3' };

/** @returns null where this computer does not let us */
export function openNetwork(): Network | null {
  // Several may be there at once, beside networks that the computer has.
  const prefix = `10.${randomInt(64, 128)}.${randomInt(256)}.`;
  const wire = `bal${randomInt(36 ** 4).toString(36)}`;
  const spaces: string[] = [];
  const run = (command: string) =>
    void execFileSync(command.split(' ')[0] ?? '', command.split(' ').slice(1), { stdio: 'pipe' });
  try {
    run(`ip link add ${wire} type bridge`);
    run(`ip address add ${prefix}${FIRST}/24 dev ${wire}`);
    run(`ip link set ${wire} up`);
  } catch (error) {
    process.stderr.write(`Machines have no network of their own here: ${(error as Error).message}\n`);
    return null;
  }
  return {
    prefix,
    address: `${prefix}${FIRST}`,
    machine(name) {
      const space = `${wire}-${name}`;
      const plug = `${wire}p${spaces.length}`;
      const address = `${prefix}${FIRST + spaces.push(space)}`;
      run(`ip netns add ${space}`);
      run(`ip link add ${plug} type veth peer name eth0 netns ${space}`);
      run(`ip link set ${plug} master ${wire} up`);
      for (const command of [`address add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up'])
        run(`ip -n ${space} ${command}`);
      const set = (state: string) => run(`bridge link set dev ${plug} state ${state}`);
      return {
        address,
        inside: ['ip', 'netns', 'exec', space],
        cut: () => set(PORT.dead),
        reconnect: () => set(PORT.open),
      };
    },
    close() {
      for (const space of spaces) run(`ip netns delete ${space}`);
      run(`ip link delete ${wire}`);
    },
  };
}
