import { isOlder } from '@balcao/shared/features/updates/version.ts';
import { connectedOf } from '../installation.repo.ts';
import { readPackage } from '../package-version.ts';
import { type Check, found } from './check.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The programs that are at work, whether all numbers find a place, and whether a later version is there. */
export const machines: Check = async ({ tx, processes, installation }) => {
  const holders = processes.filter(({ kind, draining }) => kind === 'sessions' && !draining);
  const { wanted } = connectedOf(installation);
  const room = sum(holders.map(({ capacity }) => capacity));
  const versions = [...new Set(processes.map(({ version }) => version))];
  const packaged = await readPackage(tx);
  const isBehind =
    packaged !== null && versions.length > 0 && versions.every((version) => isOlder(version, packaged));
  const wrong = [
    ...(wanted > 0 && room === 0 ? [found('sessionsNowhere', { count: wanted })] : []),
    ...(room > 0 && wanted > room ? [found('machinesFull', { count: wanted, most: room })] : []),
    ...(versions.length > 1 ? [found('versionsDiffer', { name: versions.join(', ') })] : []),
    ...(isBehind ? [found('versionNewer', { name: packaged })] : []),
  ];
  return wrong.length > 0 ? wrong : [found('machinesWork', { count: processes.length })];
};
