import { expect, type Page } from '@playwright/test';

/** A square of a colour, 64 × 64, as base64. */
export const paint = (page: Page, color: string): Promise<string> =>
  page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
    const brush = canvas.getContext('2d');
    if (brush) Object.assign(brush, { fillStyle: fill }).fillRect(0, 0, 64, 64);
    return canvas.toDataURL('image/png').replace(/^.*,/, '');
  }, color);

/** Copies such a square, as from another program. */
export async function copyPicture(page: Page, color: string): Promise<void> {
  const base64 = await paint(page, color);
  await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
    const blob = new Blob([bytes], { type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  }, base64);
}

interface Dropped {
  name: string;
  type: string;
  base64: string;
}

/** Lets go of files over the conversation's composer. */
export async function drop(page: Page, files: Dropped[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  }, files);
  const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: 'Mensagem' }) });
  await form.dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByText('Solte os arquivos aqui')).toBeVisible();
  await form.dispatchEvent('drop', { dataTransfer });
}
