import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The tables of emoji bring pictures of each skin tone, half of their size, which the picker makes by itself, and what
 * each emoji is in hexadecimal digits, which nobody reads.
 */
const UNREAD = ['skins', 'hexcode'];
const smallEmoji: Plugin = {
  name: 'small-emoji',
  enforce: 'pre',
  transform: {
    filter: { id: /emojibase-data\/\w+\/compact\.json$/ },
    handler: (text) =>
      JSON.stringify(JSON.parse(text), (key, value) => (UNREAD.includes(key) ? undefined : value)),
  },
};

/** The largest file of code, in bytes: what is larger is read before it is needed. */
const MAX_CHUNK = 500_000;

/** Ends a build whose code is not parted well. What libraries have for developers is not counted. */
function smallChunks(): Plugin {
  let isProduction = false;
  return {
    name: 'small-chunks',
    configResolved(config) {
      isProduction = config.isProduction;
    },
    generateBundle(_, bundle) {
      if (!isProduction) return;
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && Buffer.byteLength(file.code) > MAX_CHUNK)
          this.error(
            `${file.fileName} has more than ${MAX_CHUNK} bytes: load parts of it when they are needed`,
          );
    },
  };
}

const LANGUAGES = ['pt', 'en', 'es'];

/** The texts of one language, without those few that programs need in all of them at once. */
const textsOf = (language: string) =>
  new RegExp(`shared/src/(?!text/automatic/|features/(contacts|invoice-reminders)/).*/${language}\\.json$`);

/**
 * Builds the screen. Addresses are relative, because Electron's own scheme and the browser host serve the same files;
 * nothing is inlined, because the content policy allows no inline script, style or sound.
 */
export default defineConfig({
  root: 'src/renderer',
  base: './',
  plugins: [smallEmoji, smallChunks(), react()],
  build: {
    outDir: '../../dist/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'chrome140',
    chunkSizeWarningLimit: MAX_CHUNK / 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Zod is told to compile nothing in the same chunk, so that no contract of another chunk comes before that.
            { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ },
            ...LANGUAGES.map((language) => ({ name: `texts-${language}`, test: textsOf(language) })),
            // What the start needs comes in few files: each costs the first paint a request of its own.
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
            },
            { name: 'components', tags: ['$initial'], test: /node_modules\/@(mantine|floating-ui)\// },
            { name: 'contracts', tags: ['$initial'], test: /shared\/src\/.*\.ts$/ },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
          ],
        },
      },
    },
  },
});
