import type { LivingProcess } from '../../../platform/processes.ts';
import { type Check, found } from './check.ts';

/** Free parts of a disk. On a large one the lower bound in bytes is enough. */
const LOW = { share: 0.15, bytes: 50e9 };
const FULL = { share: 0.05, bytes: 5e9 };

interface Disk {
  machine: string;
  free: number;
  share: number;
  name: 'diskEnough' | 'diskLow' | 'diskFull';
}

/** What is found of a disk. @param free bytes, as `all` */
export function findRoom(free: number, all: number): Disk['name'] {
  const isBelow = ({ share, bytes }: typeof LOW) => free / all < share && free < bytes;
  return isBelow(FULL) ? 'diskFull' : isBelow(LOW) ? 'diskLow' : 'diskEnough';
}

/** Of each machine the fullest of its disks; of all machines the fullest is told of. */
export const disk: Check = ({ processes }) => {
  const disks = processes.flatMap(diskOf).toSorted((a, b) => a.share - b.share);
  const worst = (['diskFull', 'diskLow'] as const).find((name) => disks.some((one) => one.name === name));
  const telling = worst ? disks.filter(({ name }) => name === worst) : disks.slice(0, 1);
  const machines = [...new Map(telling.map((one) => [one.machine, one])).values()];
  return machines.map(({ machine, free, name }) => found(name, { name: machine, bytes: free }));
};

const diskOf = ({ machine, disk: all, diskFree: free }: LivingProcess): Disk[] =>
  all === null || free === null || all === 0
    ? []
    : [{ machine, free, share: free / all, name: findRoom(free, all) }];
