import { expect } from '@playwright/test';
import { bubble, EXPECTED_FAILURES, goTo, row, signIn } from './acts.ts';
import { JOAO, MARIA } from './phones.ts';
import { picture, show } from './pictures.ts';
import { test } from './same-browser.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

test.setTimeout(180_000);

const LIA = '5531966660009';
const MANY = 60;
/** A picture of one pixel. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let stack: Stack;
let shop: Shop;

test.beforeAll(async () => {
  stack = await startStack({ from: 'linked' });
  shop = await openShop(stack, { [MARIA]: 'Maria Souza', [JOAO]: 'João Pereira', [LIA]: 'Lia Prado' });
  await shop.receivesMessage(MARIA, 0, 'Preciso de um orçamento para os azulejos da cozinha, por favor');
  await shop.accepts('ana', MARIA);
  // Bubbles end in their time: without the rest, the sixth would look like the sixtieth at midnight.
  for (let n = 1; n <= MANY; n += 1) await shop.receivesMessage(MARIA, 0, `mensagem ${n} de ${MANY}`);
  await shop.receivesMessage(JOAO, 0, 'Vocês vendem AZULEJO antigo?');
  await shop.receivesMessage(LIA, 0, 'Bom dia');
  await shop.accepts('bruno', LIA);
  // Ana's console does not follow what is said to a colleague.
  await shop.receivesMessage(LIA, 0, 'Prefiro azulejo português de 1920');
  await shop.receivesMessage(LIA, 0, { kind: 'image', fileBase64: DOT, text: 'este azulejo' });
  await shop.receivesMessage(LIA, 0, 'até logo');
});
test.afterAll(async () => {
  await shop?.end();
  await stack?.end();
});

test('a word from long ago is found and shown in its place; everything is searched from the palette', async ({
  page,
}) => {
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
  await expect(bubble(page, `mensagem ${MANY} de`)).not.toBeInViewport();
  await page.getByRole('searchbox', { name: /Buscar/ }).fill('xilofone');
  await expect(page.getByText('Ninguém escreveu isso')).toBeVisible();

  const search = page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' });
  const section = (name: string) => page.getByRole('group', { name, exact: true });
  await page.keyboard.press('Control+K');
  await search.fill('azulejo');
  const hits = section('Mensagens').getByRole('button');
  await expect(hits.filter({ hasText: 'azulejos da cozinha' })).not.toContainText('Só no servidor');
  await expect(hits.filter({ hasText: 'português' })).toContainText('Só no servidor');
  await expect(hits.filter({ hasText: 'português' }).locator('mark')).toHaveText('azulejo');
  await expect(section('Conversas')).toContainText('João Pereira');
  await show(page, 'search-everywhere', ['light', 'dark', 'phone', 'phone-dark']);

  await page.getByRole('button', { name: 'Tipo' }).click();
  await page.getByLabel('Imagem').check();
  await picture(page, 'search-everywhere-filter');
  await page.keyboard.press('Escape');
  await expect(hits).toHaveCount(1);
  await expect(hits).toContainText('este azulejo');
  await expect(section('Conversas')).toHaveCount(0);
  await page.getByRole('button', { name: 'Limpar filtros' }).click();

  await search.fill('lia pra');
  await expect(section('Contatos')).toContainText('Lia Prado');
  await page.keyboard.press('Escape');
  await goTo(page, 'Atendimentos');
  await page.keyboard.press('Control+K');
  await search.fill('azulejos coz');
  // The selection stays on the first local result; the server's conversation comes above it and changes nothing.
  await expect(hits.filter({ hasText: 'azulejos da cozinha' })).toHaveAttribute('data-selected');
  await expect(section('Conversas')).toContainText('Só no servidor');
  await expect(hits.filter({ hasText: 'azulejos da cozinha' })).toHaveAttribute('data-selected');
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'azulejos da cozinha')).toBeInViewport();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The messages that were read are on this computer, and may be pruned.
  await page.keyboard.press('Control+K');
  await search.fill('preferencias');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Armazenamento' }).click();
  await expect(page.getByText(/Atendimentos: 3, mensagens: \d+, contatos: 3\./)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Cifrar os dados deste computador' })).toBeDisabled();
  await show(page, 'preferences-storage', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Limpar finalizados' }).click();
  await expect(page.getByText('Espaço liberado')).toBeVisible();
  await expect(page.getByText(/Atendimentos: 3, mensagens: \d+, contatos: 3\./)).toBeVisible();
  expectNoTrouble();
});
