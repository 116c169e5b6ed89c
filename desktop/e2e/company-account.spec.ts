import { expect, type Page } from '@playwright/test';
import { EXPECTED_FAILURES, signIn, signOut } from './acts.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** The company's own accounts, with a whole provider of OpenID Connect: configured by the admin, used by the team. */

const ADMIN = 'admin@demo.balcao.test';
const ANA = 'ana@demo.balcao.test';
const BRUNO = 'bruno@demo.balcao.test';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ withServices: true });
});
test.afterAll(() => stack?.end());

test('the admin lets the team in by them, and says who is what', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  // The provider's page asks for letters from outside.
  await page.context().route('https://fonts.googleapis.com/**', (route) => route.abort());
  await page.goto(await stack.startConsole());
  await signIn(page, ADMIN);
  await test.step('the admin configures it', () => configure(page));
  await signOut(page);
  await test.step('a person comes in by it', () => comeIn(page));
  await signOut(page);
  await test.step('whom no rule names reads why not', () => stayOut(page));
  expectNoTrouble();
});

async function configure(page: Page): Promise<void> {
  await page.goto(new URL('/#/settings/company-account', page.url()).href);
  await expect(page.getByText(`${stack.serverUrl}/auth/oidc/callback`)).toBeVisible();
  await show(page, 'company-account-empty', ['light', 'phone-dark']);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Use um endereço que começa com https')).toBeVisible();
  await page.getByLabel('Endereço do serviço (issuer)').fill(`${stack.servicesUrl}/accounts`);
  await page.getByLabel('ID do cliente').fill('balcao');
  await page.getByLabel('Segredo do cliente').fill('a secret that the company has typed');
  await page.getByRole('switch', { name: 'Deixar a equipe entrar assim' }).press(' ');
  await page.getByRole('combobox', { name: 'Valores de usuários' }).fill('atendimento');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Entrada pela conta da empresa salva')).toBeVisible();
  await show(page, 'company-account', ['light', 'dark', 'phone']);
}

/** @returns the page of the browser on which the provider has been told who they are */
async function atProvider(page: Page, email: string): Promise<Page> {
  await page.getByLabel('E-mail').fill(email);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Entrar com a conta da empresa' }).click();
  const browser = await opening;
  await expect(browser.getByPlaceholder('Enter any login')).toHaveValue(email);
  await browser.getByPlaceholder('and password').fill('any');
  await browser.getByRole('button', { name: 'Sign-in' }).click();
  await browser.getByRole('button', { name: 'Continue' }).click();
  return browser;
}

async function comeIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Entrar com a conta da empresa' })).toBeVisible();
  await show(page, 'login-company-account', ['light', 'dark', 'phone']);
  const browser = await atProvider(page, ANA);
  await expect(browser.getByText(/^Pronto\. Você pode fechar esta página/)).toBeVisible();
  await browser.close();
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
}

async function stayOut(page: Page): Promise<void> {
  await fetch(`${stack.servicesUrl}/accounts/people/${BRUNO}`, { method: 'PUT', body: '{"groups":[]}' });
  // The provider still knows the person before.
  await page.context().clearCookies({ name: /^_session/ });
  const browser = await atProvider(page, BRUNO);
  await expect(browser.getByText(/^As regras da sua empresa não dão nenhum perfil/)).toBeVisible();
  await show(browser, 'company-account-failed', ['light', 'phone-dark']);
  await browser.goto(`${stack.serverUrl}/sign-in-code?lang=pt#x`);
  await browser.getByLabel('Código de verificação').fill('123456');
  await browser.getByRole('button', { name: 'Continuar' }).click();
  await expect(browser.getByText(/^Esta entrada demorou demais/)).toBeVisible();
  await show(browser, 'company-account-code', ['light', 'phone-dark']);
  await browser.close();
}
