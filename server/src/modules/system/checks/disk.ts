import type { LivingProcess } from '../../../platform/processes.ts';
import { type Check, found } from './check.ts';

/** Free parts of a disk. On a large one the lower bound in bytes is enough. */
const LOW = { share: 0.15, bytes: 50e9 };
const FULL = { share: 0.05, bytes: 5e9 };

const isBelow = ({ free, share }: Disk, bound: typeof LOW) => share < bound.share && free < bound.bytes;

interface Disk {
  machine: string;
  free: number;
  share: number;
}

/** Of each machine the fullest of its disks; of all machines the fullest is told of. */
export const disk: Check = ({ processes }) => {
  const disks = processes.flatMap(diskOf).toSorted((a, b) => a.share - b.share);
  const bad = disks.filter((one) => isBelow(one, FULL));
  const low = disks.filter((one) => isBelow(one, LOW) && !bad.includes(one));
  const [fullest] = disks;
  const telling = bad.length > 0 ? bad : low.length > 0 ? low : fullest ? [fullest] : [];
  const name = bad.length > 0 ? 'diskFull' : low.length > 0 ? 'diskLow' : 'diskEnough';
  const machines = [...new Map(telling.map((one) => [one.machine, one])).values()];
  return machines.map(({ machine, free }) => found(name, { name: machine, bytes: free }));
};

const diskOf = ({ machine, disk: all, diskFree: free }: LivingProcess): Disk[] =>
  all === null || free === null || all === 0 ? [] : [{ machine, free, share: free / all }];
