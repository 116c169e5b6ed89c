import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Takes the pictures of the README, on the programs and worlds of the journeys. */
export default defineConfig({
  ...base,
  projects: [{ name: 'pictures', testMatch: 'readme.pictures.ts' }],
  retries: 0,
  use: { ...base.use, viewport: { width: 1366, height: 768 } },
});
