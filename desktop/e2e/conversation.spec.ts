import { expect, type Page } from '@playwright/test';
import { HEIC_PICTURE } from '../../server/test/heic-picture.ts';
import { answer, bubble, EXPECTED_FAILURES, expectTick, row, sentTo, signIn } from './acts.ts';
import { hum } from './hum.ts';
import { COMPANY, JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stack, startStack } from './stack.ts';
import { refuseDeletion } from './stored.ts';
import { EVENTS, quoteHidden, tellEvents } from './stored-messages.ts';
import { watchForTrouble } from './watch.ts';

/** An agent's work inside a conversation: reading, finding, and acting on messages. */
const RITA = '5531966660009';
const RITAS_CARD = `BEGIN:VCARD\nVERSION:3.0\nFN:Rita Lima\nTEL;type=CELL;waid=${RITA}:+${RITA}\nEND:VCARD`;
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR42mP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC';

/** The first bytes of a film. */
const FILM = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(60)]).toString(
  'base64',
);

// Each test builds on the state of the one before: to repeat one is to repeat them all.
test.describe.configure({ mode: 'serial' });

let stack: Stack;
let shop: Shop;
let page: Page;
let expectNoTrouble: () => void;

test.beforeAll(async ({ browser }) => {
  stack = await startStack({ from: 'linked' });
  shop = await openShop(stack, {
    [MARIA]: 'Maria Souza',
    [JOAO]: 'João Pereira',
    [RITA]: 'Rita',
  });
  await shop.receivesMessage(JOAO, 0, 'Bom dia');
  await shop.accepts('ana', JOAO);
  const first = await shop.receivesMessage(MARIA, 0, 'Vocês têm *pão de queijo* hoje?');
  await shop.accepts('ana', MARIA);
  await shop.answers('ana', MARIA, 0, 'Temos sim, Maria!', first);
  await shop.finishes('ana', MARIA);
  page = await (await browser.newContext()).newPage();
  expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.addInitScript(() => {
    // As where nothing shows notifications: some computers have a program for them, others none.
    class Refused extends EventTarget {
      static permission = 'granted';
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new Event('error')));
      }
      close() {}
    }
    Reflect.set(window, 'Notification', Refused);
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      Reflect.set(window, 'heard', this);
      return play.call(this);
    };
  });
  await page.goto(await stack.startConsole());
  await signIn(page, 'ana@demo.balcao.test');
  await expect(page.getByTestId('sync-status')).toHaveText('Ao vivo');
});
test.afterAll(async () => {
  expectNoTrouble?.();
  await page?.context().close();
  await shop?.end();
  await stack?.end();
});

