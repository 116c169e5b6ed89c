import { expect, type Page } from '@playwright/test';
import { bubble, message, row } from '../acts.ts';
import { picture, show } from '../pictures.ts';
import { test } from '../same-browser.ts';
import { DAVI, ELISA, FABIO, type ListDay } from './list-day.ts';
import { chooseTyping, tab, takeBack } from './rows.ts';

/** Tickets are accepted and served. */
export function serving(world: ListDay): void {
  accepting(world);
  rowsOfChoice(world);
  servingByKeys(world);
}

function accepting(world: ListDay): void {
  test('two agents accept the same ticket: one gets it, the other is told', async () => {
    const { page, other } = world();
    const both = [page, other];
    const buttons = [];
    for (const one of both) {
      await tab(one, 'pending').click();
      const button = one.getByRole('button', { name: 'Aceitar o atendimento de Carla Dias' });
      buttons.push(await button.elementHandle());
    }
    // Both click at the same moment, however late they are notified: an agent who sees the other's has nothing left to
    // press.
    const moment = Date.now() + 1_000;
    await Promise.all(
      buttons.map((button) =>
        button?.evaluate(
          (element, at) => setTimeout(() => (element as HTMLElement).click(), at - Date.now()),
          moment,
        ),
      ),
    );

    const told = (one: Page) => one.getByRole('alert').filter({ hasText: 'não foi aceito' });
    await expect.poll(async () => (await told(page).count()) + (await told(other).count())).toBe(1);
    const [loser, winner] = (await told(page).count()) > 0 ? [page, other] : [other, page];
    await expect(told(loser)).toContainText(loser === page ? 'Bruno' : 'Ana');
    await told(loser).getByRole('button', { name: 'Fechar' }).click();
    await tab(loser, 'pending').click();
    await expect(row(loser, 'Davi Melo')).toBeVisible();
    await expect(row(loser, 'Carla Dias')).toHaveCount(0);
    await expect(winner.getByRole('textbox', { name: 'Mensagem' })).toBeVisible();

    // An agent who looks on sees and is seen; nothing moves for that.
    const [theirs, ours] = [headerOf(winner).getByRole('status'), headerOf(loser).getByRole('status')];
    const before = await headerOf(winner).boundingBox();
    await loser.goto(new URL(new URL(winner.url()).hash, loser.url()).href);
    const [one, another] = loser === page ? ['Ana', 'Bruno'] : ['Bruno', 'Ana'];
    await expect(theirs).toContainText(`${one} também está vendo`);
    await expect(ours).toContainText(`${another} também está vendo`);
    await show(winner, 'conversation-viewers', ['light', 'dark', 'phone', 'phone-dark']);
    // The screen hears a moment after the stylesheet that it is wide again.
    await expect.poll(() => headerOf(winner).boundingBox()).toEqual(before);
    await speak(loser, 'English');
    await picture(loser, 'conversation-viewers-en');
    await winner.getByRole('textbox', { name: 'Mensagem' }).fill('Já respondo');
    await expect(ours).toHaveText(`${another} is typing…`);
    await picture(loser, 'conversation-colleague-en');
    await speak(loser, 'Português');
    await winner.getByRole('textbox', { name: 'Mensagem' }).fill('');
    await expect(ours).toContainText(`${another} também está vendo`);
    await loser.goto(new URL('/#/tickets', loser.url()).href);
    await expect(theirs).toHaveCount(0);
  });
}

function rowsOfChoice(world: ListDay): void {
  test('rows say what differs, or everything, as the agent likes it', async () => {
    const { page } = world();
    await page.goto(new URL('/#/tickets', page.url()).href);
    await tab(page, 'pending').click();
    const gina = row(page, 'Gina Teixeira de Albuquerque');
    const open = gina.getByRole('button', { name: /^(?!Aceitar|Espiar)/ }).first();
    // Who came first is served first, unless the agent likes it otherwise.
    const first = page.getByTestId('ticket-item').first();
    await expect(first).toContainText('Davi Melo');
    for (const [order, name] of [
      ['Mensagens mais recentes', 'Gina Teixeira'],
      ['Esperando há mais tempo', 'Davi Melo'],
    ] as const) {
      await page.getByRole('button', { name: 'Ordenar' }).click();
      await page.getByRole('menuitemradio', { name: order }).click();
      await expect(first).toContainText(name);
    }
    // The queue is a bar, named for the ear and under the pointer; with one number nobody asks which it is.
    await expect(gina.getByText('WhatsApp Principal')).toHaveCount(0);
    await expect(open).toHaveAccessibleName(/Albuquerque.*Fila: Atendimento/);
    // J and K step as the arrows do.
    const places = page.getByTestId('ticket-item');
    await first.getByRole('button').first().focus();
    await page.keyboard.press('j');
    await expect(places.nth(1).getByRole('button').first()).toBeFocused();
    await page.keyboard.press('k');
    await expect(first.getByRole('button').first()).toBeFocused();
    await gina.hover();
    await expect(gina.getByRole('button', { name: /^Espiar/ })).toBeVisible();
    await show(page, 'list-compact', ['light', 'dark', 'phone', 'phone-dark']);
    const { height: compact = 0 } = (await gina.boundingBox()) ?? {};
    await page.goto(new URL('/#/preferences/tickets', page.url()).href);
    await page.getByText('Confortável', { exact: true }).click();
    const root = page.locator('html');
    await page.getByText('Maior', { exact: true }).click();
    await expect(root).toHaveAttribute('data-text-size', 'larger');
    await page.getByText('Normal', { exact: true }).click();
    await expect(root).toHaveAttribute('data-text-size', 'normal');
    await show(page, 'preferences-tickets', ['light', 'phone-dark']);
    await page.goto(new URL('/#/tickets', page.url()).href);
    await expect(gina).toContainText('WhatsApp Principal');
    await show(page, 'list-comfortable', ['light', 'phone-dark']);
    const { height: comfortable = 0 } = (await gina.boundingBox()) ?? {};
    expect([compact, comfortable]).toEqual([64, 84]);
    await page.goto(new URL('/#/preferences/tickets', page.url()).href);
    await page.getByText('Compacta', { exact: true }).click();
    await page.getByText('Lista', { exact: true }).last().click();
  });
}

