import { expect, type Page } from '@playwright/test';
import { picture, show } from '../pictures.ts';
import { AGENT, enter, OWNER, SECRET } from './people.ts';

/** Opens a recommendation link. */
export async function signingUp(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Criar uma conta' })).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/signup?companyId=1';
  });
  await expect(page.getByText('Essencial')).toBeVisible();
  await show(page, 'signup', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Criar a conta' }).click();
  await expect(page.getByText('Preencha este campo').first()).toBeVisible();
  await picture(page, 'signup-empty');
  await page.getByLabel('Nome da empresa').fill('Livraria Página');
  await page.getByLabel('E-mail').fill(OWNER);
  await page.getByLabel('Telefone').fill('11 97777-1234');
  await page.getByLabel('Senha', { exact: true }).fill(SECRET);
  await page.getByRole('radio', { name: 'Essencial' }).click();
  await page.getByRole('button', { name: 'Criar a conta' }).click();
  await expect(page.getByText(/Conta criada com sucesso/)).toBeVisible();
  await enter(page, OWNER, SECRET);
  await expect(page.getByText('Login efetuado')).toBeVisible();
  await expect(page.getByText(/Sua assinatura vence em 3 dias/)).toBeVisible();
  await expect(page.getByText(/Ativo até/)).toBeVisible();
}

/** Focus goes where the keys lead; the mouse stays where it is. */
export async function inviting(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' })).toBeFocused();
  await show(page, 'palette');
  await page.keyboard.type('usuarios');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
  await expect(page.getByText(OWNER)).toBeVisible();
  await page.getByRole('button', { name: 'Novo usuário' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Novo usuário' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await show(page, 'user-new', ['light', 'dark', 'phone']);
  await page.getByRole('textbox', { name: 'Nome' }).focus();
  await page.keyboard.type('R');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Continuar escrevendo' })).toBeFocused();
  await show(page, 'unsaved');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(AGENT);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Use pelo menos 2 caracteres')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('ita');
  await page.keyboard.press('Enter');
  const link = page.getByRole('dialog').getByText(/^http\S+\/invitation/);
  await expect(link).toBeVisible();
  await show(page, 'user-invited', ['light', 'phone-dark']);
  const address = (await link.textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await renewing(page, address);
}

/** A second link ends the first; the person chooses name and password in a browser, and the list says so at once. */
async function renewing(page: Page, earlier: string): Promise<void> {
  const rita = page.getByRole('row', { name: /Rita/ });
  await expect(rita).toContainText('Convidado');
  await page.getByRole('button', { name: 'Editar Rita' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar usuário' });
  await expect(dialog.getByText(/^O convite vale até/)).toBeVisible();
  await show(page, 'user-invitation', ['light', 'dark']);
  await dialog.getByRole('button', { name: 'Novo link' }).click();
  const link = (await dialog.getByText(/^http\S+\/invitation/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  const browser = await page.context().newPage();
  await browser.goto(earlier);
  await expect(browser.getByText(/^Este convite terminou/)).toBeVisible();
  await browser.goto('about:blank');
  await browser.goto(link);
  await expect(
    browser.getByText(`Livraria Página convidou você. Você vai entrar com o e-mail ${AGENT}.`),
  ).toBeVisible();
  await show(browser, 'invitation', ['light', 'dark', 'phone']);
  await browser.getByLabel('Seu nome').fill('Rita Moraes');
  await browser.getByLabel('Senha', { exact: true }).fill(SECRET);
  await browser.getByLabel('Repita a senha').fill(SECRET);
  await browser.getByRole('button', { name: 'Aceitar o convite' }).click();
  await expect(browser.getByText(/^Pronto\. Entre no Balcão/)).toBeVisible();
  await browser.close();
  await expect(page.getByRole('row', { name: /Rita Moraes/ })).not.toContainText('Convidado');
}
