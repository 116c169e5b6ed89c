import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { openPool, type Sql } from '../../server/src/platform/db/client.ts';
import { flatSheets } from '../../server/test/flat-sheets.ts';
import { EXPECTED_FAILURES, goTo, signIn } from './acts.ts';
import { picture, show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { watchForTrouble } from './watch.ts';

/** Contacts come from a spreadsheet and from the phone's address book, and leave as a file. */

test.use({ actionTimeout: 15_000 });

let stack: Stack;
let sql: Sql;
let page: Page;

test.beforeAll(async () => {
  stack = await startStack();
  sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-contact-import' });
  await addPeople();
});
test.afterAll(async () => {
  await sql?.end();
  await stack?.end();
});

test('contacts are imported and exported', async ({ page: itsPage }) => {
  page = itsPage;
  const expectNoTrouble = await watchForTrouble(page, [...EXPECTED_FAILURES, /status of 4\d\d/]);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await goTo(page, 'Contatos');
  await test.step('a spreadsheet', importing);
  await test.step('the address book', addressBook);
  await test.step('the address book as a file', cards);
  await test.step('a workbook of several sheets', workbook);
  expectNoTrouble();
});

/** Somebody whom the spreadsheet names too, and the phone's address book. */
async function addPeople(): Promise<void> {
  await sql`
    with maria as (
      insert into contacts (company_id, name, number)
      select company_id, 'Maria Souza', '5511988880002' from connections limit 1 returning company_id, id, number)
    insert into contact_identities (company_id, kind, value, contact_id)
    select company_id, 'phone', number, id from maria`;
  await sql`insert into phone_contacts (company_id, connection_id, number, key, name)
    select company_id, id, book.number, book.number, book.name
    from connections, (values ('5511933330001', 'Beatriz da Agenda'), ('5511933330002', 'Carlos da Agenda'),
      ('5511933330003', 'Dora da Agenda'), ('5511933330004', '')) as book (number, name)`;
}

const search = () => page.getByRole('searchbox', { name: 'Buscar contatos' });
const rows = () =>
  page.getByRole('table').getByRole('row').getByRole('button').and(page.locator(':has(bdi)'));

async function importing(): Promise<void> {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' });
  const lines = [
    'Nome;Telefone;Cidade',
    'Zélia Ramos;(41) 97777-0001;Curitiba',
    'Sem número;x;',
    'Maria;551188880002;',
  ];
  const buffer = Buffer.from(lines.join('\n'), 'latin1');
  const nothing = { name: 'vazia.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) };
  await dialog.locator('input[type=file]').setInputFiles(nothing);
  await expect(page.getByText('“vazia.csv” está vazio.')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Escolher o arquivo' }).click();
  await (await chooser).setFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByText('3 linhas')).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'Zélia Ramos' })).toBeVisible();
  // Numbers in their final form, for the chosen country.
  const number = dialog.getByRole('row', { name: /Zélia/ }).getByRole('cell').nth(1);
  const country = dialog.getByRole('combobox', { name: 'País dos números' });
  await expect(number).toHaveText('+55 41 97777-0001');
  await country.fill('mexico');
  await page.getByRole('option', { name: 'México (+52)' }).click();
  await expect(number).toHaveText('+41 97 777 00 01');
  await country.fill('+55');
  await page.getByRole('option', { name: 'Brasil (+55)' }).click();
  await expect(number).toHaveText('+55 41 97777-0001');
  await show(page, 'contact-import', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Importar agora' }).click();
  await expect(dialog.getByText('Novos: 1 · Atualizados: 0 · De fora: 1 · Com erro: 1')).toBeVisible();
  await picture(page, 'contact-import-done');
  // The dialog was closed too early: the import is still there, even after visiting another page.
  await page.keyboard.press('Escape');
  await goTo(page, 'Etiquetas');
  await goTo(page, 'Contatos');
  await expect(page.getByRole('status').filter({ hasText: 'Concluído · Novos: 1' })).toBeVisible();
  await show(page, 'contact-import-notice', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Ver a importação' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /Baixar as linhas/ }).click();
  expect((await download).suggestedFilename()).toBe('import.csv');
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await longImport(dialog);
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar' }).click();
  const file = await exported;
  expect(file.suggestedFilename()).toBe('contacts.csv');
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^\uFEFFNome;Número;E-mail;Informações adicionais;Anotações;Origem\r\n[\s\S]*\nZélia Ramos;/,
  );
  await search().fill('zelia');
  await expect(rows()).toHaveCount(1);
  expect(await sql`select number from contacts where name = 'Zélia Ramos'`).toEqual([
    { number: '5541977770001' },
  ]);
  await search().fill('');
}

