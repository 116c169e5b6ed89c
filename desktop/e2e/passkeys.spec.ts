import { type CDPSession, expect, type Page } from '@playwright/test';
import { EXPECTED_FAILURES, PASSWORD, signIn, signOut } from './acts.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** A key that is made in the profile and opens the account, in the browser beside the console. */

const ANA = 'ana@demo.balcao.test';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
  await stack.stopServer();
  // A browser makes keys for names, not for addresses.
  await stack.startServer({ PUBLIC_URL: stack.serverUrl.replace('127.0.0.1', 'localhost') });
});
test.afterAll(() => stack?.end());

type Key = Credentials[number];
const addKey = (cdp: CDPSession, authenticatorId: string, credential: Key) =>
  cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
type Credentials = Awaited<ReturnType<typeof keysOf>>;
const keysOf = async (cdp: CDPSession, authenticatorId: string) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

/** The page has the authenticator of this computer, with its person's finger on it. */
async function atDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test('made in the profile, it opens the account without a password', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, ANA);
  let key: Key | undefined;
  await test.step('the browser makes a key', async () => {
    key = await makeKey(page);
  });
  await signOut(page);
  await test.step('the key opens the account', () => enterWith(page, key));
  expectNoTrouble();
});

async function makeKey(page: Page): Promise<Key | undefined> {
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('button', { name: 'Meu perfil' }).click();
  await page.getByRole('tab', { name: 'Verificação em duas etapas' }).click();
  await page.getByRole('button', { name: 'Criar uma chave' }).click();
  await page.getByLabel('Senha atual').last().fill(PASSWORD);
  await show(page, 'passkey-password', ['light', 'phone-dark']);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Abrir o navegador' }).click();
  const browser = await opening;
  const { cdp, authenticatorId } = await atDevice(browser);
  await expect(browser.getByText(`Para a conta ${ANA}.`)).toBeVisible();
  await show(browser, 'passkey-page', ['light', 'dark', 'phone']);
  await browser.getByLabel('Nome da chave').fill('Notebook da Ana');
  await browser.getByRole('button', { name: 'Criar a chave' }).click();
  await expect(browser.getByText(/^Pronto\. A chave já vale/)).toBeVisible();
  const [key] = await keysOf(cdp, authenticatorId);
  await browser.close();
  await expect(page.getByText('Notebook da Ana')).toBeVisible();
  await show(page, 'passkeys', ['light', 'dark', 'phone']);
  await page.keyboard.press('Escape');
  return key;
}

async function enterWith(page: Page, key: Key | undefined): Promise<void> {
  if (!key) throw new Error('no key was made');
  await expect(page.getByRole('button', { name: 'Usar uma chave de acesso' })).toBeVisible();
  await show(page, 'login-passkey', ['light', 'dark', 'phone']);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Usar uma chave de acesso' }).click();
  const browser = await opening;
  const { cdp, authenticatorId } = await atDevice(browser);
  await addKey(cdp, authenticatorId, key);
  await show(browser, 'passkey-sign-in', ['light', 'phone-dark']);
  await browser.getByRole('button', { name: 'Usar a chave de acesso' }).click();
  await expect(browser.getByText(/^Pronto\. Você pode fechar esta página/)).toBeVisible();
  await browser.close();
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
}
