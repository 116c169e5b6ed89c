import { expect, type Locator, type Page } from '@playwright/test';

/** A picture on its own: with the one before it, five times as large around its middle, dragged, and turned. */
export async function lookClosely(page: Page, picture: Locator): Promise<void> {
  await picture.click();
  const alone = page.getByRole('dialog', { name: 'Foto' });
  await expect(alone).toContainText('2 de 2');
  await page.keyboard.press('ArrowLeft');
  await expect(alone).toContainText('1 de 2');
  await expect(alone.getByRole('link', { name: 'Baixar' })).toHaveAttribute('download', /\.png$/);
  for (let step = 0; step < 4; step++) await page.keyboard.press('+');
  await expect(alone.getByRole('button', { name: 'Aumentar' })).toBeDisabled();
  const place = () => alone.locator('img').boundingBox();
  expect(await place()).toEqual({ x: -2560, y: -1600, width: 6400, height: 4000 });
  await page.mouse.move(800, 500);
  await page.mouse.down();
  await page.mouse.move(600, 400);
  await page.mouse.up();
  expect(await place()).toMatchObject({ x: -2760, y: -1700 });
  for (let step = 0; step < 4; step++) await page.keyboard.press('-');
  await page.keyboard.press('r');
  expect(await place()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await expect(alone).toBeHidden();
}
