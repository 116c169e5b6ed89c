import { dirname, posix, relative, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const ROOT = dirname(import.meta.dirname);

/** What the packaged server starts: commands, processes and threads. */
const PROGRAMS = [
  'main',
  'sessions',
  'balcao',
  'import-whaticket',
  'rebuild-dashboard',
  'modules/imports/spreadsheet-process',
  'modules/imports/spreadsheet-thread',
  'modules/sessions/hash-thread',
  'platform/images/thumbnail-process',
];

/**
 * Our sources look for files beside themselves. Their code ends up in files that lie elsewhere, so each is told where it
 * would lie: pages, pictures, migrations and programs stand there in the package as they do in the repository.
 */
const filesBesideSources: Plugin = {
  name: 'files-beside-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.url') || id.includes('/node_modules/')) return null;
    const source = relative(ROOT, id).replaceAll(sep, '/');
    return code
      .replaceAll(/(new URL\('[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2')
      .replaceAll('import.meta.url', `SOURCE_URL(${JSON.stringify(source)})`);
  },
  renderChunk(code, { fileName }) {
    const top = posix.relative(posix.dirname(fileName), '') || '.';
    return code.replaceAll(
      /SOURCE_URL\("([^"]+)"\)/g,
      (_, source) => `new URL("${top}/${source}", import.meta.url).href`,
    );
  },
};

/** Server and `shared` as JavaScript for the package (`pnpm package:server`). Packages of others stay as they are published. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [filesBesideSources],
  build: {
    ssr: true,
    outDir: 'dist/program',
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((name) => [`server/src/${name}`, `src/${name}.ts`])),
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'server/parts/[name]-[hash].js',
      },
    },
  },
});
