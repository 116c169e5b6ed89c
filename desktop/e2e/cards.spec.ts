import ofConversation from '@balcao/shared/features/conversation/pt.json' with { type: 'json' };
import ofTickets from '@balcao/shared/features/tickets/pt.json' with { type: 'json' };
import { expect, type Locator } from '@playwright/test';
import { type Sample, STORED_SAMPLES } from '../../server/src/conversation/testing/stored-samples.ts';
import { openPool } from '../../server/src/platform/db/client.ts';
import { answer, bubble, expectOnce, expectTick, openTicket, row, sentTo, signIn, signOut } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { CARLA, COMPANY, JOAO, MARIA } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';
import type { Stack } from './stack.ts';
import { tab } from './ticket-list/rows.ts';

/** What shops and their customers send besides text and files, from the phone to the bubble. */
const day = beginDay({
  customers: { [JOAO]: 'João Pereira', [MARIA]: 'Maria Souza', [CARLA]: 'Carla Dias' },
  served: [JOAO, MARIA],
  prepare: ({ stack }) => offerHours(stack),
});

/** Whoever comes is asked by the bot when they want to fetch what they order. */
async function offerHours(stack: Stack): Promise<void> {
  const sql = openPool(stack.databaseUrl, { max: 1, name: 'e2e-hours' });
  await sql`
    insert into queue_options (company_id, queue_id, title, message, option)
    select o.company_id, o.queue_id, t.title, t.message, t.option from connection_queues o,
      (values ('9h', 'Combinado, às 9h. O que vai ser?', 1), ('10h', 'Combinado, às 10h.', 2)) as t (title, message, option)`;
  await sql.end();
}

test('lists, buttons, appointments and bills are shown as what they are', async ({ page }) => {
  const { stack, shop } = day();
  await openTicket(page, 'João Pereira');
  const sends = (name: Sample) => shop.receivesMessage(JOAO, 0, { kind: 'sample', name });
  await sends('list');
  await expect(bubble(page, 'Escolha um horário')).toContainText('Última vaga');
  await sends('listAnswer');
  await expect(bubble(page, '9h').last()).toBeVisible();
  await sends('template');
  await expect(
    bubble(page, 'Sua fatura vence amanhã.').getByRole('link', { name: 'Ver boleto' }),
  ).toHaveAttribute('href', 'https://example.com/boleto');
  const target = await sends('event');
  await expect(bubble(page, 'Entrega técnica')).toContainText('Rua das Palmeiras, 20');
  await stack.sandbox.send({ kind: 'vote', from: JOAO, to: COMPANY, target, options: ['going'] });
  await expect(bubble(page, 'Entrega técnica')).toContainText('Vai');
  await sends('numberRequest');
  await expect(row(page, 'João Pereira')).toContainText('Pedido do número de telefone');
  await show(page, 'cards-of-people', ['light', 'phone-dark']);

  await sends('bill');
  await expect(bubble(page, 'pronto para pagar')).toContainText(/Total\s*R\$\s61,80/);
  await show(page, 'cards-of-shops', ['light', 'phone-dark']);
});

