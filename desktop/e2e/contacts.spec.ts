import { openPool, type Sql } from '../../server/src/platform/db/client.ts';
import { EXPECTED_FAILURES, signIn } from './acts.ts';
import { inEnglish } from './contacts/languages.ts';
import { mergedMeanwhile, merging } from './contacts/merging.ts';
import { anyName, contactsPage, newContact, writingAtOnce } from './contacts/page.ts';
import { panel } from './contacts/panel.ts';
import { addPeople } from './contacts/people.ts';
import { personFile } from './contacts/person-file.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** Contacts: the page of an admin, and the panel beside a conversation. */

test.setTimeout(180_000);
test.use({ actionTimeout: 15_000 });

let stack: Stack;
let sql: Sql;

test.beforeAll(async () => {
  stack = await startStack();
  sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-contacts' });
  await addPeople(stack, sql);
});
test.afterAll(async () => {
  await sql?.end();
  await stack?.end();
});

test('contacts are found, written, merged and blocked', async ({ page }) => {
  const screen = { page, sql };
  const expectNoTrouble = await watchForTrouble(page, [...EXPECTED_FAILURES, /status of 4\d\d/]);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('the file of a person', () => personFile(page));
  await test.step('the page', () => contactsPage(page));
  await test.step('a colleague writes meanwhile', () => writingAtOnce(screen));
  await test.step('a name of any length', () => anyName(screen));
  await test.step('a new contact', () => newContact(page));
  await test.step('the panel', () => panel(screen));
  await test.step('merging', () => merging(page));
  await test.step('merged meanwhile', () => mergedMeanwhile(screen));
  await test.step('in English', () => inEnglish(page));
  expectNoTrouble();
});
