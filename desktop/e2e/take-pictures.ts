import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** `pnpm pictures` takes those of the README; with `--states` a gallery of every page in each of its states. */

const project = process.argv.includes('--states') ? 'states' : 'readme';
const { status } = spawnSync(
  'playwright',
  ['test', '--config', 'playwright.pictures.config.ts', '--project', project],
  { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' },
);
process.exit(status ?? 1);
