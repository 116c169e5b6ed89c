import { expect, test } from '@playwright/test';
import { signIn } from './acts.ts';
import { show } from './pictures.ts';
import { addAndRemoveAccount } from './second-account.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;

test.beforeAll(async () => {
  stack = await startStack({ from: 'linked' });
});
test.afterAll(async () => {
  await stack?.end();
});

test('a new computer asks for its server, and shows the tips once', async ({ browser }) => {
  const page = await browser.newPage();
  // A browser that shows no notifications.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Notification'));
  await page.goto(await stack.startSecondConsole({ knowsServer: false }));
  const address = page.getByLabel('Endereço do servidor');
  const go = page.getByRole('button', { name: 'Verificar e continuar' });
  await address.fill('http://loja.example.com');
  await go.click();
  await expect(page.getByText(/Sem https a senha viajaria aberta/)).toBeVisible();
  await show(page, 'choose-server', ['light', 'dark', 'phone']);
  await address.fill(stack.sandboxPage);
  await go.click();
  await expect(page.getByText(/não um servidor do Balcão/)).toBeVisible();
  await address.fill(`${stack.serverUrl}/`);
  await go.click();
  await signIn(page, 'bruno@demo.balcao.test');
  const steps = page.getByRole('dialog', { name: 'Primeiros passos' });
  await expect(steps).toBeVisible();
  await steps.getByRole('button', { name: 'Mostrar uma notificação' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Assim chega uma notificação' });
  await expect(notice).toBeVisible();
  await show(page, 'first-steps', ['light', 'phone-dark']);
  await steps.getByRole('button', { name: 'Começar' }).click();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await expect(steps).toBeHidden();
  await addAndRemoveAccount(page, stack);
  await page.close();
});
