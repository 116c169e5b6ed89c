import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Takes the pictures of the README, and those of every state, on the programs and worlds of the journeys. */
export default defineConfig({
  ...base,
  projects: [
    { name: 'readme', testMatch: 'readme.pictures.ts' },
    { name: 'states', testMatch: 'states.pictures.ts' },
  ],
  retries: 0,
  use: { ...base.use, viewport: { width: 1366, height: 768 } },
});