test('an advertisement stands above the words of whoever came by it, and lists are narrowed to it', async ({
  page,
}) => {
  const { shop } = day();
  await openTicket(page, 'João Pereira');
  const sends = (name: Sample) => shop.receivesMessage(JOAO, 0, { kind: 'sample', name });
  await sends('ad');
  const came = bubble(page, 'Quero encomendar o bolo de festa');
  await expect(came).toContainText('Anúncio · Instagram');
  await expect(came.getByRole('link', { name: /Bolo de festa/ })).toHaveAttribute(
    'href',
    'https://www.instagram.com/p/exemplo/',
  );
  await expect(
    row(page, 'João Pereira').getByRole('img', { name: 'Origem: Anúncio: Bolo de festa' }),
  ).toBeVisible();
  await sends('adClick');
  await expect(row(page, 'João Pereira')).toContainText('Chegou sem escrever');

  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByRole('combobox', { name: 'Origem' }).click();
  await page.getByRole('option', { name: 'Qualquer anúncio' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(row(page, 'João Pereira')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Filtrar' })).toContainText('Qualquer anúncio');
  await page.getByRole('button', { name: 'Mostrar os dados do contato' }).click();
  await expect(page.getByRole('complementary', { name: 'Dados do contato' })).toContainText(
    /Origem.*Bolo de festa.*Anúncio · Instagram · 120226305854810726/,
  );
  await show(page, 'came-from', ['light', 'dark', 'phone-dark']);

  await signOut(page);
  await signIn(page, 'admin@demo.balcao.test');
  await page.goto(new URL('/#/', page.url()).href);
  const sources = page.getByRole('region', { name: 'Por origem' });
  const cells = sources.getByRole('row', { name: /Bolo de festa/ }).getByRole('cell');
  await expect(cells.nth(1)).toHaveText('1');
  await sources.scrollIntoViewIfNeeded();
  await show(page, 'sources', ['light', 'phone-dark']);
});

test('from a tapped advertisement to a paid order', async ({ page }) => {
  const { stack, shop } = day();
  const sends = (name: Sample) => shop.receivesMessage(CARLA, 0, { kind: 'sample', name });
  const heard = (text: string) =>
    expect.poll(async () => (await sentTo(stack, CARLA)).at(-1)?.text).toBe(text);
  await sends('adClick');
  await heard('[ 1 ] - 9h\n[ 2 ] - 10h');
  await sends('listAnswer');
  await heard('Combinado, às 9h. O que vai ser?');
  await sends('order');

  await tab(page, 'pending').click();
  await expect(
    row(page, 'Carla Dias').getByRole('img', { name: 'Origem: Anúncio: Bolo de festa' }),
  ).toBeVisible();
  await row(page, 'Carla Dias').getByRole('button', { name: 'Aceitar' }).click();
  await expect(bubble(page, 'Chegou sem escrever')).toContainText('Anúncio · Instagram');
  await expect(page.getByRole('log')).toContainText('O cliente escolheu a opção 9h');
  await expect(bubble(page, 'Quero estes')).toContainText(
    /1 × Bolo de cenoura.*3 × Pão de queijo.*Total\s*R\$\s45,90/,
  );
  await sends('pix');
  await expect(row(page, 'Carla Dias')).toContainText('Minha chave para a devolução');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const pix = bubble(page, 'Minha chave para a devolução');
  await pix.getByRole('button', { name: 'Copiar loja@example.com' }).click();
  await expect(pix.getByRole('button', { name: 'Copiado' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('loja@example.com');
  await show(page, 'order-by-advertisement', ['light', 'phone-dark']);
  await answer(page, 'Pagamento recebido, já vai sair!');
  await expectTick(page, 'Pagamento recebido', 'delivered');
  await expectOnce(stack, CARLA, 'Pagamento recebido, já vai sair!');
});

/** The words of a bubble, and where its links lead. */
const shownIn = (shown: Locator): Promise<string> =>
  shown.evaluate((root) =>
    [root.textContent, ...[...root.querySelectorAll('a')].map(({ href }) => href)].join(' '),
  );

/** What people read of a message that is stored so. */
function wordsOf(name: Sample): string[] {
  const [type, card, , body] = STORED_SAMPLES[name];
  const kind = card ? ofTickets.kinds[card] : '';
  if (type === 'vcard') return ['Ana', 'Bia'];
  if (name.startsWith('viewOnce')) return [ofConversation.viewOnce];
  return [kind, ...body.replaceAll(/^• |: | × /gm, ' ').split(/\s+/)].filter(Boolean);
}

test('every kind of message is shown with its words', async ({ page }) => {
  const { shop } = day();
  await openTicket(page, 'Maria Souza');
  const newest = page.getByRole('log').getByTestId('message').last();
  for (const name of Object.keys(STORED_SAMPLES) as Sample[]) {
    const before = (await newest.getAttribute('data-message-id')) ?? '';
    await shop.receivesMessage(MARIA, 0, { kind: 'sample', name });
    await expect(newest).not.toHaveAttribute('data-message-id', before);
    const missing = async () => {
      const shown = await shownIn(newest);
      return wordsOf(name).filter((word) => !shown.includes(word));
    };
    await expect.poll(missing, name).toEqual([]);
  }
});
