import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { showQrToSandbox } from '../../.scripts/camera.ts';
import { playOn } from '../../.scripts/play.ts';
import { bubble, expectTick, goTo, message } from './acts.ts';
import { show } from './pictures.ts';
import { startShopAtWork } from './shop-at-work.ts';
import { startStack } from './stack.ts';

const SECRET = 'livros e café';

test('the first account of an installation', async ({ page }) => {
  const stack = await startStack({ from: 'empty' });
  try {
    await page.goto(await stack.startConsole());
    await expect(page.getByRole('heading', { name: 'Prepare o seu Balcão' })).toBeVisible();
    await show(page, 'set-up', ['light', 'phone']);
    await page.getByLabel('Código de instalação').fill('adivinhado');
    await page.getByLabel('Nome da empresa').fill('Operadora Ltda.');
    await page.getByLabel('Seu nome').fill('Olga Prado');
    await page.getByLabel('E-mail').fill('olga@operadora.test');
    await page.getByLabel('Senha', { exact: true }).fill(SECRET);
    await page.getByRole('button', { name: 'Começar' }).click();
    await expect(page.getByRole('alert')).toContainText('O código de instalação não confere.');
    const [, code = ''] = /"setUpCode":"([\w-]+)"/.exec(stack.serverLog()) ?? [];
    await page.getByLabel('Código de instalação').fill(code);
    await page.getByRole('button', { name: 'Começar' }).click();
    await expect(page.getByText('Tudo pronto! Entre com a sua conta.')).toBeVisible();
    await page.getByLabel('E-mail').fill('olga@operadora.test');
    await page.getByLabel('Senha', { exact: true }).fill(SECRET);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await goTo(page, 'Configurações');
    await expect(page.getByRole('tab', { name: 'Empresas' })).toBeVisible();
  } finally {
    await stack.end();
  }
});

test('a newcomer answers a customer of the shop at work, in few clicks', async ({ page }) => {
  const stack = await startShopAtWork();
  const control = `${stack.sandboxPage}/_control`;
  // This starts as `npm start` does: nobody has scanned anything yet.
  const stopCamera = showQrToSandbox(stack.databaseUrl, control);
  const stopPlay = playOn({ databaseUrl: stack.databaseUrl, control }, join(stack.dir, 'played.json'), true);
  try {
    // A console on which nobody has signed in yet.
    mkdirSync(stack.consoleDir);
    writeFileSync(join(stack.consoleDir, 'settings.json'), '{}');
    const clicks = await countClicks(page);
    await page.goto(await stack.startConsole());
    await page.getByRole('button', { name: 'Ana', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Primeiros passos' })
      .getByRole('button', { name: 'Começar' })
      .click();
    // How many depends on the hour: those who write while the shop is closed wait as well.
    await page.getByRole('button', { name: /^\d+ clientes aguardando$/ }).click();
    await page.getByRole('button', { name: 'Aceitar o atendimento de Emma Clarke' }).click();
    await expect(message(page)).toBeFocused();
    await page.keyboard.type('Yes, we ship to Porto Alegre.');
    await page.keyboard.press('Enter');
    await expectTick(page, 'Yes, we ship', 'read', 30_000);
    await expect(bubble(page, 'Great, Thursday would be perfect')).toBeVisible();
    expect(await clicks()).toBeLessThanOrEqual(9);
  } finally {
    await stopPlay();
    await stopCamera();
    await stack.end();
  }
});

/** Counts in the page, over reloads. @returns how often was clicked */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = () => sessionStorage.setItem('clicks', `${Number(sessionStorage.getItem('clicks')) + 1}`);
    addEventListener('pointerdown', count, true);
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')));
}
