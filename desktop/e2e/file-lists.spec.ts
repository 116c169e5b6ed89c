import { expect, type Page } from '@playwright/test';
import { goTo, message, openTicket, sentTo, signIn } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { PNG } from './quick-messages.ts';
import { test } from './same-browser.ts';

/** What an admin puts together: file lists, which an agent sends at once, and how campaigns are sent. */

const day = beginDay({ customers: { [MARIA]: 'Maria Souza' }, served: [MARIA] });

const dialogOf = (page: Page) => page.getByRole('dialog');

test('a list of files is made, put in order, and sent with its message; campaigns get their pauses and words', async ({
  page,
  browser,
}) => {
  const { stack } = day();
  const admin = await browser.newPage();
  await admin.goto(await stack.startSecondConsole());
  await signIn(admin, 'admin@demo.balcao.test');
  await goTo(admin, 'Listas de arquivos');
  await admin.getByRole('button', { name: 'Nova lista' }).first().click();
  await makeList(admin);
  await show(admin, 'file-lists', ['light', 'dark', 'phone']);

  await openTicket(page, 'Maria Souza');
  await page.getByRole('button', { name: 'Anexar' }).click();
  await page.getByRole('menuitem', { name: 'Lista de arquivos' }).click();
  await expect(dialogOf(page).getByText('Segue o catálogo, {{firstName}}.')).toBeVisible();
  await show(page, 'file-list-picker', ['light', 'dark', 'phone']);
  await dialogOf(page).getByRole('button', { name: 'Usar esta lista' }).click();
  const tiles = page.getByRole('list', { name: 'Arquivos da mensagem' }).getByRole('listitem');
  await expect(tiles).toHaveCount(2);
  await expect(message(page)).toHaveValue('Segue o catálogo, {{firstName}}.');
  await expect(message(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await stack.sandbox.waitForMessage({
    number: MARIA,
    text: 'Segue o catálogo, Maria.',
    progress: 'delivered',
  });
  const files = async () =>
    (await sentTo(stack, MARIA))
      .filter(({ kind }) => kind === 'image' || kind === 'document')
      .map(({ kind, text }) => [kind, text ?? '']);
  await expect.poll(files).toEqual([
    ['document', 'Segue o catálogo, Maria.'],
    ['image', ''],
  ]);
  await expect(page.getByRole('link', { name: 'Campanhas' })).toHaveCount(0);
  await setPauses(admin);
  await admin.close();
});

async function makeList(admin: Page): Promise<void> {
  const dialog = dialogOf(admin);
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('ab');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('nome muito curto')).toBeVisible();
  await expect(dialog.getByText('Obrigatório')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Catálogo');
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Segue o catálogo, {{firstName}}.');
  const file = dialog.locator('input[type=file]');
  await file.nth(0).setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: PNG });
  await dialog.getByRole('button', { name: 'Adicionar arquivo' }).click();
  const pdf = Buffer.from('%PDF-1.4\npreços\n');
  await file.nth(1).setInputFiles({ name: 'precos.pdf', mimeType: 'application/pdf', buffer: pdf });
  // The same holds while it is on its way.
  await dialog.getByRole('button', { name: 'Subir o arquivo 2' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('precos.pdf');
  await dialog.getByRole('textbox', { name: 'Nome do arquivo 1' }).fill('Preços');
  await show(admin, 'file-list-dialog', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(admin.getByText('Lista de arquivos salva')).toBeVisible();
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Listas de arquivos (1)');
}

/** Admins have a menu of their own for it, which agents do not have. */
async function setPauses(page: Page): Promise<void> {
  await goTo(page, 'Listagem');
  const campaigns = page.getByRole('navigation', { name: 'Campanhas' });
  await campaigns.getByRole('link', { name: 'Configurações' }).click();
  await page.getByRole('combobox', { name: 'Intervalo maior após' }).click();
  await page.getByRole('option', { name: 'Não definido' }).click();
  await page.getByRole('button', { name: 'Adicionar Variável' }).click();
  const shortcut = page.getByRole('textbox', { name: 'Atalho' });
  await shortcut.fill('meu cupom');
  await shortcut.press('Enter');
  await expect(page.getByText('Sem espaços e sem chaves')).toBeVisible();
  await shortcut.fill('cupom');
  await page.getByRole('textbox', { name: 'Conteúdo' }).fill('CAFE10');
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  // What says that the list was saved may still be there, and has such a button too.
  await page.getByRole('region', { name: 'Variáveis' }).getByRole('button', { name: 'Fechar' }).click();
  await show(page, 'campaign-settings', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Salvar Configurações' }).click();
  await expect(page.getByText('Configurações salvas')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: /\{cupom\}/ })).toContainText('CAFE10');
  await expect(page.getByRole('combobox', { name: 'Intervalo maior após' })).toHaveValue('Não definido');
}
