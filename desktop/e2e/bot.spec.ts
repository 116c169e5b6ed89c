import { WEEKDAYS } from '@balcao/shared/time/business-hours.ts';
import { expect } from '@playwright/test';
import { openPool } from '../../server/src/platform/db/client.ts';
import { answer, bubble, expectTick, row, sentTo } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { JOAO } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import type { Stack } from './stack.ts';
import { tab } from './ticket-list/rows.ts';

/** The counter answers by itself at night, and leads to people in the morning. */

const GREETING = 'Olá, {{firstName}}! Com quem você quer falar?';
const QUEUES = '[ 1 ] - Atendimento\n[ 2 ] - Oficina';
const NIGHT = 'A oficina abre às 8h, João.';
const OPTIONS = '[ 1 ] - Consertos\n[ 2 ] - Peças\n[ # ] - Menu principal';
const REPAIRS = '[ 1 ] - Orçamento\n[ 2 ] - Garantia\n[ 0 ] - Voltar\n[ # ] - Menu principal';

const hours = (startTime: string, endTime: string) =>
  WEEKDAYS.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, startTime, endTime }));

/** Two queues, of which the second has options and hours; whoever is served may tell how it was. */
async function openWorkshop(stack: Stack): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-bot' });
  await sql`update connections set greeting_message = ${GREETING}, completion_message = 'Até logo, {{firstName}}!'`;
  await sql`
    insert into settings (company_id, key, value)
    select id, unnest(array['scheduleType', 'userRating']), unnest(array['queue', 'enabled']) from companies
    on conflict (company_id, key) do update set value = excluded.value`;
  await sql`
    with queue as (
      insert into queues (company_id, name, color, order_queue, greeting_message, out_of_hours_message)
      select company_id, 'Oficina', '#0c8599', 9, 'Aqui é da oficina.', ${NIGHT} from connections
      returning company_id, id),
    offered as (
      insert into connection_queues (company_id, connection_id, queue_id)
      select q.company_id, c.id, q.id from queue q join connections c on c.company_id = q.company_id),
    member as (
      insert into user_queues (company_id, user_id, queue_id)
      select q.company_id, u.id, q.id from queue q join users u on u.company_id = q.company_id where u.name = 'Ana'),
    root as (
      insert into queue_options (company_id, queue_id, title, message, option)
      select company_id, id, t.title, t.message, t.option from queue,
        (values ('Consertos', 'O que aconteceu?', 1), ('Peças', 'Já vem alguém.', 2)) as t (title, message, option)
      returning company_id, queue_id, id, title)
    insert into queue_options (company_id, queue_id, parent_id, title, message, option)
    select company_id, queue_id, id, t.title, t.message, t.option from root,
      (values ('Orçamento', 'Já vem alguém com o orçamento.', 1), ('Garantia', '', 2)) as t (title, message, option)
    where root.title = 'Consertos'`;
  await sql.end();
}

async function setHours(stack: Stack, startTime: string, endTime: string): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-hours' });
  await sql`update queues set schedules = ${sql.json(hours(startTime, endTime))} where name = 'Oficina'`;
  await sql.end();
}

const day = beginDay({
  customers: { [JOAO]: 'João Pereira' },
  served: [],
  prepare: ({ stack }) => openWorkshop(stack),
});

test('from “Olá” at night to a rated ticket in the morning', async ({ page }) => {
  const { stack, shop } = day();
  const heard = async (texts: string[]) =>
    expect.poll(async () => (await sentTo(stack, JOAO)).map(({ text }) => text)).toEqual(texts);
  const said: string[] = [];
  const says = async (text: string, ...answers: string[]) => {
    await shop.receivesMessage(JOAO, 0, text);
    said.push(...answers);
    await heard(said);
  };

  await setHours(stack, '00:00', '00:00');
  await says('Olá', `Olá, João! Com quem você quer falar?\n\n${QUEUES}`);
  await tab(page, 'pending').click();
  await says('2', `${NIGHT}\n\n[ # ] - Menu principal`);
  await expect(row(page, 'João Pereira')).toBeVisible();
  await says('Vocês consertam moedor?');

  await setHours(stack, '', '');
  await says('Bom dia!', `Aqui é da oficina.\n\n${OPTIONS}`);
  await expect(row(page, 'João Pereira')).toHaveCount(0);
  await says('consertos', `O que aconteceu?\n\n${REPAIRS}`);
  await tab(page, 'chatbot').click();
  await expect(row(page, 'João Pereira').getByTestId('time-with-bot')).toHaveAttribute(
    'title',
    'O bot responde: opções de Oficina',
  );
  await row(page, 'João Pereira').getByRole('button').first().click();
  const peek = page.getByRole('dialog', { name: 'Espiando a conversa' });
  await expect(peek).toContainText('O bot responde: opções de Oficina');
  await expect(peek.locator('[data-origin="bot"]')).toHaveCount(4);
  await expect(peek).toContainText('O cliente escolheu a opção Consertos');
  await show(page, 'peek-with-bot', ['light', 'dark', 'phone']);
  await page.keyboard.press('Escape');
  await says('1', 'Já vem alguém com o orçamento.');

  await tab(page, 'pending').click();
  await row(page, 'João Pereira').getByRole('button', { name: 'Aceitar' }).click();
  await answer(page, 'Bom dia, João! O conserto sai por R$ 80.');
  said.push('Bom dia, João! O conserto sai por R$ 80.');
  await expectTick(page, 'Bom dia, João! O conserto sai por R$ 80.', 'delivered');
  await expect(
    bubble(page, 'Já vem alguém com o orçamento.').getByText('Bot', { exact: true }),
  ).toBeVisible();
  await show(page, 'conversation-after-bot', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Finalizar' }).first().click();
  await expect.poll(async () => (await sentTo(stack, JOAO)).length).toBe(said.length + 1);
  await shop.receivesMessage(JOAO, 0, '3');
  await expect.poll(async () => (await sentTo(stack, JOAO)).at(-1)?.text).toBe('Até logo, João!');
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-rated' });
  const rated = await sql`
    select t.status, k.rate from tickets t join ticket_tracking k on k.ticket_id = t.id
    join contacts c on c.id = t.contact_id where c.number = ${JOAO}`;
  await sql.end();
  expect(rated).toMatchObject([{ status: 'closed', rate: 3 }]);
});
