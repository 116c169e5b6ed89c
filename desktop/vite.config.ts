import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Builds the screen. Addresses are relative, because Electron's own scheme and the browser host serve the same files;
 * nothing is inlined, because the content policy allows no inline script, style or sound.
 */
export default defineConfig({
  root: 'src/renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../dist/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'chrome140',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // Zod is told to compile nothing in the same chunk, so that no contract of another chunk comes before that.
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ }] },
      },
    },
  },
});