/** A keyboard and nothing else: from the list to the notes, the tags, the pages around it, and back. */
function servingByKeys(world: ListDay): void {
  test('a morning is served by keyboard alone', async () => {
    const { stack, page } = world();
    const pointer = await pointerActsOf(page);
    await goByKeys(page, 'Atendimentos');
    for (const [name, number] of [
      ['Fábio Lins', FABIO],
      ['Elisa Prado', ELISA],
      ['Davi Melo', DAVI],
    ] as const) {
      await stepToRow(page, name);
      await page.keyboard.press('a');
      const conversation = page.getByRole('region', { name: `Conversa com ${name}` });
      await expect(conversation).toBeVisible();
      await expect(message(page)).toBeFocused();
      await page.keyboard.type(`Tudo certo, ${name}!`);
      await page.keyboard.press('Enter');
      await expect(bubble(page, `Tudo certo, ${name}!`)).toBeVisible();
      if (number === DAVI) await besideTheAnswer(page);
      await page.keyboard.press('Alt+f');
      await expect(conversation).toBeHidden();
      await stack.sandbox.waitForMessage({ number, text: `Tudo certo, ${name}!` });
    }
    // Older ones are at the server alone: a number would be too low.
    await expect(tab(page, 'closed')).toHaveText('Fechados');
    expect(await pointer()).toBe(0);
    await page.goto(new URL('/#/preferences/tickets', page.url()).href);
    await page.getByText('Próxima conversa', { exact: true }).click();
    await page.goto(new URL('/#/tickets', page.url()).href);
  });
}

/** Everything that is done around an answer: a note, a tag, a later hour, a look at another page and back. */
async function besideTheAnswer(page: Page): Promise<void> {
  const conversation = page.getByRole('region', { name: 'Conversa com Davi Melo' });
  await page.keyboard.press('Alt+p');
  await page.keyboard.type('Prefere entrega à tarde');
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Prefere entrega à tarde')).toBeVisible();
  await page.keyboard.press('Alt+p');

  await page.keyboard.press('Alt+e');
  await chooseTyping(page, 'devol');
  await expect(conversation.getByRole('button', { name: /Devolução/ })).toBeVisible();
  await takeBack(page, 'Etiqueta posta: Devolução');
  await expect(conversation.getByRole('button', { name: /Devolução/ })).toHaveCount(0);

  await page.keyboard.press('Alt+h');
  const tomorrow = page
    .getByRole('dialog', { name: 'Adiar Davi Melo' })
    .getByRole('button', { name: /^Amanhã/ });
  await expect(tomorrow).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(tomorrow).toBeFocused({ timeout: 200 });
  }).toPass({ intervals: [50], timeout: 10_000 });
  await page.keyboard.press('Enter');
  await takeBack(page, /Adiado até/);

  await goByKeys(page, 'Tarefas');
  await expect(page.getByRole('heading', { name: 'Tarefas', exact: true })).toBeVisible();
  await goByKeys(page, 'Davi Melo');
  await expect(conversation).toBeVisible();
  await expect(message(page)).toBeFocused();
}

/** Opens a page or a conversation by its name in the palette. */
async function goByKeys(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Ir para' });
  await expect(palette.getByRole('textbox')).toBeFocused();
  await page.keyboard.type(name);
  await expect(palette.getByText(name).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
}

/** Reaches a waiting ticket as a hand on the keyboard does: into the list, to its tab, down to its row. */
async function stepToRow(page: Page, name: string): Promise<void> {
  const isReached = () =>
    row(page, name)
      .getByRole('button')
      .first()
      .evaluate((element) => element === document.activeElement);
  await page.keyboard.press('Alt+l');
  await page.keyboard.press('2');
  await expect(row(page, name)).toBeVisible();
  await page.keyboard.press('Home');
  await expect(async () => {
    if (!(await isReached())) await page.keyboard.press('j');
    expect(await isReached()).toBe(true);
  }).toPass({ intervals: [50], timeout: 10_000 });
}

/** Counts from now on. @returns how often a pointer was pressed */
async function pointerActsOf(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const seen = { presses: 0 };
    window.addEventListener('pointerdown', () => (seen.presses += 1), true);
    return seen;
  });
  return () => counter.evaluate(({ presses }) => presses);
}

const headerOf = (at: Page) => at.getByTestId('conversation').locator('header');

async function speak(at: Page, language: string): Promise<void> {
  await at.getByRole('button', { name: /^(Perfil de|Profile of)/ }).click();
  await at.getByText(language, { exact: true }).click();
  await at.keyboard.press('Escape');
}
