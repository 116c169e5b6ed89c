import { expect, type Page } from '@playwright/test';
import { askToRemove, goTo } from '../acts.ts';
import { show } from '../pictures.ts';
import { rows, type Screen, search } from './screen.ts';

export async function contactsPage(page: Page): Promise<void> {
  await goTo(page, 'Contatos');
  await expect(page.getByRole('heading', { level: 1, name: 'Contatos' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await show(page, 'contacts', ['light', 'dark', 'phone']);
  // The next page comes by itself.
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(64);
  await search(page).fill('ma');
  await expect(page.getByRole('status').filter({ hasText: 'Digite ao menos 3' })).toBeVisible();
  await expect(rows(page)).toHaveCount(64);
  await search(page).fill('souza');
  await expect(rows(page)).toHaveCount(1);
  await search(page).fill('nada disso');
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await search(page).fill('img src');
  await expect(page.getByRole('row').filter({ hasText: '<img src=x' })).toBeVisible();
  await search(page).fill('');
  await page.getByRole('combobox', { name: 'Qualquer etiqueta' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await page.getByRole('combobox', { name: 'Qualquer etiqueta' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  await expect(rows(page).first()).toBeVisible();
}

/** A form that is opened again begins with what is there now, and undoes nothing of it. */
export async function writingAtOnce({ page, sql }: Screen): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Editar contato' });
  const notes = dialog.getByRole('textbox', { name: 'Anotações' });
  await search(page).fill('souza');
  for (const written of ['', 'Liga só à tarde.']) {
    await sql`update contacts set notes = ${written} where name = 'Maria Souza'`;
    await page.getByRole('button', { name: 'Editar Maria Souza' }).click();
    await expect(notes).toHaveValue(written);
    await dialog.getByLabel('E-mail').fill('maria@x.test');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog).toHaveCount(0);
  }
  expect(await sql`select email, notes from contacts where name = 'Maria Souza'`).toEqual([
    { email: 'maria@x.test', notes: 'Liga só à tarde.' },
  ]);
  await search(page).fill('');
}

/** WhatsApp's name is taken unchanged; only a typed name has a rule. */
export async function anyName({ page, sql }: Screen): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Editar contato' });
  const called = (name: string) => sql`update contacts set name = ${name} where number = '5521980000060'`;
  await search(page).fill('80000060');
  for (const name of ['Z', 'Comercial e Distribuidora de Alimentos São João da Boa Vista']) {
    await called(name);
    await page.getByRole('button', { name: `Editar ${name}`, exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Anotações' }).fill(`Sobre ${name.length}`);
    await dialog.getByRole('textbox', { name: 'Nome' }).first().fill('Y');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Nome' }).first()).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await dialog.getByRole('textbox', { name: 'Nome' }).first().fill(name);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await sql`select name, notes from contacts where number = '5521980000060'`).toEqual([
      { name, notes: `Sobre ${name.length}` },
    ]);
  }
  await called('Cliente 060');
  await search(page).fill('');
}

export async function newContact(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Novo contato' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Novo contato' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('Preencha este campo').first()).toBeVisible();
  await dialog.getByLabel('Nome').fill('Álvaro Dias');
  await dialog.getByLabel('Número').fill('+55 11 8888-0002');
  await dialog.getByRole('button', { name: 'Adicionar informação' }).click();
  await dialog.getByRole('textbox', { name: 'Campo' }).fill('CPF');
  // Half a pair is not dropped: the form demands the other half.
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Valor' })).toHaveAccessibleDescription(
    'Preencha este campo',
  );
  await dialog.getByRole('textbox', { name: 'Valor' }).fill('123.456.789-00');
  await show(page, 'contact-dialog', ['light', 'dark', 'phone']);
  // Maria's number, spelt without the ninth digit.
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Já existe um contato');
  await dialog.getByLabel('Número').fill('55 (11) 97777-1234');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  await search(page).fill('alvaro');
  await expect(page.getByRole('row').filter({ hasText: '+55 11 97777-1234' })).toBeVisible();
  await page.getByRole('button', { name: 'Novo atendimento com Álvaro Dias' }).click();
  const begin = page.getByRole('dialog', { name: 'Novo atendimento' });
  await expect(begin.getByRole('combobox', { name: 'Contato' })).toHaveValue(/Álvaro Dias/);
  await begin.getByRole('combobox', { name: 'Conexão' }).click();
  await page.getByRole('option').first().click();
  await show(page, 'new-ticket', ['light', 'dark', 'phone']);
  await begin.getByRole('button', { name: 'Iniciar conversa' }).click();
  await expect(page.getByTestId('conversation').getByRole('heading', { name: 'Álvaro Dias' })).toBeVisible();
  await goTo(page, 'Contatos');
  await search(page).fill('alvaro');
  await askToRemove(page, 'Álvaro Dias');
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await search(page).fill('souza');
  await rows(page).first().click();
}
