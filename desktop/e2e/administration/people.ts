import { expect, type Page } from '@playwright/test';
import { goTo } from '../acts.ts';

export const OPERATOR = 'admin@demo.balcao.test';
export const OWNER = 'dona@livraria.test';
export const AGENT = 'rita@livraria.test';
export const SECRET = 'livros e café';
export const NEW_SECRET = 'outra senha';

export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

export async function open(page: Page, name: string, heading: string | RegExp = name): Promise<void> {
  await goTo(page, name);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}
