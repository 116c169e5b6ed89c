import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './e2e/chromium.ts';

/** Journeys that take longest begin first, so that at the end no worker is left alone with one. */
const LONGEST =
  /(administration|contacts|gallery|long-conversation|long-list|offline-day|ticket-list)\.spec\.ts$/;

/** Browser journeys on the real server, PostgreSQL, sandbox WhatsApp and Chromium. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'e2e/results',
  // Each file has a world of its own: a database, two servers, consoles and a browser, which wait more than they work.
  workers: 3,
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  // A test is repeated in a fresh world. A journey of many steps that meets a busy machine may stumble at two of them;
  // the test command names every one that was repeated, and lets few pass.
  retries: 2,
  timeout: 300_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    // Whoever waits for something to press that does not come says so long before the whole journey is over.
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // The system is set as some people have it: nobody waits for movements. The journeys that show every screen move
    // (`test.use`).
    contextOptions: { reducedMotion: 'reduce' },
    // The browser is set as most people have it; without it the page shows them itself.
    permissions: ['notifications'],
    launchOptions: CHROMIUM,
  },
});
