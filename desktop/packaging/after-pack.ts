import { type AfterPackContext, Arch } from 'electron-builder';
import { faultsOfPackage } from './check-package.ts';

/** electron-builder calls this before it makes installers of a packed console. @throws when something is missing */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const { packager, appOutDir, arch } = context;
  const target = `${packager.platform.nodeName}-${Arch[arch]}`;
  const faults = faultsOfPackage(packager.getResourcesDir(appOutDir), target);
  if (faults.length > 0) throw new Error(`The package is not whole:\n  ${faults.join('\n  ')}`);
}
