import { expect, type Page } from '@playwright/test';
import { signIn } from './acts.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
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
  await takeTour(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Atendimentos' })).toBeVisible();
  await expect(steps).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Passeio rápido' })).toBeHidden();
  await addAndRemoveAccount(page, stack);
  await page.close();
});

/** By the arrows, with the list at hand meanwhile; the profile begins it again. */
async function takeTour(page: Page): Promise<void> {
  const tour = page.getByRole('dialog', { name: 'Passeio rápido' });
  await expect(tour).toBeFocused();
  await expect(tour).toContainText('1 de 4');
  await show(page, 'tour-list', ['light', 'phone-dark']);
  await page.getByRole('tab', { name: 'Aguardando' }).click();
  await tour.press('ArrowRight');
  await expect(tour).toContainText('2 de 4');
  await show(page, 'tour-conversation', ['dark', 'phone']);
  await tour.press('ArrowRight');
  await expect(tour).toContainText('Um campo para tudo');
  await show(page, 'tour-palette', ['light']);
  await tour.press('ArrowLeft');
  await expect(tour).toContainText('2 de 4');
  await tour.getByRole('button', { name: 'Próximo' }).click();
  await tour.getByRole('button', { name: 'Próximo' }).click();
  // What is set up is no page of an agent's.
  await expect(tour).toContainText('Do seu jeito');
  await show(page, 'tour-profile', ['light', 'phone']);
  await tour.getByRole('button', { name: 'Concluir' }).click();
  await expect(tour).toBeHidden();
  await page.getByRole('button', { name: /^Perfil/ }).click();
  await page.getByRole('button', { name: 'Passeio rápido' }).click();
  await expect(tour).toContainText('1 de 4');
  await page.keyboard.press('Escape');
  await expect(tour).toBeHidden();
}
