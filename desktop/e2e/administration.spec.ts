import { EXPECTED_FAILURES } from './acts.ts';
import { adminPages } from './administration/admin-pages.ts';
import { inviting, signingUp } from './administration/beginning.ts';
import { integrations } from './administration/integrations.ts';
import { forgottenPassword, operatorPages, overdue } from './administration/operator.ts';
import { publishing } from './administration/privacy.ts';
import { agentSeesLess } from './administration/rights.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** A picture of every page in every look takes a while on a busy machine. */
test.setTimeout(360_000);

let stack: Stack;

test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(async () => {
  await stack?.end();
});

test('companies, people and what they may do', async ({ page, browser }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await test.step('sign up on trial', () => signingUp(page));
  await test.step('the admin invites an agent, by keyboard alone', () => inviting(page));
  await test.step('every page of an admin', () => adminPages(page));
  await test.step('what is kept of customers, told to them', () => publishing(page));
  await test.step('a program outside comes and goes', () => integrations(page));
  await test.step('an agent sees less, on a computer of their own', () =>
    agentSeesLess(page, stack, browser));
  await test.step('forgotten password', () => forgottenPassword(page));
  await test.step('the operator’s pages', () => operatorPages(page, stack));
  await test.step('an overdue company opens again at once', () => overdue(page, stack));
  expectNoTrouble();
});
