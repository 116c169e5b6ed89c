import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { answer, bubble, expectOnce, expectTick, hurry, openTicket, sentTo, signIn } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { copyPicture, drop, dropBeside, paint } from './files-by-hand.ts';
import { expectSameLedgers } from './ledgers.ts';
import { lookClosely } from './lightbox.ts';
import { CARLA, COMPANY, JOAO, MARIA } from './phones.ts';
import { picture, show } from './pictures.ts';
import { test } from './same-browser.ts';
import { workBeside } from './ticket-window.ts';

/** The working day of an agent: what goes wrong, and that nothing of it is lost or sent twice. */

// Each test builds on the state of the one before: to repeat one is to repeat them all.
test.describe.configure({ mode: 'serial' });

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const day = beginDay({
  customers: { [MARIA]: 'Maria Souza', [JOAO]: 'João Pereira', [CARLA]: 'Carla Dias' },
  served: [MARIA, JOAO],
});

test('images are pasted and dropped, a caption goes along, a conversation ends and goes on', async ({
  page,
  context,
}) => {
  const { stack } = day();
  await openTicket(page, 'Maria Souza');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await copyPicture(page, 'darkorange');
  const field = page.getByRole('textbox', { name: 'Mensagem' });
  // An agent who types after a click among the messages means the field below them.
  await bubble(page, 'Olá, bom dia').click();
  await page.keyboard.press('Control+V');
  await expect(page.getByRole('button', { name: /^Remover/ })).toHaveCount(1);
  await bubble(page, 'Olá, bom dia').click();
  await page.keyboard.type('R$ ');
  await expect(field).toHaveValue('R$ ');
  await field.fill('');
  await copyPicture(page, 'white', 'Bolo 2 R$ 30');
  await field.press('Control+V');
  await expect(field).toHaveValue('Bolo 2 R$ 30');
  await drop(page, [
    { name: 'azul.png', type: 'image/png', base64: await paint(page, 'steelblue') },
    { name: 'programa.exe', type: 'application/x-msdownload', base64: btoa('MZ') },
  ]);
  await expect(page.getByText('“programa.exe” é um programa e não pode ser enviado.')).toBeVisible();
  await drop(page, [{ name: 'engano.png', type: 'image/png', base64: await paint(page, 'black') }]);
  await page.getByRole('button', { name: 'Remover engano.png' }).click();
  expect(await dropBeside(page)).toBe(false);
  await expect(page.getByRole('button', { name: /^Remover/ })).toHaveCount(2);

  await field.fill('Nas duas cores');
  await field.press('Enter');
  await expectTick(page, 'Nas duas cores', 'delivered');
  await stack.sandbox.waitForMessage({
    number: MARIA,
    kind: 'image',
    text: 'Nas duas cores',
    progress: 'delivered',
  });
  await expect
    .poll(async () => (await sentTo(stack, MARIA)).filter(({ kind }) => kind === 'image').length)
    .toBe(2);
  await expect(page.getByRole('button', { name: /^Remover/ })).toHaveCount(0);
  const pictures = page.getByRole('log').getByRole('img', { name: 'Foto' });
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all())
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(64);
  await lookClosely(page, pictures.last());

  // One gesture finishes and leads on; taken back, it leads here again.
  const talking = (name: string) => page.getByRole('region', { name: `Conversa com ${name}` });
  await page.getByRole('button', { name: 'Finalizar', exact: true }).click();
  await expect(talking('João Pereira')).toBeVisible();
  await expect(field).toBeFocused();
  await show(page, 'finished-and-next', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(talking('Maria Souza')).toBeVisible();
  await page.keyboard.press('Alt+f');
  await expect(talking('João Pereira')).toBeVisible();
  await page.getByRole('tab', { name: /Fechados/ }).click();
  await openTicket(page, 'Maria Souza');
  await page.getByRole('button', { name: 'Reabrir', exact: true }).click();
  await answer(page, 'Só mais uma coisa, Maria.');
  await expectTick(page, 'Só mais uma coisa', 'delivered');
  await expect(page.getByRole('tab', { name: /Atendendo/ })).toHaveAttribute('aria-selected', 'true');
});

