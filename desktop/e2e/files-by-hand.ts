import { expect, type Page } from '@playwright/test';

/** A square of a colour, 64 × 64, as base64. */
export const paint = (page: Page, color: string): Promise<string> =>
  page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
    const brush = canvas.getContext('2d');
    if (brush) Object.assign(brush, { fillStyle: fill }).fillRect(0, 0, 64, 64);
    return canvas.toDataURL('image/png').replace(/^.*,/, '');
  }, color);

/** Copies such a square, as from another program; with words it is what a spreadsheet copies along with its cells. */
export async function copyPicture(page: Page, color: string, words = ''): Promise<void> {
  const base64 = await paint(page, color);
  await page.evaluate(
    async ({ data, text }) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const picture = { 'image/png': new Blob([bytes], { type: 'image/png' }) };
      const cells = {
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([`<b>${text}</b>`], { type: 'text/html' }),
      };
      await navigator.clipboard.write([new ClipboardItem(text ? { ...picture, ...cells } : picture)]);
    },
    { data: base64, text: words },
  );
}

/** Drops a file beside every drop target. @returns whether the browser opens it in place of the page */
export const dropBeside = (page: Page): Promise<boolean> =>
  page.getByRole('banner').evaluate((bar) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['a'], 'a.txt'));
    return bar.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });

interface Dropped {
  name: string;
  type: string;
  base64: string;
}

/** Drops files over the messages of a conversation. */
export async function drop(page: Page, files: Dropped[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  }, files);
  const log = page.getByTestId('message-log');
  const cover = page.getByText('Solte os arquivos aqui');
  await log.dispatchEvent('dragover', { dataTransfer });
  await expect(cover).toBeVisible();
  await log.dispatchEvent('drop', { dataTransfer });
  await expect(cover).toBeHidden();
}

/** Lets no file be read. @returns what lets them go on */
export async function holdFiles(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { readAsDataURL } = FileReader.prototype;
    FileReader.prototype.readAsDataURL = function (file) {
      window.addEventListener('read-on', () => readAsDataURL.call(this, file), { once: true });
    };
    window.addEventListener('read-on', () => Object.assign(FileReader.prototype, { readAsDataURL }), {
      once: true,
    });
  });
  return () => page.evaluate(() => void window.dispatchEvent(new Event('read-on')));
}
