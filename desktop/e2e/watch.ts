import { expect, type Page } from '@playwright/test';

/**
 * Collects what must never happen on a screen: console errors, unhandled rejections, violations of the content
 * security policy. `allow` is for the failures a test causes on purpose.
 */
export async function watchForTrouble(page: Page, allow: RegExp[] = []): Promise<() => void> {
  const trouble: string[] = [];
  const note = (text: string) => {
    if (!allow.some((pattern) => pattern.test(text))) trouble.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`page: ${error.stack ?? error.message}`));
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noConsole: the page reports to the test by its console
    const report = (text: string) => console.error(text);
    document.addEventListener('securitypolicyviolation', (event) => {
      report(`csp: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
    globalThis.addEventListener('unhandledrejection', (event) => {
      report(`unhandled: ${String(event.reason)}`);
    });
  });
  return () => expect(trouble).toEqual([]);
}
