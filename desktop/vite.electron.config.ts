import { cpSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vite';

/** What stays outside the bundles: Electron itself, Node, and the package with a native part. */
const external = [
  'electron',
  'better-sqlite3',
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

/** Main and core as modules; with `--mode preload` the one CommonJS file that a sandboxed page takes. */
export default defineConfig(({ mode }) => ({
  build: {
    ssr: true,
    outDir: 'dist/electron',
    emptyOutDir: mode !== 'preload',
    target: 'node24',
    rolldownOptions: {
      external,
      input:
        mode === 'preload'
          ? { preload: 'src/hosts/electron/preload.ts' }
          : { main: 'src/hosts/electron/main.ts', core: 'src/hosts/electron/core.ts' },
      output:
        mode === 'preload'
          ? { format: 'cjs', entryFileNames: '[name].cjs' }
          : { format: 'es', entryFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: true, external: ['electron', 'better-sqlite3'] },
  plugins: [
    {
      name: 'icons',
      closeBundle: () =>
        cpSync(join(import.meta.dirname, '../resources/icons'), join(import.meta.dirname, 'dist/icons'), {
          recursive: true,
        }),
    },
  ],
}));
