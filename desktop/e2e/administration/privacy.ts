import { expect, type Page } from '@playwright/test';
import { show } from '../pictures.ts';
import { open } from './people.ts';

const WORDS = 'Guardamos o que você nos escreve para atender você.';

/** A company publishes what it keeps, looks at it as a stranger, and tells its customers of it. */
export async function publishing(page: Page): Promise<void> {
  await open(page, 'Configurações');
  await page.getByRole('tab', { name: 'Privacidade' }).click();
  await page.getByRole('switch', { name: 'Publicar a página' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Com as palavras da empresa' }).fill(WORDS);
  await page.getByRole('radio', { name: 'Com a saudação' }).check();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Escreva o aviso')).toBeVisible();
  await page.getByRole('textbox', { name: 'Texto do aviso' }).fill('Seus dados: ');
  await page.getByRole('button', { name: 'Endereço da página' }).click();
  await expect(page.getByRole('textbox', { name: 'Texto do aviso' })).toHaveValue(
    /^Seus dados: .*\/privacy\/\d+$/,
  );
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Privacidade salva.')).toBeVisible();
  await show(page, 'settings-privacy', ['light', 'dark', 'phone']);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Ver a página' }).click();
  const stranger = await opened;
  await expect(stranger.getByText(WORDS)).toBeVisible();
  await expect(stranger.getByText('Enquanto a empresa guardar.').first()).toBeVisible();
  await show(stranger, 'privacy-page', ['light', 'dark', 'phone']);
  await stranger.close();
}
