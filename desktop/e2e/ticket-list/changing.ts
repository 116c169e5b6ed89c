import { expect, test } from '@playwright/test';
import { row } from '../acts.ts';
import { COMPANY, JOAO } from '../phones.ts';
import { show } from '../pictures.ts';
import { DAVI, ELISA, FABIO, GINA, type ListDay } from './list-day.ts';
import { press, tab } from './rows.ts';

/** What is done to tickets from the list: to one, and to several at once. */
export function changing(world: ListDay): void {
  test('finishing is taken back before anybody hears of it, by the agent or by the customer', async () => {
    const { stack, shop, sql, page } = world();
    const closings = () => sql`
    select from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where c.number = ${JOAO} and m.media_type = 'event' and m.body like '%"closed"%'`;
    await tab(page, 'open').click();
    await press(page, 'João Pereira', 'Enter');
    const conversation = page.getByRole('region', { name: 'Conversa com João Pereira' });
    await expect(conversation).toBeVisible();
    await page.keyboard.press('Alt+f');
    await expect(page.getByText('Finalizado: João Pereira')).toBeVisible();
    await expect(row(page, 'João Pereira')).toHaveCount(0);
    await show(page, 'list-finished', ['light', 'dark']);
    await page.keyboard.press('Alt+z');
    await expect(conversation).toBeVisible();
    await expect(page.getByText('Finalizado: João Pereira')).toBeHidden();

    await page.keyboard.press('Alt+f');
    await expect(row(page, 'João Pereira')).toHaveCount(0);
    const target = await shop.receivesMessage(JOAO, 0, 'Espere, tem mais uma coisa');
    const told = page.getByRole('alert').filter({ hasText: 'O cliente escreveu antes' });
    await told.getByRole('button', { name: 'Fechar' }).click();
    await expect(row(page, 'João Pereira')).toContainText('Espere');
    // The refusal stays visible where it matters: in the outbox and at the ticket.
    await page.getByTestId('refused').click();
    const entry = page.getByTestId('outbox-entry').filter({ hasText: 'João Pereira' });
    await expect(entry).toContainText('O cliente escreveu antes');
    await entry.getByRole('link', { name: 'João Pereira' }).click();
    const notice = conversation.getByTestId('unfinished');
    await expect(notice).toContainText('Não finalizado: o cliente escreveu antes.');
    await show(page, 'conversation-unfinished', ['light', 'dark', 'phone']);
    await notice.getByRole('button', { name: 'Dispensar este aviso' }).click();
    await expect(notice).toBeHidden();
    expect(await closings()).toHaveLength(0);

    // The list shows the current text of the last message.
    const change = { from: JOAO, to: COMPANY, target };
    await stack.sandbox.send({ ...change, kind: 'edit', text: 'Faltou o recibo' });
    await expect(row(page, 'João Pereira')).toContainText('Faltou o recibo');
    await stack.sandbox.send({ ...change, kind: 'revoke' });
    await expect(row(page, 'João Pereira')).toContainText('Mensagem apagada');
  });

  test('the menu of a row, tags, a transfer and the way back to the queue', async () => {
    const { sql, page, other } = world();
    await tab(page, 'open').click();
    await row(page, 'João Pereira').getByRole('button').first().click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /Transferir/ })).toBeVisible();
    await show(page, 'list-menu', ['light', 'dark']);
    await page.getByRole('menuitem', { name: /Etiquetas/ }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Etiquetas' }).click();
    await page.getByRole('option', { name: 'VIP' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(row(page, 'João Pereira')).toContainText('VIP');

    await row(page, 'João Pereira').getByRole('button').first().focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /Devolver à fila/ }).click();
    await expect(row(page, 'João Pereira')).toBeHidden();
    await page.keyboard.press('2');
    await press(page, 'João Pereira', 't');
    const dialog = page.getByRole('dialog', { name: 'Transferir João Pereira' });
    await dialog.getByRole('combobox', { name: 'Fila' }).click();
    await page.getByRole('option', { name: /Vendas/ }).click();
    await dialog.getByRole('combobox', { name: 'Atendente' }).click();
    await expect(page.getByRole('option', { name: /Ana/ })).toHaveAttribute('data-combobox-disabled', 'true');
    await page.getByRole('option', { name: /Bruno/ }).click();
    await dialog.getByLabel('Nota para quem continua').fill('Já pagou a entrada.');
    await show(page, 'list-transfer', ['light', 'dark', 'phone']);
    await dialog.getByRole('button', { name: 'Transferir' }).click();
    await expect(row(page, 'João Pereira')).toHaveCount(0);
    await tab(other, 'open').click();
    await expect(row(other, 'João Pereira')).toContainText('Vendas');
    const notes = () =>
      sql`select 1 from messages where media_type = 'note' and body = 'Já pagou a entrada.'`;
    await expect.poll(async () => (await notes()).length).toBe(1);
  });

  test('several at once: what failed is named, with the reason', async () => {
    const { shop, sql, page } = world();
    await page.goto(new URL('/#/tickets', page.url()).href);
    await tab(page, 'closed').click();
    await row(page, 'Davi Melo').hover();
    await page.getByRole('checkbox', { name: /Davi Melo/ }).check({ force: true });
    const choose = (name: string, key: 'Control' | 'Shift') =>
      row(page, name)
        .getByRole('button')
        .first()
        .click({ modifiers: [key] });
    const bar = page.getByRole('toolbar', { name: 'Ações para os selecionados' });
    await expect(bar).toContainText('1 selecionado');
    await press(page, 'Davi Melo', 'Control+a');
    await expect(bar).not.toContainText('1 selecionado');
    await expect(bar.getByRole('button', { name: 'Etiquetas' })).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Aceitar' })).toHaveCount(0);
    await show(page, 'list-selection', ['light', 'dark']);
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();

    await tab(page, 'pending').click();
    for (const customer of [DAVI, ELISA, FABIO]) await shop.receivesMessage(customer, 0, 'Mais uma coisa');
    await expect(row(page, 'Fábio Lins')).toBeVisible();
    await choose('Fábio Lins', 'Control');
    await choose('Davi Melo', 'Shift');
    await expect(bar).toContainText('3 selecionados');
    await sql`
    update tickets t set status = 'open', user_id = u.id from users u, contacts c
    where u.name = 'Bruno' and c.id = t.contact_id and c.number = ${ELISA} and t.status = 'pending'`;
    await bar.getByRole('button', { name: 'Aceitar' }).click();
    const summary = page.getByRole('dialog', { name: '1 atendimento ficou como estava' });
    await expect(summary).toContainText('Elisa Prado');
    await expect(summary).toContainText('2 atendimentos aceitos');
    await show(page, 'list-bulk-summary', ['light']);
    await summary.getByRole('button', { name: 'Fechar' }).last().click();

    // Finished together, and taken back together.
    const closed = () => sql`select from tickets t join contacts c on c.id = t.contact_id
      where c.number in (${FABIO}, ${DAVI}) and t.status = 'closed'`;
    const before = await closed();
    await tab(page, 'open').click();
    await choose('Fábio Lins', 'Control');
    await choose('Davi Melo', 'Control');
    await bar.getByRole('button', { name: 'Finalizar' }).click();
    await expect(page.getByText('2 atendimentos finalizados')).toBeVisible();
    await expect(row(page, 'Davi Melo')).toHaveCount(0);
    await show(page, 'list-bulk-finished', ['light']);
    await page.keyboard.press('Alt+z');
    for (const name of ['Fábio Lins', 'Davi Melo']) await expect(row(page, name)).toBeVisible();
    expect(await closed()).toHaveLength(before.length);
  });

  test('the customer who waits longest comes first, and the list shows how long', async () => {
    const { sql, page } = world();
    await tab(page, 'pending').click();
    await sql`update tickets t set waiting_since = now() - interval '45 minutes'
      from contacts c where c.id = t.contact_id and c.number = ${GINA}`;
    const waits = row(page, 'Gina Teixeira').getByTestId('waiting-time');
    await expect(waits).toHaveAccessibleName('O cliente espera há 45 minutos');
    await expect(waits).toHaveAttribute('data-late');
    await page.getByRole('button', { name: 'Ordenar' }).click();
    await page.getByRole('menuitemradio', { name: 'Esperando há mais tempo' }).click();
    await expect(page.getByTestId('ticket-item').first()).toContainText('Gina Teixeira');
    await show(page, 'list-waiting', ['light', 'dark', 'phone', 'phone-dark']);
  });
}
