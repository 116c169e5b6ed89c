import { expect } from '@playwright/test';
import { answer, bubble, expectOnce, expectTick, openTicket, row, signIn, signOut } from './acts.ts';
import { beginDay } from './desk-day.ts';
import { COMPANY, JOAO } from './phones.ts';
import { show } from './pictures.ts';
import { test } from './same-browser.ts';

type Sample =
  | 'ad'
  | 'adClick'
  | 'list'
  | 'listAnswer'
  | 'template'
  | 'event'
  | 'numberRequest'
  | 'bill'
  | 'order'
  | 'pix';

/** What shops and their customers send besides text and files, from the phone to the bubble. */
const day = beginDay({ customers: { [JOAO]: 'João Pereira' }, served: [JOAO] });

test('orders, keys to pay to, buttons and appointments are shown as what they are', async ({ page }) => {
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
  await sends('order');
  await expect(bubble(page, 'Quero estes')).toContainText(
    /1 × Bolo de cenoura.*3 × Pão de queijo.*Total\s*R\$\s45,90/,
  );
  await expect(row(page, 'João Pereira')).toContainText('Quero estes');
  await sends('pix');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const pix = bubble(page, 'Minha chave para a devolução');
  await pix.getByRole('button', { name: 'Copiar loja@example.com' }).click();
  await expect(pix.getByRole('button', { name: 'Copiado' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('loja@example.com');
  await show(page, 'cards-of-shops', ['light', 'phone-dark']);
  await answer(page, 'Pagamento recebido, já vai sair!');
  await expectTick(page, 'Pagamento recebido', 'delivered');
  await expectOnce(stack, JOAO, 'Pagamento recebido, já vai sair!');
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
  await page.goto(new URL('/#/metrics', page.url()).href);
  const sources = page.getByRole('region', { name: 'Por origem' });
  const cells = sources.getByRole('row', { name: /Bolo de festa/ }).getByRole('cell');
  await expect(cells.nth(1)).toHaveText('1');
  await sources.scrollIntoViewIfNeeded();
  await show(page, 'sources', ['light', 'phone-dark']);
});
