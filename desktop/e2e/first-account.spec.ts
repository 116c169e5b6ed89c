import { expect, test } from '@playwright/test';
import { show } from './pictures.ts';
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
    await page.getByRole('link', { name: 'Configurações' }).click();
    await expect(page.getByRole('tab', { name: 'Empresas' })).toBeVisible();
  } finally {
    await stack.end();
  }
});
