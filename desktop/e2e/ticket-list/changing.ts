import { expect } from '@playwright/test';
import { goTo, mark, row } from '../acts.ts';
import { COMPANY, JOAO } from '../phones.ts';
import { show } from '../pictures.ts';
import { test } from '../same-browser.ts';
import { DAVI, ELISA, FABIO, GINA, type ListDay } from './list-day.ts';
import { chooseTyping, clicksOf, press, tab, takeBack } from './rows.ts';

/** What is done to tickets from the list: to one, and to several at once. */
export function changing(world: ListDay): void {
  finishing(world);
  tagging(world);
  carrying(world);
  transferring(world);
  several(world);
  waiting(world);
  answeredByBot(world);
}

function finishing(world: ListDay): void {
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
    await expect(row(page, 'João Pereira')).toHaveCount(0);
    await show(page, 'list-finished', ['light', 'dark']);
    await takeBack(page, 'Finalizado: João Pereira');
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
}

function tagging(world: ListDay): void {
  test('tags, agent and queue change in two gestures, and back in one', async () => {
    const { sql, page } = world();
    const joao = row(page, 'João Pereira');
    const conversation = page.getByRole('region', { name: 'Conversa com João Pereira' });
    await tab(page, 'open').click();
    await press(page, 'João Pereira', 'Enter');
    const tagging = await clicksOf(page, async () => {
      await conversation.getByRole('button', { name: 'Etiquetas' }).click();
      await page.getByRole('option', { name: 'VIP' }).click();
    });
    expect(tagging).toBe(2);
    await expect(mark(joao, 'Etiquetas', 'VIP')).toBeVisible();
    await show(page, 'property-tags', ['light', 'dark', 'phone']);
    await page.keyboard.press('Escape');
    await expect(conversation.getByRole('button', { name: 'VIP' })).toBeFocused();

    const assigning = await clicksOf(page, async () => {
      await conversation.getByRole('button', { name: 'com Ana' }).click();
      await show(page, 'property-assignee', ['light', 'dark', 'phone']);
      await page.getByRole('option', { name: /Bruno/ }).click();
    });
    expect(assigning).toBe(2);
    await expect(joao).toHaveCount(0);
    await takeBack(page, 'Transferido para Bruno');
    await expect(conversation.getByRole('button', { name: 'com Ana' })).toBeVisible();

    // The same works by keys: on the row, and in the conversation, also while writing.
    await press(page, 'João Pereira', 'l');
    await chooseTyping(page, 'devol');
    // A compact row shows one tag whole, and names the others where they are counted.
    await expect(joao.getByTitle(/Devolução/)).toBeVisible();
    await takeBack(page, 'Etiqueta posta: Devolução');
    await expect(joao.getByTitle(/Devolução/)).toHaveCount(0);
    await press(page, 'João Pereira', 'a');
    await chooseTyping(page, 'bru');
    await takeBack(page, 'Transferido para Bruno');
    await conversation.getByRole('textbox').focus();
    await page.keyboard.press('Alt+q');
    await chooseTyping(page, 'vend');
    await takeBack(page, 'Transferido para a fila Vendas');
    await expect(joao).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' }).fill('etique');
    await page.getByRole('dialog', { name: 'Ir para' }).getByText('Etiquetas').first().click();
    await chooseTyping(page, 'Urgente');
    await expect(joao.getByTitle(/Urgente/)).toBeVisible();
    const moved = await sql`select from messages where media_type = 'event' and body like '%"transferred"%'`;
    expect(moved).toHaveLength(0);
  });
}

function carrying(world: ListDay): void {
  test('a row shows what was last said where the mouse rests, and is carried onto a queue', async () => {
    const { sql, page } = world();
    await tab(page, 'open').click();
    const joao = row(page, 'João Pereira');
    const preview = page.getByRole('status', { name: 'Últimas mensagens de João Pereira' });
    // What is open beside the list is not shown twice.
    await goTo(page, 'Atendimentos');
    await joao.hover();
    await expect(preview).toContainText('Olá, bom dia');
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    await page.mouse.move(640, 0);
    await press(page, 'João Pereira', 'v');
    await show(page, 'row-preview', ['light', 'dark', 'phone']);
    await expect(preview).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(preview).toBeHidden();

    await joao.hover();
    await page.mouse.down();
    await page.mouse.move(10, 10, { steps: 3 });
    const places = page.getByTestId('drop-places');
    await expect(places.getByText('Bruno')).toBeVisible();
    await show(page, 'drop-places', ['light', 'dark']);
    await places.getByText('Vendas').hover({ force: true });
    await page.mouse.up();
    await expect(places).toBeHidden();
    await takeBack(page, 'Transferido para a fila Vendas');
    await expect(joao).toBeVisible();
    const moved = await sql`select from messages where media_type = 'event' and body like '%"transferred"%'`;
    expect(moved).toHaveLength(0);
  });
}

