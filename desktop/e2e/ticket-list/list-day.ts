import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openPool, type Sql } from '../../../server/src/platform/db/client.ts';
import { EXPECTED_FAILURES, signIn } from '../acts.ts';
import { CARLA, JOAO, MARIA } from '../phones.ts';
import { openShop, type Shop } from '../shop.ts';
import { type Stack, startStack } from '../stack.ts';
import { watchForTrouble } from '../watch.ts';

export const DAVI = '5541955550005';
export const ELISA = '5551944440006';
export const FABIO = '5571933330007';
export const GINA = '5581922220008';
const CUSTOMERS = {
  [MARIA]: 'Maria Souza',
  [JOAO]: 'João Pereira',
  [CARLA]: 'Carla Dias',
  [DAVI]: 'Davi Melo',
  [ELISA]: 'Elisa Prado',
  [FABIO]: 'Fábio Lins',
  [GINA]: 'Gina Teixeira de Albuquerque',
};
export const MANY = 10_000;
const ARCHIVED = 300;

/** The world that the tests of the list share. */
interface Shared {
  stack: Stack;
  shop: Shop;
  sql: Sql;
  /** Ana's screen. */
  page: Page;
  /** Bruno's, later an administrator's, at last Vera's with very many tickets. */
  other: Page;
  expectNoTrouble: () => void;
}
/** There once the tests run. */
export type ListDay = () => Shared;

/**
 * One world for a day of two agents, through which the tests go in their order.
 *
 * @param tickets number of tickets of Vera, whom both do not know
 */
export function openListDay({ tickets }: { tickets: number }): ListDay {
  let stack: Stack;
  let shop: Shop;
  let sql: Sql;
  let page: Page;
  let other: Page;
  let others: BrowserContext;
  let expectNoTrouble: () => void;

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000);
    stack = await startStack({ from: 'linked' });
    sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-list' });
    await seedTickets(sql, tickets);
    shop = await openShop(stack, CUSTOMERS);
    for (const customer of [MARIA, JOAO]) {
      await shop.receivesMessage(customer, 30, 'Olá, bom dia');
      await shop.accepts('ana', customer);
    }
    for (const customer of [CARLA, DAVI, ELISA, FABIO, GINA])
      await shop.receivesMessage(customer, 5, 'Tem alguém aí?');
    page = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
    page.setDefaultTimeout(15_000);
    expectNoTrouble = await watchForTrouble(page, EXPECTED_FAILURES);
    await page.goto(await stack.startConsole());
    await signIn(page, 'ana@demo.balcao.test');
    await expect(page.getByTestId('sync-status')).toHaveText('Ao vivo');
    others = await browser.newContext({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
    other = await others.newPage();
    other.setDefaultTimeout(15_000);
    await other.goto(await stack.startSecondConsole());
    await signIn(other, 'bruno@demo.balcao.test');
  });
  test.afterAll(async () => {
    await others?.close();
    await shop?.end();
    await sql?.end();
    await stack?.end();
  });

  return () => ({ stack, shop, sql, page, other, expectNoTrouble });
}

/** A second queue, tags, old customers whom no console caches, and an agent with very many tickets. */
async function seedTickets(sql: Sql, tickets: number): Promise<void> {
  await sql`
    with shop as (select company_id, id as connection_id from connections limit 1),
      made as (
        insert into queues (company_id, name, color, order_queue)
        select company_id, name, color, place from shop,
          (values ('Vendas', '#2f9e44', 2), ('Volume', '#1971c2', 3)) as made (name, color, place)
        returning id, name),
      member as (
        insert into user_queues (company_id, user_id, queue_id)
        select company_id, u.id, made.id from users u, made where u.name = 'Bruno' and made.name = 'Vendas'),
      tag as (
        insert into tags (company_id, name, color)
        select company_id, name, color from shop,
          (values ('VIP', '#5f3dc4'), ('Devolução', '#ffd43b')) as made (name, color)),
      vera as (
        insert into users (company_id, name, email, password_hash, profile)
        select company_id, 'Vera', 'vera@demo.balcao.test', password_hash, 'user' from users where name = 'Ana'
        returning id, company_id)
    insert into user_queues (company_id, user_id, queue_id)
    select vera.company_id, vera.id, made.id from vera, made where made.name = 'Volume'`;
  await sql.begin(async (tx) => {
    await tx`set local app.feed_muted = 'on'`;
    await tx`
    with people as (
      insert into contacts (company_id, name, number)
      select company_id, 'Cliente ' || lpad(n::text, 5, '0'), '55119' || lpad(n::text, 8, '0')
      from connections, generate_series(1, ${tickets}::int) n returning id, company_id, name)
    insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, last_message_at)
    select p.company_id, p.id, w.id, q.id, u.id, 'open', 'Olá', now() - interval '1 day' + p.id * interval '1 second'
    from people p, connections w, queues q, users u where q.name = 'Volume' and u.name = 'Vera'`;
  });
  await sql`
    with old as (
      insert into contacts (company_id, name, number)
      select company_id, 'Zuleica Antiga', '5591911110010' from connections returning id, company_id)
    insert into tickets
      (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, last_message_at, closed_at)
    select old.company_id, old.id, w.id, q.id, u.id, 'closed', 'Obrigada!', now() - interval '400 days', now()
    from old, connections w, queues q, users u where q.name = 'Atendimento' and u.name = 'Ana'`;
  // Hers are older than pages full of others.
  await sql`
    with people as (
      insert into contacts (company_id, name, number)
      select company_id, 'Velha ' || n, '55128' || lpad(n::text, 8, '0')
      from connections, generate_series(1, ${ARCHIVED}) n returning id, company_id)
    insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, last_message, last_message_at)
    select p.company_id, p.id, w.id, q.id, u.id, 'closed', 'Tchau', now() - interval '90 days' + p.id * interval '1 second'
    from people p, connections w, queues q, users u where q.name = 'Atendimento' and u.name = 'Ana'`;
}
