import { EXPECTED_FAILURES, openDesk } from './acts.ts';
import { test } from './same-browser.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** The world that the tests of a file share. */
interface Day {
  stack: Stack;
  shop: Shop;
}

interface DayOptions extends Omit<StackOptions, 'from'> {
  /** Names of customers by phone number. */
  customers: Record<string, string>;
  /** The customers who have written, and whom Ana serves. */
  served: string[];
  /** What else there is before anybody looks. */
  prepare?: (day: Day) => Promise<void>;
}

/** The desk of Ana with the phone linked, at which she looks when each test of the file begins. */
export function beginDay({ customers, served, prepare, ...options }: DayOptions): () => Day {
  let stack: Stack;
  let shop: Shop;
  let expectNoTrouble: () => void;

  test.beforeAll(async () => {
    stack = await startStack({ ...options, from: 'linked' });
    shop = await openShop(stack, customers);
    for (const customer of served) {
      await shop.receivesMessage(customer, 0, 'Olá, bom dia');
      await shop.accepts('ana', customer);
    }
    await prepare?.({ stack, shop });
  });
  test.afterAll(async () => {
    await shop?.end();
    await stack?.end();
  });
  test.beforeEach(async ({ page }) => {
    expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
    await openDesk(page, stack);
  });
  test.afterEach(() => expectNoTrouble());

  return () => ({ stack, shop });
}