function transferring(world: ListDay): void {
  test('the menu of a row, tags, a transfer and the way back to the queue', async () => {
    const { sql, page } = world();
    await tab(page, 'open').click();
    await row(page, 'João Pereira').getByRole('button').first().click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /Transferir/ })).toBeVisible();
    await show(page, 'list-menu', ['light', 'dark']);
    await page.getByRole('menuitem', { name: /Etiquetas/ }).click();
    await chooseTyping(page, 'vip');
    await expect(mark(row(page, 'João Pereira'), 'Etiquetas', 'VIP')).toHaveCount(0);

    // The popover gives the focus back where it was a moment after it is gone.
    const giveBack = page.getByRole('menuitem', { name: /Devolver à fila/ });
    await expect(async () => {
      await row(page, 'João Pereira').getByRole('button').first().focus();
      await page.keyboard.press('Shift+F10');
      await expect(giveBack).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await giveBack.click();
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
    await expect(page.getByText('Transferido para Bruno, na fila Vendas')).toBeVisible();
    const notes = () =>
      sql`select 1 from messages where media_type = 'note' and body = 'Já pagou a entrada.'`;
    await expect.poll(async () => (await notes()).length).toBe(1);
  });
}

function several(world: ListDay): void {
  test('several at once: what failed is named, with the reason', async () => {
    const { shop, sql, page, other } = world();
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
    // Ana's console hears of Bruno only after her click.
    await sql.begin(async (tx) => {
      await tx`
        update tickets t set status = 'open', user_id = u.id from users u, contacts c
        where u.name = 'Bruno' and c.id = t.contact_id and c.number = ${ELISA} and t.status = 'pending'`;
      await bar.getByRole('button', { name: 'Aceitar' }).click();
    });
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
    await expect(row(page, 'Davi Melo')).toHaveCount(0);
    await show(page, 'list-bulk-finished', ['light']);
    await takeBack(page, '2 atendimentos finalizados');
    for (const name of ['Fábio Lins', 'Davi Melo']) await expect(row(page, name)).toBeVisible();
    expect(await closed()).toHaveLength(before.length);

    // Tagged and handed over together; the one transferred before has reached its agent meanwhile.
    for (const name of ['Fábio Lins', 'Davi Melo']) await choose(name, 'Control');
    await page.keyboard.press('l');
    await chooseTyping(page, 'vip');
    for (const name of ['Fábio Lins', 'Davi Melo'])
      await expect(mark(row(page, name), 'Etiquetas', 'VIP')).toBeVisible();
    await choose('Fábio Lins', 'Control');
    await choose('Davi Melo', 'Control');
    await bar.getByRole('button', { name: 'Atribuir' }).click();
    await chooseTyping(page, 'bruno');
    await takeBack(page, '2 atendimentos transferidos · Transferido para Bruno');
    for (const name of ['Fábio Lins', 'Davi Melo']) await expect(row(page, name)).toBeVisible();
    await tab(other, 'open').click();
    await expect(mark(row(other, 'João Pereira'), 'Fila', 'Vendas')).toBeVisible();
  });
}

