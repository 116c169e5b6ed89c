import { expect, type Page } from '@playwright/test';
import { answer, EXPECTED_FAILURES, goTo, row, sentTo, signIn } from './acts.ts';
import { COMPANY, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { type Stack, startStack } from './stack.ts';
import { tab } from './ticket-list/rows.ts';
import { watchForTrouble } from './watch.ts';

/** A customer is asked what it was like, says so, and is answered. */

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ from: 'linked' });
});
test.afterAll(() => stack?.end());

test('five stars and a comment come back to whoever leads, who answers', async ({ page }) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('the shop asks for stars, and for words', () => choose(page));
  await test.step('a customer is served', () => serve(page));
  await test.step('and rates it, and says why', () => rate(page));
  await test.step('which is read and answered', () => answerThem(page));
  expectNoTrouble();
});

async function choose(page: Page): Promise<void> {
  await goTo(page, 'Avaliações');
  await expect(page.getByText('Nenhuma avaliação ainda')).toBeVisible();
  await show(page, 'ratings-empty', ['light', 'phone']);
  await goTo(page, 'Configurações');
  await page.getByRole('switch', { name: 'Avaliações' }).check({ force: true });
  await page.getByRole('switch', { name: 'Comentário da avaliação' }).check({ force: true });
  await page.getByRole('combobox', { name: 'Escala das avaliações' }).click();
  await page.getByRole('option', { name: 'De 1 a 5 estrelas' }).click();
  await expect(page.getByText('Salvo')).toHaveCount(3);
  await show(page, 'settings-ratings', ['light', 'dark', 'phone']);
}

const says = (text: string) => stack.sandbox.send({ kind: 'text', from: MARIA, to: COMPANY, text });
const heard = (text: string) =>
  expect.poll(async () => (await sentTo(stack, MARIA)).map((entry) => entry.text).at(-1)).toContain(text);

async function serve(page: Page): Promise<void> {
  await says('Oi!');
  await goTo(page, 'Atendimentos');
  await tab(page, 'pending').click();
  await row(page, 'Maria').getByRole('button', { name: 'Aceitar' }).click();
  await answer(page, 'Oi, Maria! Já separei o seu café.');
  await page.getByRole('button', { name: 'Finalizar' }).first().click();
  await heard('*5* - ⭐⭐⭐⭐⭐');
}

async function rate(page: Page): Promise<void> {
  await says('⭐⭐⭐⭐⭐');
  await heard('Se quiser contar mais, escreva na próxima mensagem');
  await goTo(page, 'Avaliações');
  const rating = page.getByTestId('rating').filter({ hasText: 'Maria' });
  await expect(rating.getByRole('img', { name: '5 de 5 estrelas' })).toBeVisible();
  // Whoever looks sees it come.
  await says('Rápido e gentil. Obrigada!');
  await heard('Obrigado pelo seu comentário!');
  await expect(rating.getByText('Rápido e gentil. Obrigada!')).toBeVisible();
  await show(page, 'ratings', ['light', 'dark', 'phone', 'phone-dark']);
}

async function answerThem(page: Page): Promise<void> {
  const rating = page.getByTestId('rating').filter({ hasText: 'Maria' });
  await rating.getByRole('button', { name: /^Responder a Maria/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Responder a Maria/ });
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText('Escreva a resposta.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Sua resposta' }).fill('Que bom! Até a próxima.');
  await show(page, 'rating-answer', ['light', 'dark', 'phone']);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(rating.getByText('Que bom! Até a próxima.')).toBeVisible();
  await heard('Que bom! Até a próxima.');
  await rating.getByRole('link', { name: /^Abrir conversa com Maria/ }).click();
  await expect(
    page.getByTestId('event').filter({ hasText: 'O cliente avaliou: 5 de 5 estrelas' }),
  ).toBeVisible();
  await expect(page.getByTestId('event').filter({ hasText: 'O cliente comentou a nota' })).toBeVisible();
  await show(page, 'rated-conversation', ['light', 'dark', 'phone']);
}