/** An import that continues while its owner is elsewhere is found again, and can be stopped. */
async function longImport(dialog: Locator): Promise<void> {
  await expect(page.getByRole('button', { name: 'Ver a importação' })).toBeHidden();
  await goTo(page, 'Etiquetas');
  await sql`
    with made as (
      insert into contact_imports (company_id, user_id, file_name, state, headings, meanings, total)
      select company_id, id, 'longa.csv', 'running', '{Telefone}', '{number}', 30000
      from users where email = 'admin@demo.balcao.test' returning company_id, id)
    insert into contact_import_rows (company_id, import_id, row, cells)
    select company_id, id, n, '{x}' from made, generate_series(2, 30001) n`;
  await goTo(page, 'Contatos');
  await expect(page.getByRole('status').filter({ hasText: 'Importando…' })).toBeVisible();
  await page.getByRole('button', { name: 'Ver a importação' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Importar contatos' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Parar' }).click();
  await expect(dialog.getByRole('status')).toContainText('Interrompido');
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('button', { name: 'Ver a importação' })).toBeHidden();
}

async function addressBook(): Promise<void> {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' });
  await dialog.getByRole('button', { name: 'Da agenda do celular' }).click();
  await expect(dialog.getByRole('checkbox', { name: /^Todos \(4/ })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Carlos da Agenda' }).uncheck();
  await dialog.getByRole('checkbox', { name: '+55 11 93333-0004' }).uncheck();
  await show(page, 'contact-phone-book', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Importar 2 contatos' }).click();
  await expect(dialog.getByText('Novos: 2 · Atualizados: 0 · De fora: 0 · Com erro: 0')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await search().fill('da agenda');
  await expect(rows()).toHaveCount(2);
  await search().fill('');
}

/** The file that a phone writes when it shares all of its contacts. */
async function cards(): Promise<void> {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' });
  const lines = [
    ...['BEGIN:VCARD', 'VERSION:2.1', 'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jos=C3=A9 da Feira'],
    ...['TEL;WORK:1133330000', 'TEL;CELL:(11) 93333-0005', 'END:VCARD'],
    ...['BEGIN:VCARD', 'VERSION:3.0', 'N:Lima;Rita;;;', 'item1.TEL;type=CELL:+55 11 93333-0006', 'END:VCARD'],
  ];
  const buffer = Buffer.from(lines.join('\r\n'));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'contatos.vcf', mimeType: 'text/vcard', buffer });
  await expect(dialog.getByRole('cell', { name: 'José da Feira' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Rita Lima/ })).toContainText('+55 11 93333-0006');
  await show(page, 'contact-import-cards', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Importar agora' }).click();
  await expect(dialog.getByText('Novos: 2 · Atualizados: 0 · De fora: 0 · Com erro: 0')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
}

/** The sheet with people is the second one, and its figures are calculated. */
async function workbook(): Promise<void> {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' });
  const clients = [
    ['Nome', 'Sobrenome', 'Telefone comercial', 'Telefone celular', 'Compras'],
    ['Ivo', 'Prado', '(11) 3333-0007 ramal 12', '(11) 93333-0007 / (11) 93333-0008', '=SUM(1)'],
  ];
  const buffer = flatSheets([
    { name: 'Preços', isHidden: true, rows: [['Produto'], ['Bolo']] },
    { name: 'Fornecedores', rows: [['Telefone'], ['(11) 3333-0009']] },
    { name: 'Clientes', rows: clients },
    { name: 'Rascunho', rows: [] },
  ]);
  const file = { name: 'clientes.fods', mimeType: 'application/vnd.oasis.opendocument.spreadsheet', buffer };
  await dialog.locator('input[type=file]').setInputFiles(file);
  const sheet = dialog.getByRole('combobox', { name: 'Aba da planilha' });
  await expect(sheet).toHaveValue('Fornecedores');
  await sheet.click();
  await expect(page.getByRole('option', { name: 'Preços (oculta)' })).toBeVisible();
  await page.getByRole('option', { name: 'Clientes' }).click();
  await expect(dialog.getByText('valem os resultados salvos')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Ivo/ })).toContainText('+55 11 93333-0007 · (11) 93333-0008');
  await show(page, 'contact-import-workbook', ['light', 'dark', 'phone', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Importar agora' }).click();
  await expect(dialog.getByText('Novos: 1 · Atualizados: 0 · De fora: 0 · Com erro: 0')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  expect(await sql`select number from contacts where name = 'Ivo Prado'`).toEqual([
    { number: '5511933330007' },
  ]);
}
