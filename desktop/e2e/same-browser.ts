import { type BrowserContext, test as base } from '@playwright/test';

interface Shelf {
  file: string;
  context: BrowserContext | null;
}

/**
 * The tests of a file look at their console in one browser, each in its own window: the console is entered once,
 * not restarted for each.
 */
export const test = base.extend<object, { shelf: Shelf }>({
  shelf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
    async ({}, use) => {
      const shelf: Shelf = { file: '', context: null };
      await use(shelf);
      await shelf.context?.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, shelf }, use, { file }) => {
    if (shelf.file !== file) {
      await shelf.context?.close();
      Object.assign(shelf, { file, context: await browser.newContext() });
    }
    if (shelf.context) await use(shelf.context);
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
    await Promise.all(context.pages().map((page) => page.close()));
  },
});
