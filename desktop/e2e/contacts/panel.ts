import { expect, type Locator, type Page } from '@playwright/test';
import { show } from '../pictures.ts';
import type { Screen } from './screen.ts';

export async function panel(screen: Screen): Promise<void> {
  const { page, sql } = screen;
  await expect(page.getByTestId('conversation')).toBeVisible();
  await page.getByRole('button', { name: 'Mostrar os dados do contato' }).click();
  const beside = page.getByRole('complementary', { name: 'Dados do contato' });
  await beside.getByRole('button', { name: 'Adicionar informação' }).click();
  await beside.getByRole('textbox', { name: 'Campo' }).fill('CPF');
  await beside.getByRole('textbox', { name: 'Valor' }).fill('111');
  await page.keyboard.press('Enter');
  await expect(beside.getByText('CPF')).toBeVisible();
  await beside.getByRole('button', { name: 'Adicionar etiqueta' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  await page.keyboard.press('Escape');
  await expect(beside.getByText('VIP')).toBeVisible();
  await beside.getByRole('textbox', { name: 'Anotações' }).fill('Prefere a entrega de manhã.');
  await beside.getByRole('button', { name: /Editar Nome/ }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Maria de Souza');
  await page.keyboard.press('Enter');
  await expect(
    page.getByTestId('conversation').getByRole('heading', { name: 'Maria de Souza' }),
  ).toBeVisible();
  await refusedNumber(screen, beside);
  const photos = beside.getByRole('button', { name: /^Abrir Foto/ });
  await expect(photos).toHaveCount(3);
  await expect(photos.locator('img[src*="thumbnail"]')).toHaveCount(3);
  await expect(beside.getByRole('button', { name: /^Abrir Vídeo/ })).toBeVisible();
  await expect(beside.locator('video')).toHaveCount(0);
  await show(page, 'contact-panel', ['light', 'dark', 'phone']);
  await leavingWhileOneWrites(page, beside);
  await expect
    .poll(
      async () => (await sql`select name, notes, extra_info from contacts where name = 'Maria de Souza'`)[0],
    )
    .toEqual({
      name: 'Maria de Souza',
      notes: 'Prefere a entrega à tarde.',
      extraInfo: [{ name: 'CPF', value: '111' }],
    });

  await lookingAt(page, photos);
  await leavingAlone(screen, beside);
}

/** A value that the server refuses stays where it was typed. */
async function refusedNumber({ page, sql }: Screen, beside: Locator): Promise<void> {
  const taken = '5511955550009';
  await beside.getByRole('button', { name: /Editar Número/ }).click();
  const field = beside.getByRole('textbox', { name: 'Número' });
  await field.fill(taken);
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Já existe/);
  await expect(field).toHaveValue(taken);
  // Leaving the field does not send it again, and a late answer is not shown for another text.
  const told = page.getByRole('alert').filter({ hasText: /Já existe/ });
  await told.getByRole('button', { name: 'Fechar' }).click();
  await expect(told).toHaveCount(0);
  await field.blur();
  await expect(field).toHaveAttribute('aria-busy', 'false');
  await expect(told).toHaveCount(0);
  await sql.begin(async (tx) => {
    await tx`lock table contacts in access exclusive mode`;
    await field.press('Enter');
    await expect(field).toHaveAttribute('aria-busy', 'true');
    await field.press('Escape');
  });
  await expect(told).toBeVisible();
  await beside.getByRole('button', { name: /Editar Número/ }).click();
  await expect(field).toHaveAccessibleDescription('');
  await page.keyboard.press('Escape');
}

/** Another conversation takes the field away without a blur. */
async function leavingWhileOneWrites(page: Page, beside: Locator): Promise<void> {
  const conversation = page.url();
  await beside.getByRole('textbox', { name: 'Anotações' }).fill('Prefere a entrega à tarde.');
  await beside.getByRole('button', { name: /Editar E-mail/ }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('maria@souza.test');
  await page.evaluate(() => {
    window.location.hash = '#/tickets';
  });
  await expect(beside).toBeHidden();
  await page.goto(conversation);
  await expect(beside.getByRole('button', { name: /Editar E-mail: maria@souza.test/ })).toBeVisible();
  await expect(beside.getByRole('textbox', { name: 'Anotações' })).toHaveValue('Prefere a entrega à tarde.');
}

async function lookingAt(page: Page, photos: Locator): Promise<void> {
  await photos.first().click();
  const lightbox = page.getByRole('dialog', { name: 'Mídia e documentos' });
  await page.keyboard.press('ArrowRight');
  await expect(lightbox.getByRole('button', { name: 'Anterior' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  // Closed, it leaves the page its keys.
  const isFree = () => {
    const key = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true });
    return document.body.dispatchEvent(key);
  };
  expect(await page.evaluate(isFree)).toBe(true);
}

/** Neither bots nor campaigns reach the contact any more, and then nobody. */
async function leavingAlone({ page, sql }: Screen, beside: Locator): Promise<void> {
  await expect(beside.getByRole('button', { name: 'Família Unida' })).toBeVisible();
  const withoutBot = beside.getByRole('switch', { name: 'Sem chatbot para este contato' });
  await withoutBot.click();
  await expect(withoutBot).toBeChecked();
  await expect
    .poll(
      async () => (await sql`select bot_disabled as off from contacts where name = 'Maria de Souza'`)[0]?.off,
    )
    .toBe(true);
  const withoutCampaigns = beside.getByRole('switch', { name: 'Não recebe campanhas' });
  await withoutCampaigns.click();
  await expect(beside.getByText(/^Marcado por um atendente em ./)).toBeVisible();
  await show(page, 'contact-panel-end', ['light', 'dark', 'phone-dark']);
  await beside.getByRole('button', { name: 'Bloquear no WhatsApp' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bloquear', exact: true }).click();
  await expect(beside.getByText('Bloqueado', { exact: true })).toBeVisible();
  await sql`update block_orders set state = 'refused'`;
  await beside.getByText('Bloqueado em parte').scrollIntoViewIfNeeded();
  await expect(beside.getByText(/^O WhatsApp recusou o bloqueio em: ./)).toBeVisible();
  await show(page, 'contact-partly-blocked', ['light', 'dark', 'phone']);
  await beside.getByRole('button', { name: 'Desbloquear no WhatsApp' }).click();
  await expect(beside.getByText('Bloqueado', { exact: true })).toBeHidden();
}
