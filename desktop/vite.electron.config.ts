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

/** What is bundled, by `--mode`: main and core, unless it says something else; the one CommonJS file that a sandboxed page takes; and for benchmarks the core in its browser host. */
const BUNDLES = {
  desktop: {
    outDir: 'dist/electron',
    input: { main: 'src/hosts/electron/main.ts', core: 'src/hosts/electron/core.ts' },
    output: { format: 'es', entryFileNames: '[name].js' },
  },
  preload: {
    outDir: 'dist/electron',
    input: { preload: 'src/hosts/electron/preload.ts' },
    output: { format: 'cjs', entryFileNames: '[name].cjs' },
  },
  browser: {
    outDir: 'dist/measured/browser',
    input: { main: 'src/hosts/browser/main.ts' },
    output: { format: 'es', entryFileNames: '[name].js' },
  },
} as const;

export default defineConfig(({ mode }) => {
  const { outDir, input, output } = BUNDLES[mode in BUNDLES ? (mode as keyof typeof BUNDLES) : 'desktop'];
  return {
    build: {
      ssr: true,
      outDir,
      emptyOutDir: mode !== 'preload',
      target: 'node24',
      rolldownOptions: { external, input, output },
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
  };
});
