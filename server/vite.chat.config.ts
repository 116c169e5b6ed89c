import { defineConfig } from 'vite';

/** The visitor's script, one file for the pages of shops, which have neither our modules nor our styles. */
export default defineConfig({
  root: import.meta.dirname,
  // Nothing of the library for developers is in it.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/chat',
    emptyOutDir: true,
    // What a shop's customers have: browsers of the last three years.
    target: ['chrome111', 'firefox111', 'safari16.4'],
    modulePreload: false,
    lib: { entry: 'chat/main.ts', formats: ['iife'], name: 'balcaoChat', fileName: () => 'chat.js' },
  },
});