test('a refused message is reported, and sent once when it is tried again', async ({ page }) => {
  const { stack, shop } = day();
  await openTicket(page, 'João Pereira');
  await stack.sandbox.restrict({ number: COMPANY, how: 'sending' });
  await answer(page, 'Seu pedido saiu para entrega');
  await expectTick(page, 'Seu pedido saiu', 'failed');
  const failure = page.getByRole('log').getByRole('alert');
  await expect(failure).toContainText('não permite que este número escreva');
  await picture(page, 'refused-by-whatsapp');
  await bubble(page, 'Seu pedido saiu').focus();
  await page.keyboard.press('i');
  const info = page.getByRole('dialog', { name: 'Dados da mensagem' });
  // In the step that failed.
  await expect(
    info.getByRole('definition').filter({ hasText: 'não permite que este número escreva' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(info).toBeHidden();
  expect(await sentTo(stack, JOAO)).toEqual([]);
  await stack.sandbox.restrict({ number: COMPANY, how: 'none' });
  await failure.getByRole('button', { name: 'Tentar de novo' }).click();
  await expectTick(page, 'Seu pedido saiu', 'delivered');
  await expect(failure).toBeHidden();
  await expectOnce(stack, JOAO, 'Seu pedido saiu para entrega');

  // A message that the server itself refuses is still in this console: it can also be discarded.
  await stack.stopServer();
  await answer(page, 'Tarde demais');
  await expectTick(page, 'Tarde demais', 'clock');
  await shop.closeElsewhere(JOAO);
  await stack.startServer();
  await hurry(page);
  await expectTick(page, 'Tarde demais', 'failed', 30_000);
  await failure.getByRole('button', { name: 'Descartar' }).click();
  await expect(bubble(page, 'Tarde demais')).toBeHidden();
  await page.getByRole('button', { name: 'Reabrir', exact: true }).click();
  await answer(page, 'Agora sim');
  await expectTick(page, 'Agora sim', 'delivered');
  await expect(bubble(page, 'Tarde demais')).toBeHidden();
});

test('drafts stay with their conversation, and what is queued outlives signing out', async ({ page }) => {
  const { stack } = day();
  const composer = page.getByRole('textbox', { name: 'Mensagem' });
  await openTicket(page, 'Maria Souza');
  await workBeside(page);

  await composer.fill('Só para a Maria');
  await openTicket(page, 'João Pereira');
  await expect(composer).toHaveValue('');
  await composer.fill('Só para o João');
  await page.reload();
  await expect(composer).toHaveValue('Só para o João');
  await openTicket(page, 'Maria Souza');
  await expect(composer).toHaveValue('Só para a Maria');
  const mariasTicket = page.url();

  await stack.stopServer();
  await expect(page.getByTestId('offline-banner')).toBeVisible({ timeout: 20_000 });
  await composer.fill('Escrito sem servidor');
  await composer.press('Enter');
  await expectTick(page, 'Escrito sem servidor', 'clock');
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('dialog')).toContainText('ainda não');
  await page.getByRole('dialog').getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await stack.startServer();
  // A link to a ticket waits until an agent signs in.
  await page.goto('about:blank');
  await page.goto(mariasTicket);
  await signIn(page, 'ana@demo.balcao.test');
  await expect(page.getByRole('region', { name: 'Conversa com Maria Souza' })).toBeVisible();
  await expectTick(page, 'Escrito sem servidor', 'delivered', 30_000);
  await expectOnce(stack, MARIA, 'Escrito sem servidor');
  await expectSameLedgers(stack, COMPANY, [JOAO, MARIA]);
  await openTicket(page, 'João Pereira');
  await expect(composer).toHaveValue('Só para o João');
  await composer.fill('');
});

test('a customer rings as loud as the agent wants, and shows what the agent lets be seen', async ({
  page,
  context,
}) => {
  const { shop } = day();
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      document.documentElement.dataset.rang = String(this.volume);
      return play.call(this);
    };
    // The system's corner of the screen, which no browser without a screen has.
    class Shown extends EventTarget {
      static permission = 'granted';
      constructor(title: string, { body = '' }: NotificationOptions) {
        super();
        document.documentElement.dataset.shown = `${title}|${body}`;
        window.addEventListener('click-notification', () => this.dispatchEvent(new Event('click')));
      }
      close(): void {}
    }
    Object.defineProperty(window, 'Notification', { value: Shown });
  });
  await page.reload();
  await page.getByRole('button', { name: /Perfil de/ }).click();
  const slider = page.getByRole('slider', { name: 'Volume das notificações' });
  await show(page, 'profile-menu', ['light', 'phone']);
  for (let step = 9; step >= 3; step--) {
    await slider.press('ArrowLeft');
    await expect(page.getByText(`${step * 10}%`)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.evaluate(() => delete document.documentElement.dataset.rang);
  const html = page.locator('html');
  await shop.receivesMessage(CARLA, 0, 'Tem alguém aí?');
  await expect(html).toHaveAttribute('data-rang', '0.3');
  await expect(html).toHaveAttribute('data-shown', 'Carla Dias|Tem alguém aí?');

  await page.getByRole('button', { name: /Perfil de/ }).click();
  await page.getByRole('button', { name: 'Preferências' }).click();
  await page.getByRole('combobox', { name: 'O que mostrar' }).click();
  await page.getByRole('option', { name: 'Só o nome' }).click();
  await page.getByRole('button', { name: 'Mostrar uma notificação' }).click();
  await expect(html).toHaveAttribute('data-shown', /^Assim chega/);
  await page.getByRole('switch', { name: 'Horário de silêncio' }).click({ force: true });
  await expect(page.getByLabel('Início do silêncio')).toHaveValue('20:00');
  await show(page, 'preferences-notifications', ['light', 'dark', 'phone']);
  await page.getByRole('switch', { name: 'Horário de silêncio' }).click({ force: true });
  await expect(page.getByLabel('Início do silêncio')).toBeHidden();
  await page.getByRole('tab', { name: 'Este computador' }).click();
  await expect(page.getByText('O navegador cuida disto')).toBeVisible();
  await picture(page, 'preferences-desktop');
  await page.getByRole('tab', { name: 'Sobre' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Salvar o registro' }).click();
  const log = readFileSync(await (await saved).path(), 'utf8');
  expect(log).toMatch(/^version: .*\nhost: browser\n/);
  expect(log).not.toContain(CARLA);
  await show(page, 'preferences-about', ['light', 'phone-dark']);
  await shop.receivesMessage(CARLA, 0, 'Alô?');
  await expect(html).toHaveAttribute('data-shown', 'Carla Dias|2 mensagens novas');
  await expect(page).toHaveTitle(/^\(\d+\) Balcão$/);

  await page.getByRole('button', { name: /^\d+ notifica/ }).click();
  // The sound was for this: a ticket that waits for all agents of the queue.
  await expect(page.getByRole('dialog').getByRole('button', { name: /Carla Dias/ })).toBeVisible();
  await show(page, 'notifications', ['light', 'dark', 'phone']);
  await page.getByRole('dialog').getByRole('button', { name: 'Não perturbe' }).click();
  await page.getByRole('menuitem', { name: 'Até eu desligar' }).click();
  await expect(page.getByRole('button', { name: /Não perturbe está ligado/ })).toBeVisible();
  await show(page, 'do-not-disturb', ['light', 'phone-dark']);
  const bell = page.getByRole('button', { name: /Não perturbe está ligado/ });
  const again = page.getByRole('button', { name: 'Voltar a avisar' });
  // The list may still be open, or just be closing.
  await expect(async () => {
    if (!(await again.isVisible())) await bell.click();
    await again.click({ timeout: 2_000 });
  }).toPass();
  await expect(bell).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('click-notification')));
  await expect(page.getByRole('region', { name: 'Conversa com Carla Dias' })).toBeVisible();
});
