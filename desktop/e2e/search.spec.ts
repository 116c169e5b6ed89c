import { expect, test } from '@playwright/test';
import { bubble, EXPECTED_FAILURES, linkPhone, MARIA, row, signIn } from './acts.ts';
import { show } from './pictures.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

test.setTimeout(180_000);

const JOAO = '5521977770003';
const MANY = 60;

let stack: Stack;
let shop: Shop;

test.beforeAll(async () => {
  stack = await startStack();
  await linkPhone(stack);
  shop = await openShop(stack, { [MARIA]: 'Maria Souza', [JOAO]: 'João Pereira' });
  await shop.hears(MARIA, 0, 'Preciso de um orçamento para os azulejos da cozinha, por favor');
  await shop.accepts('ana', MARIA);
  for (let n = 1; n <= MANY; n += 1) await shop.hears(MARIA, 0, `mensagem ${n}`);
  await shop.hears(JOAO, 0, 'Vocês vendem AZULEJO antigo?');
});
test.afterAll(async () => {
  await shop?.end();
  await stack?.end();
});

test('a word that was said long ago is found, and shown where it was said', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'ana@demo.balcao.test');
  await page.getByRole('searchbox', { name: /Buscar/ }).fill('azulejo');
  await expect(row(page, 'João Pereira')).toBeVisible();
  await page.getByText('Mensagens', { exact: true }).click();
  const hit = page.getByRole('button', { name: /Maria Souza/ });
  await expect(hit.locator('mark')).toHaveText('azulejos');
  await expect(page.getByRole('button', { name: /João Pereira/ })).toContainText('AZULEJO');
  await show(page, 'search-messages', ['light', 'dark', 'phone']);
  await hit.click();
  const found = bubble(page, 'azulejos da cozinha');
  await expect(found).toBeInViewport();
  await expect(bubble(page, `mensagem ${MANY}`)).not.toBeInViewport();
  await page.getByRole('searchbox', { name: /Buscar/ }).fill('xilofone');
  await expect(page.getByText('Ninguém escreveu isso')).toBeVisible();
  expectNoTrouble();
});