function waiting(world: ListDay): void {
  test('what is put off leaves the list until the customer writes; pins stand first, and marks stay until read', async () => {
    const { shop, page } = world();
    await tab(page, 'open').click();
    await press(page, 'Davi Melo', 'p');
    await expect(page.getByTestId('ticket-item').first()).toContainText('Davi Melo');
    await expect(row(page, 'Davi Melo').getByRole('img', { name: 'Fixada no topo' })).toBeVisible();

    await press(page, 'Fábio Lins', 'Enter');
    const conversation = page.getByRole('region', { name: 'Conversa com Fábio Lins' });
    await expect(conversation).toBeVisible();
    await page.keyboard.press('Alt+u');
    await expect(conversation).toBeHidden();
    const marked = row(page, 'Fábio Lins').getByRole('img', { name: 'Marcada como não lida' });
    await expect(marked).toBeVisible();
    await show(page, 'list-marked', ['light', 'dark']);
    await press(page, 'Fábio Lins', 'Enter');
    await expect(marked).toBeHidden();

    await page.keyboard.press('Alt+h');
    const dialog = page.getByRole('dialog', { name: 'Adiar Fábio Lins' });
    await expect(dialog).toBeVisible();
    await show(page, 'list-snooze', ['light', 'dark', 'phone']);
    await dialog.getByRole('button', { name: /^Amanhã/ }).click();
    await expect(row(page, 'Fábio Lins')).toHaveCount(0);
    await takeBack(page, /Adiado até/);
    await press(page, 'Fábio Lins', 'h');
    await dialog.getByRole('button', { name: /^Amanhã/ }).click();
    await expect(row(page, 'Fábio Lins')).toHaveCount(0);
    const snoozed = tab(page, 'snoozed');
    await snoozed.click();
    await expect(row(page, 'Fábio Lins').getByRole('img', { name: 'Adiado' })).toBeVisible();
    await press(page, 'Fábio Lins', 'Enter');
    await expect(conversation).toContainText('Adiado até');
    await show(page, 'list-snoozed', ['light', 'dark', 'phone']);
    await shop.receivesMessage(FABIO, 0, 'Mudei de ideia');
    await expect(conversation).not.toContainText('Adiado até');
    await tab(page, 'open').click();
    await expect(row(page, 'Fábio Lins')).toContainText('Mudei de ideia');
    await expect(snoozed).toBeHidden();
    await press(page, 'Davi Melo', 'p');
  });

  test('the list shows how long a customer waits, and when that is long for the queue', async () => {
    const { sql, page } = world();
    await tab(page, 'pending').click();
    const waits = row(page, 'Gina Teixeira').getByTestId('waiting-time');
    // 45 minutes are late at first; this queue has more patience.
    await sql.begin(async (tx) => {
      await tx`update queues set wait_warn_minutes = 30, wait_late_minutes = 60 where name = 'Atendimento'`;
      await tx`update tickets t set waiting_since = now() - interval '45 minutes 20 seconds'
        from contacts c where c.id = t.contact_id and c.number = ${GINA}`;
    });
    await expect(waits).toHaveAccessibleName('O cliente espera há 45 minutos: responda logo');
    await expect(waits).toHaveAttribute('data-level', 'long');
    await show(page, 'list-waiting', ['light', 'dark', 'phone', 'phone-dark']);
  });
}

function answeredByBot(world: ListDay): void {
  test('whoever is with the bot waits for nobody, one click away, until it hands over or somebody accepts', async () => {
    const { sql, page } = world();
    await tab(page, 'pending').click();
    const gina = row(page, 'Gina Teixeira');
    const bell = page.getByRole('button', { name: /\d+ notificaç/ });
    const rings = await bell.getAttribute('aria-label');
    const give = (answerer: 'queueMenu' | 'nobody') => sql`
      update tickets t set answerer = ${answerer}, waiting_since = case when ${answerer} = 'nobody' then now() end,
        last_message_at = now() - interval '3 minutes 20 seconds'
      from contacts c where c.id = t.contact_id and c.number = ${GINA}`;
    await give('queueMenu');
    await expect(gina).toHaveCount(0);
    await expect(bell).not.toHaveAttribute('aria-label', rings ?? '');
    await expect(tab(page, 'chatbot')).toHaveText('Com o bot1');
    await tab(page, 'pending').focus();
    await page.keyboard.press('6');
    await expect(gina.getByTestId('time-with-bot')).toHaveAccessibleName(
      'Com o bot; última mensagem há 3 minutos',
    );
    await expect(gina.getByTestId('waiting-time')).toHaveCount(0);
    await show(page, 'list-with-bot', ['light', 'dark', 'phone', 'phone-dark']);
    await press(page, 'Gina Teixeira', 'e');
    const peek = page.getByRole('dialog', { name: 'Espiando a conversa' });
    await expect(peek).toContainText('Com o bot');
    await page.keyboard.press('Escape');

    await give('nobody');
    await expect(page.getByText('Ninguém com o bot')).toBeVisible();
    await expect(bell).toHaveAttribute('aria-label', rings ?? '');
    await tab(page, 'pending').click();
    await expect(tab(page, 'chatbot')).toBeHidden();
    await expect(gina).toBeVisible();
    await give('queueMenu');
    await tab(page, 'chatbot').click();
    await press(page, 'Gina Teixeira', 'a');
    await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused();
    await tab(page, 'open').click();
    await press(page, 'Gina Teixeira', 'd');
    await tab(page, 'pending').click();
    await expect(gina).toBeVisible();
  });
}
