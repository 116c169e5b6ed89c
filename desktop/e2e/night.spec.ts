import { expect, type Page } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { bubble, EXPECTED_FAILURES, goTo, mark, row, sentTo, signIn } from './acts.ts';
import { COMPANY, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import { openShop, type Shop } from './shop.ts';
import { type Stack, startStack } from './stack.ts';
import { tab } from './ticket-list/rows.ts';
import { watchForTrouble } from './watch.ts';

/** A desk that runs itself: an urgent word at night goes through all that a shop has told it, to the report. */

let stack: Stack;
let shop: Shop;
test.beforeAll(async () => {
  stack = await startStack({ from: 'linked' });
  shop = await openShop(stack, {});
});
test.afterAll(async () => {
  await shop?.end();
  await stack?.end();
});

test('an urgent word at night is tagged, given, timed, answered by a macro, rated and reported', async ({
  page,
}) => {
  const expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
  await test.step('the shop has said what is to be done', tellShop);
  await page.goto(await stack.startConsole());
  await signIn(page, 'admin@demo.balcao.test');
  await test.step('a customer writes, and has an agent', () => isGiven(page));
  await test.step('the agent answers by a macro, and finishes', () => answer(page));
  await test.step('it is rated, with words', () => rate(page));
  await test.step('and stands in the report', () => report(page));
  expectNoTrouble();
});

async function tellShop(): Promise<void> {
  const tag = await shop.sets<{ id: number }>('POST', '/tags', { name: 'Urgente', color: '#e03131' });
  await shop.sets('POST', '/automations', {
    name: 'Urgência à noite',
    active: true,
    cause: { kind: 'message' },
    conditions: {
      match: 'all',
      items: [
        { kind: 'words', not: false, words: ['urgente'] },
        { kind: 'hours', not: true },
      ],
    },
    effects: [{ kind: 'addTags', tagIds: [tag.id] }],
  });
  await shop.sets('POST', '/deadline-policies', {
    name: 'Urgências',
    active: true,
    targets: { firstAnswer: 15, nextAnswer: null, resolution: 480 },
    tickets: { queueIds: [], tagIds: [tag.id], connectionIds: [], contact: null },
    businessHours: false,
  });
  const effects = [{ kind: 'say', text: 'Olá, {{firstName}}! Já cuido disso.' }];
  await shop.sets('POST', '/macros', { name: 'Já cuido', team: true, effects });
  const settings = {
    userRating: 'enabled',
    ratingScale: 'stars',
    ratingComment: 'enabled',
    scheduleType: 'company',
  };
  for (const [key, value] of Object.entries(settings)) await shop.sets('PUT', `/settings/${key}`, { value });
  const sql = openPool(stack.databaseUrl, { role: 'balcao_system', max: 1, name: 'test' });
  // It is night all day, and whoever leads serves the queue, which gives by itself.
  await sql`
    update companies set schedules = (
      select jsonb_agg(jsonb_build_object('weekday', day, 'weekdayEn', day, 'startTime', '08:00', 'endTime', '08:00'))
      from unnest(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']) as day)`;
  await sql`update queues set assignment = 'fewest'`;
  await sql`
    insert into user_queues (company_id, user_id, queue_id)
    select company_id, u.id, q.id from users u join queues q using (company_id) where u.name = 'Admin'
    on conflict do nothing`;
  await sql.end();
}

const says = (text: string) => stack.sandbox.send({ kind: 'text', from: MARIA, to: COMPANY, text });
const heard = (text: string) =>
  expect.poll(async () => (await sentTo(stack, MARIA)).map((entry) => entry.text).at(-1)).toContain(text);
const event = (page: Page, text: string) => page.getByTestId('event').filter({ hasText: text });

async function isGiven(page: Page): Promise<void> {
  await goTo(page, 'Atendimentos');
  await says('É urgente! O forno parou.');
  await tab(page, 'open').click();
  const ticket = row(page, 'Maria');
  await expect(ticket.getByTestId('deadline-clock')).toHaveAccessibleName(
    /^Primeira resposta: falta 1[45] minutos/,
  );
  await expect(mark(ticket, 'Etiquetas', 'Urgente')).toBeVisible();
  await ticket.click();
  await expect(event(page, 'A regra Urgência à noite agiu')).toBeVisible();
  await expect(event(page, 'Admin recebeu o atendimento')).toBeVisible();
  await show(page, 'night-given', ['light', 'dark', 'phone']);
}

async function answer(page: Page): Promise<void> {
  await page.keyboard.press('Alt+m');
  const picker = page.getByRole('dialog', { name: /^Usar macro/ });
  await picker.getByRole('combobox').fill('cuido');
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Já cuido disso.')).toBeVisible();
  await heard('Já cuido disso.');
  await page.getByRole('button', { name: 'Finalizar' }).first().click();
  await heard('*5* - ⭐⭐⭐⭐⭐');
}

async function rate(page: Page): Promise<void> {
  await says('4');
  await heard('Se quiser contar mais, escreva na próxima mensagem');
  await says('Até de madrugada!');
  await heard('Obrigado pelo seu comentário!');
  await goTo(page, 'Avaliações');
  const rating = page.getByTestId('rating').filter({ hasText: 'Maria' });
  await expect(rating.getByRole('img', { name: '4 de 5 estrelas' })).toBeVisible();
  await expect(rating.getByText('Até de madrugada!')).toBeVisible();
}

async function report(page: Page): Promise<void> {
  await goTo(page, 'Relatórios');
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(card('Finalizados').getByRole('button')).toHaveText('1');
  await expect(card('Prazos cumpridos').first()).toContainText('100');
  await expect(card('Avaliação média').first()).toContainText('3');
  await show(page, 'night-report', ['light', 'dark', 'phone']);
}
