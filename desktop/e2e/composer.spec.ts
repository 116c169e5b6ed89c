import { truncateSync, writeFileSync } from 'node:fs';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { expect, type Page } from '@playwright/test';
import { bubble, expectOnce, expectTick, goTo, message, openTicket, sentTo } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { holdFiles } from './files-by-hand.ts';
import { countLogCommits } from './log-commits.ts';
import { JOAO, MARIA } from './phones.ts';
import { picture, show } from './pictures.ts';
import { addQuickMessages, PNG } from './quick-messages.ts';
import { shownTo } from './recording.ts';
import { test } from './same-browser.ts';
import { keptFiles, storedKind } from './stored.ts';

/** The composer: text, files and quick replies; none of it is lost or reaches another customer. */

const day = beginDay({
  customers: { [MARIA]: 'Maria Souza', [JOAO]: 'João Pereira' },
  served: [MARIA, JOAO],
  prepare: ({ stack }) => addQuickMessages(stack),
});

test('marks, emoji and quick replies are written by keyboard, and the phone gets exactly that', async ({
  page,
}) => {
  const { stack } = day();
  await openTicket(page, 'Maria Souza');
  const field = message(page);
  await field.fill('Sai hoje');
  // A calm row: what is needed seldom comes with a selection, or is behind *Aa*.
  const tools = page.getByRole('form', { name: 'Escrever' }).getByRole('button');
  expect(await tools.count()).toBeLessThanOrEqual(6);
  await field.press('Shift+Home');
  const marks = page.getByRole('toolbar', { name: 'Formato do texto' });
  await expect(marks).toBeVisible();
  await show(page, 'composer-marks', ['light', 'phone-dark']);
  await marks.getByRole('button', { name: 'Itálico' }).click();
  await expect(field).toHaveValue('_Sai hoje_');
  await field.press('Control+i');
  await field.press('Control+b');
  await expect(field).toHaveValue('*Sai hoje*');
  await field.press('Control+z');
  await expect(field).toHaveValue('Sai hoje');
  await field.press('End');
  await field.pressSequentially(' :coracao');
  await expect(page.getByRole('option').first()).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue(/^Sai hoje \p{Emoji}/u);

  await page.getByRole('button', { name: 'Emojis' }).click();
  await page.getByRole('textbox', { name: 'Buscar emoji' }).fill('parabens');
  await show(page, 'composer-emoji', ['light', 'phone-dark']);
  await page.getByRole('textbox', { name: 'Buscar emoji' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Buscar emoji' })).toBeHidden();
  await expect(field).toHaveValue(/🎉|🎊|🥳/u);
  await page.getByRole('button', { name: 'Emojis' }).click();
  await expect(page.getByRole('region', { name: 'Usados há pouco' }).getByRole('button')).toHaveCount(1);
  await page.getByRole('radio', { name: 'Médio', exact: true }).click({ force: true });
  await page.keyboard.press('Escape');
  await field.fill('');
  await field.pressSequentially(':polegar');
  await expect(page.getByRole('option').first()).toContainText('🏽');
  await field.press('Enter');
  await expect(field).toHaveValue(/^\p{Emoji}🏽$/u);
  await field.fill('');
  await field.pressSequentially('/hrr');
  const option = page.getByRole('option', { name: /\/horario/ });
  await expect(option).toContainText('Maria, atendemos das 9 às 18.');
  await show(page, 'composer-quick', ['dark']);
  await field.press('Enter');
  await expect(field).toHaveValue('Maria, atendemos das 9 às 18.');
  await field.press('Enter');
  await expectTick(page, 'Maria, atendemos das 9 às 18.', 'delivered');
  await stack.sandbox.waitForMessage({ number: MARIA, text: 'Maria, atendemos das 9 às 18.' });

  // Whoever types a reply is offered the rest of it.
  await field.pressSequentially('maria, aten');
  await expect(
    page.getByRole('button', { name: '/horario Maria, atendemos das 9 às 18. Tab' }),
  ).toBeVisible();
  await show(page, 'composer-typed-reply', ['light', 'dark', 'phone-dark']);
  await field.press('Tab');
  await expect(field).toHaveValue('Maria, atendemos das 9 às 18.');
  await field.press('Control+z');
  await expect(field).toHaveValue('maria, aten');
  await field.press('Escape');
  await expect(page.getByRole('button', { name: /^\/horario/ })).toHaveCount(0);
  await field.fill('');

  // A placeholder fills in a field of the customer, by its name.
  await page.getByRole('toolbar').getByRole('button', { name: 'Respostas rápidas' }).click();
  await page.getByRole('button', { name: 'Variáveis {{' }).click();
  await expect(field).toHaveValue('{{');
  await expect(page.getByRole('option', { name: 'Primeiro nome' })).toContainText('Maria');
  await show(page, 'composer-variables', ['light', 'phone-dark']);
  await field.pressSequentially('ped');
  await expect(page.getByRole('option')).toHaveText(/Pedido.*A-17/);
  await field.press('Enter');
  await expect(field).toHaveValue('A-17');

  // Placeholders typed by hand work the same, and the resulting text is previewed.
  await field.fill('Oi {{name}}, o pedido {{ pedido }} saiu. {{nada}}');
  const meant = 'Oi Maria Souza, o pedido A-17 saiu. {{nada}}';
  await expect(page.getByText(`O cliente lê: ${meant}`)).toBeVisible();
  await expect(page.getByText('Sem valor para este cliente: nada')).toBeVisible();
  await show(page, 'composer-filled', ['light', 'phone-dark']);
  await field.press('Enter');
  await stack.sandbox.waitForMessage({ number: MARIA, text: meant });

  // Unknown values are typed by hand, from place to place; then Tab moves on as usual.
  await field.fill('Sai a 10 /un sem');
  await expect(page.getByRole('button', { name: 'Variáveis {{' })).toHaveCount(0);
  await field.fill('');
  await field.pressSequentially('/chave p');
  await field.press('Enter');
  await expect(page.getByText('Sem valor para este cliente: chave, titular')).toBeVisible();
  await page.keyboard.type('11-22');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Rosa');
  await expect(field).toHaveValue('Maria, a chave é 11-22, de Rosa.');
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
  await field.fill('');

  // One that is missing is made on the way, from the other words; so is one from a message.
  await field.fill('Volte sempre! ');
  await field.pressSequentially('/tchau');
  await expect(page.getByRole('button', { name: 'Criar “/tchau”' })).toBeVisible();
  await show(page, 'composer-quick-none', ['light', 'phone-dark']);
  await field.press('Tab');
  const making = page.getByRole('dialog', { name: 'Nova resposta rápida' });
  await expect(making.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Volte sempre!');
  await making.getByRole('button', { name: 'Salvar' }).click();
  await expect(making).toBeHidden();
  await expect(field).toHaveValue('Volte sempre! ');
  // Alone it stands where it was asked for.
  await field.fill('');
  await field.pressSequentially('/bem');
  await field.press('Tab');
  await making.getByRole('textbox', { name: 'Mensagem' }).fill('Que bom ter você aqui!');
  await making.getByRole('button', { name: 'Salvar' }).click();
  await expect(making).toBeHidden();
  await expect(field).toHaveValue('Que bom ter você aqui!');
  await field.fill('');
  await field.pressSequentially('/tch');
  await expect(page.getByRole('option', { name: /\/tchau/ })).toContainText('Volte sempre!');
  await field.fill('');
  await actOn(page, 'Olá, bom dia', 'Salvar como resposta rápida');
  await expect(making.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Olá, bom dia');
  await page.keyboard.press('Escape');
  await expect(making).toBeHidden();
  await rememberIt(page);

  // The quick message brings its file.
  await field.pressSequentially('/catal');
  await expect(page.getByRole('option', { name: /\/catalogo/ })).toContainText(
    'Maria, o pedido A-17 sai hoje.',
  );
  await field.press('Enter');
  await expect(field).toHaveValue('Maria, o pedido A-17 sai hoje.');
  await expect(page.getByRole('list', { name: 'Arquivos da mensagem' }).getByRole('listitem')).toHaveCount(1);
  await field.press('Enter');
  const caption = { number: MARIA, text: 'Maria, o pedido A-17 sai hoje.', kind: 'image' } as const;
  await stack.sandbox.waitForMessage({ ...caption, progress: 'delivered' });

  // The draft waits while a message is edited.
  await field.fill('Ainda penso');
  await actOn(page, 'Maria, atendemos', 'Editar');
  await expect(message(page)).toHaveValue('Maria, atendemos das 9 às 18.');
  await message(page).fill('Maria, atendemos das 8 às 18.');
  await openTicket(page, 'João Pereira');
  await expect(message(page)).toHaveValue('');
  await openTicket(page, 'Maria Souza');
  await expect(message(page)).toHaveValue('Maria, atendemos das 8 às 18.');
  await show(page, 'composer-edit', ['light']);
  await message(page).press('Enter');
  await expect(bubble(page, 'das 8 às 18')).toBeVisible();
  await expect(message(page)).toHaveValue('Ainda penso');
  await actOn(page, 'Olá, bom dia', 'Responder');
  await expect(page.getByText('Em resposta a Maria Souza')).toBeVisible();
  await show(page, 'composer-reply', ['phone-dark']);
  await message(page).press('Escape');
  await expect(page.getByText('Em resposta a Maria Souza')).toBeHidden();
  await bubble(page, 'Olá, bom dia').dblclick();
  await expect(page.getByText('Em resposta a Maria Souza')).toBeVisible();
  await expect(message(page)).toBeFocused();
  await message(page).press('Escape');
  await bubble(page, 'Olá, bom dia').focus();
  await picture(page, 'bubble-tools');
  await bubble(page, 'Olá, bom dia').hover();
  await bubble(page, 'Olá, bom dia').getByRole('button', { name: 'Responder' }).click();
  await expect(page.getByText('Em resposta a Maria Souza')).toBeVisible();
  await message(page).press('Escape');

  // Texts that are kept are offered what customers' further fields are called.
  await goTo(page, 'Respostas rápidas');
  await page.getByRole('button', { name: 'Nova resposta' }).click();
  const offered = page.getByRole('group', { name: /^Variáveis para/ });
  await offered.getByRole('button', { name: 'Pedido' }).click();
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('{{Pedido}}');
  await page.keyboard.press('Escape');
});

test('files go in their order, each with its caption; what cannot be sent is reported before', async ({
  page,
}) => {
  const { stack } = day();
  await openTicket(page, 'Maria Souza');
  const files = page.locator('form input[type=file]');
  await files.setInputFiles([
    { name: 'vazio.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    { name: 'a.png', mimeType: 'image/png', buffer: PNG },
    { name: 'b.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\norçamento\n') },
    { name: 'c.png', mimeType: 'image/png', buffer: PNG },
  ]);
  await expect(page.getByText('“vazio.txt” está vazio.')).toBeVisible();
  const film = test.info().outputPath('filme.mp4');
  writeFileSync(film, '');
  truncateSync(film, MEDIA_LIMIT_BYTES + 1);
  await files.setInputFiles(film);
  await expect(page.getByText(/^“filme.mp4” tem .*; o limite é 64/)).toBeVisible();
  // Nothing stays chosen, so that the same file can be chosen again.
  await expect(files).toHaveValue('');
  const tiles = page.getByRole('list', { name: 'Arquivos da mensagem' }).getByRole('listitem');
  await expect(tiles).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Remover c.png' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Legenda de b.pdf' }).fill('O orçamento');
  await page.getByRole('button', { name: 'Mover b.pdf', exact: true }).press('ArrowLeft');
  await page.getByRole('button', { name: 'Remover c.png' }).click();
  await expect(tiles).toHaveCount(2);
  await expect(tiles.first()).toContainText('b.pdf');
  await message(page).fill('A vitrine');
  // The composer has grown: the last messages have made room.
  await expect(page.getByRole('log').getByTestId('message').last()).toBeInViewport({ ratio: 1 });
  await show(page, 'composer-files', ['light', 'phone-dark']);

  // Files are kept like the text.
  await page.reload();
  await expect(tiles).toHaveCount(2);
  await expect(message(page)).toHaveValue('A vitrine');
  await message(page).press('Enter');
  await stack.sandbox.waitForMessage({ number: MARIA, text: 'A vitrine', progress: 'delivered' });
  const sent = (await sentTo(stack, MARIA)).filter(({ kind }) => kind === 'image' || kind === 'document');
  expect(sent.slice(-2).map(({ kind, text }) => [kind, text])).toEqual([
    ['document', 'O orçamento'],
    ['image', 'A vitrine'],
  ]);
  await expect(tiles).toHaveCount(0);
});

test('a signed text carries the name, and waits as long as it may be taken back', async ({ page }) => {
  const { stack } = day();
  await openTicket(page, 'Maria Souza');
  await page.getByRole('button', { name: 'Opções de envio' }).click();
  const options = page.getByRole('dialog', { name: 'Opções de envio' });
  await options.getByRole('switch', { name: 'Assinar com meu nome' }).click();
  await options.getByText('10 s').click();
  await options.getByText('Ctrl+Enter').click();
  await show(page, 'composer-habits', ['light']);
  await page.keyboard.press('Escape');
  const field = message(page);
  await field.fill('Primeira linha');
  await field.press('Enter');
  await field.pressSequentially('segunda');
  await field.press('Control+Enter');
  await expect(field).toHaveValue('');
  const seconds = page.getByRole('status').getByText(/^Sai em/);
  await expect(seconds).toBeVisible();
  await expect(seconds).toHaveAttribute('aria-hidden', 'true');
  await show(page, 'composer-held', ['dark']);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(field).toHaveValue('Primeira linha\nsegunda');
  await field.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Desfazer' })).toBeVisible();

  // An agent who leaves in the middle meant it to be sent.
  await stack.stopConsole();
  await page.goto(await stack.startConsole());
  await openTicket(page, 'Maria Souza');
  await expectTick(page, 'segunda', 'delivered');
  await expect(bubble(page, 'segunda').locator('strong')).toContainText(':');
  const signed = (await sentTo(stack, MARIA)).filter((entry) => entry.text?.endsWith('segunda'));
  expect(signed.map((entry) => entry.text)).toEqual([
    expect.stringMatching(/^\*[^*]+:\*\nPrimeira linha\nsegunda$/),
  ]);
  // The same choices, among the person's preferences.
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('button', { name: 'Preferências' }).click();
  await page.getByRole('tab', { name: 'Escrita' }).click();
  const choices = page.getByRole('tabpanel', { name: 'Escrita' });
  await choices.getByRole('switch', { name: 'Assinar com meu nome' }).click();
  await choices.getByText('Não', { exact: true }).click();
  await choices.getByText('Enter', { exact: true }).click();
  await expect(choices.getByRole('radio', { name: 'Enter', exact: true })).toBeChecked();
  await show(page, 'preferences-writing', ['light', 'phone-dark']);
});

test('a note stays among colleagues, in a separate text', async ({ page }) => {
  const { stack } = day();
  await openTicket(page, 'João Pereira');
  await message(page).fill('Só um momento');
  await expect.poll(() => shownTo(stack, JOAO)).toBe('composing');
  await message(page).press('Alt+p');
  const note = page.getByRole('textbox', { name: 'Nota interna' });
  await expect(note).toHaveValue('');
  // A file that was chosen before arrives while the note is written, and waits for the message.
  await note.press('Alt+p');
  const large = { name: 'filme.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(12_000_000) };
  const readOn = await holdFiles(page);
  await page.locator('input[type=file]').setInputFiles(large);
  await message(page).press('Enter');
  await expect(page.getByText('O arquivo ainda está sendo preparado.')).toBeVisible();
  await expect(message(page)).toHaveValue('Só um momento');
  await message(page).press('Alt+p');
  await note.fill('Cliente antigo, dar desconto');
  await readOn();
  await expect.poll(() => keptFiles(stack, 1)).toBe(true);
  await expect(note).toBeFocused();
  await show(page, 'composer-note', ['light', 'phone-dark']);
  await note.press('Enter');
  await expect.poll(() => storedKind(stack, 'Cliente antigo, dar desconto')).toBe('note');
  await expect(message(page)).toHaveValue('Só um momento');
  await page.getByRole('button', { name: 'Remover filme.bin' }).click();
  await message(page).press('Enter');
  await expectTick(page, 'Só um momento', 'delivered');
  expect((await sentTo(stack, JOAO)).map(({ text }) => text)).not.toContain('Cliente antigo, dar desconto');
});

test('while the page is cut from its core, what is sent stays in sight, and goes once', async ({ page }) => {
  const { stack } = day();
  let cut: (() => Promise<void>) | null = null;
  let isCut = false;
  await page.routeWebSocket(/./, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    cut = () => socket.close();
  });
  await page.reload();
  await openTicket(page, 'João Pereira');
  await message(page).fill('Escrito no escuro');
  isCut = true;
  await (cut as (() => Promise<void>) | null)?.();
  await expect(page.getByTestId('sync-status')).toHaveText('Reconectando…');
  await message(page).press('Enter');
  const leaving = page.getByRole('form', { name: 'Escrever' }).getByRole('status');
  await expect(leaving).toContainText('Escrito no escuro');
  await expect(bubble(page, 'Escrito no escuro')).toBeHidden();
  await show(page, 'composer-cut', ['light', 'phone-dark']);
  isCut = false;
  await expectTick(page, 'Escrito no escuro', 'delivered');
  await expect(leaving).toBeHidden();
  await expectOnce(stack, JOAO, 'Escrito no escuro');
});

test('typing redraws nothing but the field; a text that is too long is kept and reported', async ({
  page,
}) => {
  await countLogCommits(page);
  await page.reload();
  await openTicket(page, 'Maria Souza');
  await expect(message(page)).toBeFocused();
  await expect(page.getByRole('log')).toContainText('Olá, bom dia');
  // The start of typing may notify others; each further letter must not.
  await message(page).fill('N');
  await expect(message(page)).toHaveValue('N');
  const commits = async () => Number(await page.locator('html').getAttribute('data-commits'));
  // What was read and ticked by opening the conversation may still come in.
  let seen = -1;
  const isStill = async () => {
    const before = seen;
    seen = await commits();
    return seen === before;
  };
  await expect.poll(isStill, { intervals: [700] }).toBe(true);
  await page.evaluate(() => {
    document.documentElement.dataset.commits = '0';
  });
  await message(page).pressSequentially('ada do resto se move');
  // At most the typing notice begins and ends.
  expect(await commits()).toBeLessThanOrEqual(2);

  const paste = (length: number) =>
    message(page).evaluate((field: HTMLTextAreaElement, count) => {
      field.select();
      document.execCommand('insertText', false, 'texto '.repeat(count / 6));
    }, length);
  await paste(60_000);
  await expect(page.getByText('60.000 de 65.536 caracteres')).toBeVisible();
  await paste(66_000);
  await expect(page.getByText(/464 caracteres a mais que o limite de 65.536/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeDisabled();
  await show(page, 'composer-too-long', ['light']);
  await page.reload();
  await expect(message(page)).toHaveValue(/^texto /);
  await message(page).fill('');
});

/** A message becomes a task of today, which is late once it should have been done, and leads back. */
async function rememberIt(page: Page): Promise<void> {
  await actOn(page, 'Olá, bom dia', 'Lembrar-me');
  const dialog = page.getByRole('dialog', { name: 'Lembrar-me' });
  await expect(dialog.getByRole('textbox', { name: 'O que fazer' })).toHaveValue('Olá, bom dia');
  await dialog.getByRole('button', { name: 'Hoje' }).click();
  await show(page, 'todo-remember', ['light', 'phone-dark']);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('img', { name: '1 tarefa para hoje ou atrasada' })).toHaveText('1');
  await page.getByRole('link', { name: /Tarefas$/ }).click();
  await page.getByRole('button', { name: /^Hoje\. Escolher o dia/ }).click();
  await picture(page, 'todo-day');
  await page.getByRole('textbox', { name: 'Dia' }).fill('20/11/2020');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Atrasada: 20/11/2020')).toBeVisible();
  await show(page, 'todo-overdue', ['light', 'dark', 'phone']);
  await page.getByRole('link', { name: 'Abrir conversa' }).click();
  await expect(message(page)).toBeVisible();
}

async function actOn(page: Page, text: string, action: string): Promise<void> {
  await bubble(page, text).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