test('an earlier ticket belongs to the conversation; texts, quotes, reactions, and what keys do', async () => {
  await open('João Pereira');
  await expect(bubble(page, 'Bom dia')).toBeVisible();
  const events = page.getByTestId('event');
  await expect(events.filter({ hasText: 'Atendimento iniciado' })).toBeVisible();
  const asked = await shop.receivesMessage(
    JOAO,
    0,
    'Lista:\n- pão\n- *leite*\n> obrigado\n`codigo` <b>não</b>',
  );
  const list = bubble(page, 'Lista:');
  await expect(list.getByRole('listitem')).toHaveText(['pão', 'leite']);
  await expect(list.locator('strong')).toHaveText('leite');
  await expect(list).toContainText('<b>não</b>');
  await shop.receivesMessage(JOAO, 0, '👍🏽');
  await answer(page, 'Anotado');
  await expectTick(page, 'Anotado', 'delivered');

  // Uses the pointer: the menu that opens beside a message.
  await bubble(page, 'Anotado').hover();
  await bubble(page, 'Anotado').getByRole('button', { name: 'Ações da mensagem' }).click();
  await show(page, 'conversation-menu');
  await page.getByRole('menuitem', { name: 'Reagir com ❤️' }).click();
  const reactions = page.getByRole('button', { name: /^Reações: ❤️/ });
  await expect(reactions).toBeVisible();
  await bubble(page, 'Lista:').click({ button: 'right', position: { x: 10, y: 10 } });
  await page
    .getByRole('menuitem', { name: 'Reagir', exact: true })
    .or(page.getByText('Mais reações'))
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reagir com 🎉' }).click();
  await expect(page.getByRole('button', { name: /^Reações: 🎉/ })).toBeVisible();
  await stack.sandbox.send({ from: JOAO, to: COMPANY, kind: 'reaction', target: asked, text: '😂' });
  await expect(page.getByRole('button', { name: /^Reações: .*😂 João Pereira/ })).toBeVisible();

  // Uses the keyboard: from the newest message upwards, and its letter shortcuts.
  await page.getByTestId('message-log').focus();
  await page.keyboard.press('ArrowUp');
  await expect(bubble(page, 'Anotado')).toBeFocused();
  await page.keyboard.press('i');
  const info = page.getByRole('dialog', { name: 'Dados da mensagem' });
  await expect(info.getByText('Entregue')).toBeVisible();
  await show(page, 'conversation-info');
  await page.keyboard.press('Escape');
  await expect(bubble(page, 'Anotado')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(list).toBeFocused();
  // Of a customer's message is known when it came, and what became of it.
  await page.keyboard.press('i');
  await expect(info.getByText('Guardada no servidor')).toBeVisible();
  await expect(info.getByText('Conexão')).toBeVisible();
  await expect(info.getByText('Entregue')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(list).toBeFocused();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Ações da mensagem' });
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Responder' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Mais reações' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(list).toBeFocused();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('c');
  await expect(page.getByText('Texto copiado')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Lista:\n- pão\n- \*leite\*/);
  // What a customer said is quoted in a note for the team.
  await page.keyboard.press('n');
  const note = page.getByRole('textbox', { name: 'Nota interna' });
  await expect(note).toHaveValue(/^> Lista:\n> - pão\n/);
  await note.fill('');
  await list.focus();
  await page.keyboard.press('r');
  await expect(page.getByText('Em resposta a João Pereira')).toBeVisible();
  await answer(page, 'Tudo separado');
  await expectTick(page, 'Tudo separado', 'delivered');
  await expect(bubble(page, 'Tudo separado').getByRole('button', { name: /Lista:/ })).toBeVisible();
  expect((await sentTo(stack, JOAO)).at(-1)).toMatchObject({ text: 'Tudo separado', target: asked });
  await expect(bubble(page, 'Tudo separado')).toHaveAccessibleName(
    /^Ana, \d\d:\d\d: em resposta a “Lista:.*”\. Tudo separado\. Entregue$/s,
  );

  // The company's reaction is removed.
  await page.getByRole('button', { name: /^Reações: .*🎉/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tirar a reação 🎉' }).click();
  await expect(page.getByRole('button', { name: 'Reações: 😂 João Pereira' })).toBeVisible();

  // Deleted for everyone: the team still reads it.
  await answer(page, 'Preço errado');
  await expectTick(page, 'Preço errado', 'delivered');
  await bubble(page, 'Preço errado').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click();
  const deleted = bubble(page, 'Apagada por quem enviou');
  await expect(deleted).not.toContainText('Preço errado');
  await deleted.getByRole('button', { name: 'Ver o que foi apagado' }).click();
  await expect(deleted).toContainText('Preço errado');
  // WhatsApp may refuse: the restored message says so itself.
  await refuseDeletion(stack, 'Preço errado');
  await expect(page.getByRole('alert').filter({ hasText: 'apagar' })).toBeVisible();
  await expect(bubble(page, 'Preço errado')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0);
  // Edited by the customer: what it said before is a click away.
  const order = await shop.receivesMessage(JOAO, 0, 'Quero doiss');
  await stack.sandbox.send({ from: JOAO, to: COMPANY, kind: 'edit', target: order, text: 'Quero dois' });
  const edited = bubble(page, 'Quero dois').filter({ hasText: 'editada' });
  await edited.getByRole('button', { name: 'Ver texto anterior' }).click();
  await expect(edited.getByText('Quero doiss')).toBeVisible();
  await expect(edited).toHaveAccessibleName(/Quero dois\. editada$/);
  await show(page, 'conversation-earlier', ['light', 'dark']);
});

test('a quote reveals nothing of a ticket that the agent does not see', async () => {
  await open('João Pereira');
  await quoteHidden(stack, JOAO, 'sobre aquilo', 'SEGREDO');
  await expect(bubble(page, 'sobre aquilo')).toContainText('Mensagem de outro atendimento');
  await expect(page.getByTestId('message-log')).not.toContainText('SEGREDO');
});

test('a contact that was sent becomes a conversation', async () => {
  await open('João Pereira');
  await shop.receivesMessage(JOAO, 0, { kind: 'contact', name: 'Rita Lima', vcard: RITAS_CARD });
  await show(page, 'conversation-card', ['light', 'phone-dark']);
  await page.getByRole('button', { name: /^Iniciar conversa com/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar conversa' }).click();
  await expect(page.getByRole('region', { name: 'Conversa com Rita Lima' })).toBeVisible();
});

test('each kind of message is what it is, the ticket’s events are between them, and typing is shown', async () => {
  await open('Rita Lima');
  const log = page.getByRole('log');
  const poll = await shop.receivesMessage(RITA, 0, {
    kind: 'poll',
    text: 'Qual sabor?',
    options: ['Coco', 'Milho'],
  });
  await stack.sandbox.send({ from: RITA, to: COMPANY, kind: 'vote', target: poll, options: ['Coco'] });
  await expect(bubble(page, 'Qual sabor?').getByRole('listitem').filter({ hasText: 'Coco' })).toContainText(
    '1 voto',
  );
  await shop.receivesMessage(RITA, 0, { kind: 'sticker', fileBase64: PNG });
  await expect(log.getByRole('img', { name: 'Figurinha' })).toBeVisible();
  await shop.receivesMessage(RITA, 0, {
    kind: 'location',
    latitude: -19.92,
    longitude: -43.94,
    text: 'Praça da Liberdade',
  });
  const map = bubble(page, 'Praça da Liberdade').getByRole('link', { name: 'Ver no mapa' });
  await expect(map).toHaveAttribute('href', /-19\.92,-43\.94/);
  await shop.receivesMessage(RITA, 0, {
    kind: 'image',
    fileBase64: PNG,
    mimetype: 'image/png',
    viewOnce: true,
  });
  await expect(bubble(page, 'Visualização única')).toBeVisible();
  await shop.receivesMessage(RITA, 0, { kind: 'video', fileBase64: FILM, mimetype: 'video/mp4' });
  // Cut off in its middle: said, and left to other programs.
  const film = log.getByTestId('message').filter({ hasText: 'Não foi possível abrir o arquivo.' });
  await expect(film.getByRole('link', { name: 'Baixar' })).toBeVisible();
  const list = { fileBase64: btoa('%PDF-1.4\n'), fileName: 'Lista.pdf', mimetype: 'application/pdf' };
  await shop.receivesMessage(RITA, 0, { kind: 'document', ...list });
  const saved = page.waitForEvent('download');
  await bubble(page, 'Lista.pdf').getByRole('link').click();
  expect((await saved).suggestedFilename()).toBe('Lista.pdf');
  // No browser shows one: it is seen as the small picture that the server makes.
  const heic = { fileBase64: HEIC_PICTURE.toString('base64'), mimetype: 'image/heic' };
  await shop.receivesMessage(RITA, 0, { kind: 'document', fileName: 'IMG_0001.HEIC', ...heic });
  const preview = bubble(page, 'IMG_0001.HEIC').getByRole('img');
  await expect.poll(() => preview.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64);
  await show(page, 'document-preview', ['light', 'dark', 'phone']);
  const { callId } = await stack.sandbox.call({ from: RITA, to: COMPANY });
  await stack.sandbox.endCall({ from: RITA, to: COMPANY, callId, missed: true });
  await expect(bubble(page, 'Chamada perdida')).toBeVisible();

  await shop.receivesMessage(RITA, 0, { kind: 'voice', fileBase64: hum(9), seconds: 9 });
  await log.getByRole('button', { name: 'Velocidade: 1×' }).click();
  await log.getByRole('button', { name: 'Tocar o áudio' }).click();
  await expect(log.getByRole('button', { name: 'Pausar o áudio' })).toBeVisible();
  const position = log.getByRole('slider', { name: 'Posição no áudio' });
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  expect(await page.evaluate(() => Reflect.get(window, 'heard').playbackRate)).toBe(1.5);
  // Playback continues elsewhere, and can be stopped there.
  await open('João Pereira');
  const heard = page.getByRole('region', { name: 'Tocando agora' });
  await expect(heard).toContainText('Áudio de Rita Lima');
  await show(page, 'now-playing', ['light', 'phone-dark']);
  await heard.getByRole('button', { name: 'Pausar o áudio' }).click();
  await heard.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Conversa com Rita Lima' })).toBeVisible();
  await expect(heard).toBeHidden();
  // The one that follows is heard next.
  await shop.receivesMessage(RITA, 0, { kind: 'voice', fileBase64: hum(1), seconds: 1 });
  await expect(position).toHaveCount(2);
  await position.first().fill('8.5');
  await log.getByRole('button', { name: 'Tocar o áudio' }).first().click();
  await expect.poll(async () => Number(await position.last().inputValue())).toBeGreaterThan(0);

  await tellEvents(stack, RITA, Object.keys(EVENTS));
  for (const text of Object.values(EVENTS))
    await expect(log.getByTestId('event').filter({ hasText: text })).toBeVisible();

  const header = page.getByTestId('conversation').locator('header');
  await stack.sandbox.typing({ from: RITA, to: COMPANY });
  await expect(header.getByRole('status')).toHaveText('digitando…');
  await stack.sandbox.typing({ from: RITA, to: COMPANY, state: 'recording' });
  await expect(header.getByRole('status')).toHaveText('gravando um áudio…');
  await stack.sandbox.typing({ from: RITA, to: COMPANY, state: 'paused' });
  await expect(header.getByRole('status')).toBeHidden();

  // Read further up when something comes; and not there at all.
  await page.getByTestId('message-log').evaluate((element) => element.scrollTo({ top: 0 }));
  await shop.receivesMessage(RITA, 0, 'Está aí?');
  await page.getByRole('button', { name: '1 mensagem nova' }).click();
  await expect(bubble(page, 'Está aí?')).toBeInViewport();
  await open('João Pereira');
  for (const text of ['Olá?', 'Ainda quero o bolo']) await shop.receivesMessage(RITA, 0, text);
  await expect(row(page, 'Ainda quero o bolo')).toBeVisible();
  await open('Rita Lima');
  await expect(page.getByTestId('unread-line')).toHaveText('2 mensagens não lidas');
  await expect(bubble(page, 'Olá?')).toBeInViewport();
});

test('a conversation leaves as a document with its files, for whoever asks for it', async () => {
  await open('Rita Lima');
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Baixar a conversa…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Baixar a conversa com Rita Lima' });
  await expect(dialog.getByRole('combobox', { name: 'Idioma' })).toHaveValue('Idioma do contato');
  await show(page, 'conversation-document');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar' }).click();
  expect((await saved).suggestedFilename()).toBe('conversa Rita Lima.zip');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('A conversa está sendo baixada')).toBeVisible();
});

test('several messages are forwarded, also to a customer without an open ticket', async () => {
  await open('João Pereira');
  await bubble(page, 'Bom dia').focus();
  await page.keyboard.press('s');
  await page.getByRole('log').getByRole('checkbox').nth(1).check();
  await expect(page.getByText('2 selecionadas')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copiar', exact: true }).click();
  await expect(page.getByText('Texto copiado')).toBeVisible();
  const line = String.raw`\[\d\d/\d\d/\d{4} \d\d:\d\d\] [^:\n]+: `;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^${line}[^]+\n${line}`),
  );
  await show(page, 'conversation-selecting', ['light', 'phone-dark']);
  await page.getByRole('button', { name: 'Encaminhar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encaminhar 2 mensagens' });
  await dialog.getByRole('textbox').fill('maria');
  await dialog.getByRole('checkbox', { name: /Maria Souza/ }).check();
  await dialog.getByRole('textbox').fill('rita');
  await dialog.getByRole('checkbox', { name: /Rita Lima/ }).check();
  await show(page, 'conversation-forward', ['light', 'dark']);
  await dialog.getByRole('button', { name: 'Encaminhar' }).click();
  await expect(dialog).toBeHidden();
  await open('Maria Souza');
  await expect(bubble(page, 'Encaminhada').filter({ hasText: 'Bom dia' })).toHaveAccessibleName(
    /: Encaminhada\. Bom dia\./,
  );
  await bubble(page, 'Temos sim')
    .getByRole('button', { name: /pão de queijo/ })
    .click();
  await expect(page.locator('[data-found]')).toContainText('Vocês têm');
  for (const number of [MARIA, RITA])
    await stack.sandbox.waitForMessage({ number, text: 'Bom dia', progress: 'delivered' });
});

test('colleagues call one another in notes', async () => {
  await open('João Pereira');
  await shop.notes('bruno', MARIA, 'O bolo está pronto, @Ana. Pode avisar?', ['Ana']);
  const notice = page.getByText('Bruno mencionou você');
  await expect(notice).toBeVisible();
  const bell = page.getByRole('button', { name: /^\d+ notificaç/ });
  await bell.click();
  const inbox = page.getByRole('dialog').filter({ has: page.getByRole('tab') });
  await inbox.getByRole('tab', { name: 'Menções 1' }).click();
  await show(page, 'mentions', ['light', 'dark', 'phone']);
  await inbox.getByRole('button', { name: /Bruno · Maria Souza/ }).click();
  const note = bubble(page, 'O bolo está pronto');
  await expect(note).toBeInViewport();
  await expect(notice).toBeHidden();
  await bell.click();
  await expect(inbox.getByRole('tab', { name: 'Menções', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  const field = page.locator('[data-composer-text]');
  await field.focus();
  await page.keyboard.press('Alt+p');
  await field.pressSequentially('Aviso já, @br');
  await expect(page.getByRole('option', { name: /Bruno/ })).toBeVisible();
  await show(page, 'mention-offered', ['light', 'dark', 'phone']);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Aviso já, @Bruno ');
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Aviso já').getByText('@Bruno', { exact: true })).toBeVisible();
  await show(page, 'mention-chip', ['light', 'dark', 'phone']);
  await page.keyboard.press('Alt+p');
});

test('in English it reads as well', async () => {
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByText('English', { exact: true }).click();
  await page.keyboard.press('Escape');
  await open('João Pereira');
  await expect(page.getByText('The message could not be deleted. Try again.')).toBeVisible();
  await show(page, 'conversation-en', ['light', 'dark', 'phone']);
  await bubble(page, 'Anotado').click({ button: 'right', position: { x: 10, y: 10 } });
  await expect(page.getByRole('menuitem', { name: 'Reply', exact: true })).toBeVisible();
  await show(page, 'conversation-menu-en', ['light']);
});

/** Selects the row of that name: a contact card as last message shows the name in another row. */
const open = async (customer: string) => {
  await page.getByRole('button', { name: new RegExp(`WhatsApp ${customer} `) }).click();
  await expect(page.getByTestId('conversation').locator('header')).toContainText(customer);
};
