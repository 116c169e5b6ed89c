import { connectedOf } from '../installation.repo.ts';
import { type Check, found } from './check.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The programs that are at work, and whether all numbers find a place. */
export const machines: Check = ({ processes, installation }) => {
  const holders = processes.filter(({ kind, draining }) => kind === 'sessions' && !draining);
  const { wanted } = connectedOf(installation);
  const room = sum(holders.map(({ capacity }) => capacity));
  const versions = [...new Set(processes.map(({ version }) => version))];
  const wrong = [
    ...(wanted > 0 && room === 0 ? [found('sessionsNowhere', { count: wanted })] : []),
    ...(room > 0 && wanted > room ? [found('machinesFull', { count: wanted, most: room })] : []),
    ...(versions.length > 1 ? [found('versionsDiffer', { name: versions.join(', ') })] : []),
  ];
  return wrong.length > 0 ? wrong : [found('machinesWork', { count: processes.length })];
};
