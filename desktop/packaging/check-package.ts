import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getRawHeader, listPackage } from '@electron/asar';

/** Without one of these the console does not start, or starts without a screen. */
const NEEDED = [
  'package.json',
  'dist/electron/main.js',
  'dist/electron/core.js',
  'dist/electron/preload.cjs',
  'dist/renderer/index.html',
  'dist/icons/icon.png',
  'dist/icons/tray.png',
  'migrations/cache/0010_rows.sql',
  'node_modules/better-sqlite3/lib/index.js',
];

interface Entry {
  files?: Record<string, Entry>;
  unpacked?: boolean;
  integrity?: unknown;
}

/**
 * What is wrong with a packed console.
 *
 * @param resources the folder with `app.asar`
 * @param target platform and architecture as Node names them, for example `win32-x64`
 * @returns one sentence for each fault; nothing when it is whole
 */
export function faultsOfPackage(resources: string, target: string): string[] {
  const archive = join(resources, 'app.asar');
  // A Windows archive is listed with its own separators.
  const files = new Set(
    listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/').slice(1)),
  );
  const faults = NEEDED.filter((file) => !files.has(file)).map((file) => `${file} is missing`);

  const native = [...files].filter((file) => file.endsWith('.node'));
  const wanted = `node_modules/better-sqlite3/prebuilds/${target}.node`;
  if (native.join() !== wanted) faults.push(`wanted ${wanted} alone, found ${native.join(', ') || 'none'}`);
  for (const file of native) {
    // The system loads libraries from files, not from an archive.
    if (!existsSync(join(`${archive}.unpacked`, file))) faults.push(`${file} is not unpacked`);
  }
  const { header } = getRawHeader(archive);
  faults.push(...withoutIntegrity(header as Entry).map((file) => `${file} can be changed unseen`));
  return faults;
}

/** Files for which the archive's header has no hash. */
function withoutIntegrity(entry: Entry, path = ''): string[] {
  if (!entry.files) return entry.integrity || entry.unpacked ? [] : [path];
  return Object.entries(entry.files).flatMap(([name, child]) =>
    withoutIntegrity(child, path ? `${path}/${name}` : name),
  );
}
