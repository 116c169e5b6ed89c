import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { EXPECTED_FAILURES, message, row, signIn } from './acts.ts';
import { COMPANY, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** What the team knows is written, published, read and found, also without a server, and brought back. */

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ from: 'linked' });
});
test.afterAll(() => stack?.end());

test('an article is written, changed, brought back, and found without a server', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await page.goto(`${page.url().split('#')[0]}#/knowledge`);
  await test.step('it is written', () => write(page));
  await test.step('its words change, and come back', () => bringBack(page));
  await test.step('it goes into an answer', () => answerWithIt(page));
  await test.step('others come from files, once they were seen', () => importFiles(page));
  await test.step('it is found without a server', () => findOffline(page));
  expectNoTrouble();
});

const CUP = fileURLToPath(new URL('../../server/src/demo/files/cup.webp', import.meta.url));

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function write(page: Page): Promise<void> {
  await expect(page.getByText('Nenhum artigo ainda')).toBeVisible();
  await show(page, 'knowledge-empty');
  await page.getByRole('button', { name: 'Novo artigo' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Novo artigo' });
  await dialog.getByLabel('Título', { exact: true }).first().fill('Trocas e devoluções');
  await dialog.getByLabel('Categoria').fill('Pedidos');
  const text = dialog.getByRole('textbox', { name: 'Texto' });
  await text.fill('Prazo');
  await dialog.getByRole('toolbar').getByRole('button', { name: 'Título' }).click();
  await expect(text).toHaveValue('## Prazo');
  await text.press('End');
  await text.pressSequentially('\n\nSete dias. <script>alert(1)</script> [Loja](javascript:alert)');
  await text.press('End');
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('toolbar').getByRole('button', { name: 'Imagem ou arquivo' }).click();
  await (await choosing).setFiles(CUP);
  await expect(text).toHaveValue(/!\[cup\]\(\/media\/[\da-f-]{36}\)$/);
  await show(page, 'knowledge-editor');
  await dialog.getByText('Ver como fica').click();
  await expect(dialog.getByRole('heading', { name: 'Prazo' })).toBeVisible();
  await expectShown(page, 'cup');
  await dialog.getByText('Equipe e clientes').click();
  await dialog.getByRole('switch', { name: 'Publicado' }).check();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(title(page, 'Trocas e devoluções')).toBeVisible();
  // What looks like a program is text, and leads nowhere.
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible();
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
}

async function bringBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar artigo' });
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Agora são trinta dias.');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Agora são trinta dias.')).toBeVisible();
  await page.getByRole('button', { name: 'Mais: Histórico' }).click();
  await page.getByRole('menuitem', { name: 'Histórico' }).click();
  const history = page.getByRole('dialog', { name: 'Histórico' });
  await history.getByRole('button', { name: /^Versão 1/ }).click();
  await expect(history.locator('ins')).toContainText(['trinta']);
  await show(page, 'knowledge-history');
  await history.getByRole('button', { name: 'Voltar a esta versão' }).click();
  await expect(page.getByRole('heading', { name: 'Prazo' })).toBeVisible();
  await show(page, 'knowledge-article', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Isto ajudou' }).click();
  await expect(page.getByText('ajudou 1')).toBeVisible();
}

async function importFiles(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Conhecimento' }).first().click();
  await page.getByRole('tab', { name: 'Perguntas sem resposta' }).click();
  await expect(page.getByText('Nenhuma pergunta sem resposta')).toBeVisible();
  await page.getByRole('tab', { name: 'Artigos' }).click();
  await page.getByRole('button', { name: 'Importar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar artigos' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Escolher arquivos' }).click();
  await (await choosing).setFiles([
    {
      name: 'frete.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Frete grátis\n\nA partir de R$ 80.\n\n![Xícara](cup.webp)'),
    },
    {
      name: 'sobra.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Sobra\n\nNão entra. ![](longe.png)'),
    },
    { name: 'cup.webp', mimeType: 'image/webp', buffer: await readFile(CUP) },
  ]);
  await expect(dialog.getByText('1 imagem vem junto.')).toBeVisible();
  await expect(dialog.getByText('ao lado do texto: sobra.md')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Sobra' }).uncheck();
  await show(page, 'knowledge-import', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Fazer 1 rascunho' }).click();
  await expect(page.getByText('Rascunhos feitos: 1.')).toBeVisible();
  const draft = page.getByRole('link', { name: /^Frete grátis/ });
  await expect(draft).toContainText('Rascunho');
  await expect(page.getByRole('link', { name: /^Sobra/ })).toHaveCount(0);
  await draft.click();
  await expectShown(page, 'Xícara');
}

async function findOffline(page: Page): Promise<void> {
  await stack.stopServer();
  await page.getByRole('link', { name: 'Conhecimento' }).first().click();
  await page.getByRole('searchbox', { name: 'Buscar na base' }).fill('quero trocar');
  await page.getByRole('link', { name: 'Trocas e devoluções' }).click();
  await expect(page.getByText('Sete dias.')).toBeVisible();
  await expectShown(page, 'cup');
}

/** The picture is there, and not only its place. */
async function expectShown(page: Page, name: string): Promise<void> {
  const picture = page.getByRole('img', { name });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
}

async function answerWithIt(page: Page): Promise<void> {
  await stack.sandbox.send({ kind: 'text', from: MARIA, to: COMPANY, text: 'Posso devolver?' });
  await page.getByRole('link', { name: 'Atendimentos' }).first().click();
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await row(page, 'Posso devolver?').getByRole('button', { name: 'Aceitar' }).click();
  await message(page).fill('/devolucao');
  await page.getByRole('option', { name: 'Trocas e devoluções' }).click();
  await expect(message(page)).toHaveValue(/^\*Prazo\*\n\nSete dias\./);
}
